/** Content of the field: finished terms in the syntax of the address, and the typed text after them. */
export interface FieldText {
  readonly terms: readonly string[]
  readonly draft: string
}

/** Terms of a filter as words. */
export interface FieldChip {
  readonly name: string
  readonly value: string
  /** Full text, if `value` is an abbreviation. */
  readonly title?: string | undefined
  readonly isInvalid: boolean
  /** Indexes of the terms that the chip represents. */
  readonly at: readonly number[]
}

/** Syntax of a filter text. */
export interface TermLanguage {
  readonly split: (text: string) => FieldText
  readonly chipsOf: (terms: readonly string[]) => readonly FieldChip[]
  /** Extracts the terms that a space has finished. Returns the remaining text with the caret in it. */
  readonly finish: (draft: string, caret: number) => FieldText & { readonly caret: number }
  /** Turns the typed text into terms. `keyed`: only terms that cannot be plain words. */
  readonly take: (draft: string, keyed: boolean) => FieldText
  /** Returns the search for a caret position, which is `null` outside of the field. */
  readonly searched: (text: FieldText, caret: number | null) => string
}

/** Syntax of a search without terms. */
export const words: TermLanguage = {
  split: (draft) => ({ terms: [], draft }),
  chipsOf: () => [],
  finish: (draft, caret) => ({ terms: [], draft, caret }),
  take: (draft) => ({ terms: [], draft }),
  searched: ({ draft }) => draft,
}
