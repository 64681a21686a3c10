/** The field's content: finished terms in the syntax of the address, and the text typed after them. */
export interface FieldText {
  readonly terms: readonly string[]
  readonly draft: string
}

export interface FieldChip {
  readonly name: string
  readonly value: string
  readonly title?: string | undefined
  readonly isInvalid: boolean
  readonly at: readonly number[]
}

export interface TermLanguage {
  readonly split: (text: string) => FieldText
  readonly chipsOf: (terms: readonly string[]) => readonly FieldChip[]
  /** Extracts the terms that were finished by a space. Returns the remaining text and the caret's position in it. */
  readonly finish: (draft: string, caret: number) => FieldText & { readonly caret: number }
  /** Turns the typed text into terms. With `keyed`, turns only text that can't be plain words into terms. */
  readonly take: (draft: string, keyed: boolean) => FieldText
  /** Returns the search text for a caret position. The position is `null` outside the field. */
  readonly searched: (text: FieldText, caret: number | null) => string
}

export const words: TermLanguage = {
  split: (draft) => ({ terms: [], draft }),
  chipsOf: () => [],
  finish: (draft, caret) => ({ terms: [], draft, caret }),
  take: (draft) => ({ terms: [], draft }),
  searched: ({ draft }) => draft,
}
