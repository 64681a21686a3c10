/** What the field holds: finished terms, each as it is written in the address, and the text that is typed behind them. */
export interface FieldText {
  readonly terms: readonly string[]
  readonly draft: string
}

/** Terms in words. */
export interface FieldChip {
  readonly name: string
  readonly value: string
  /** Everything that it stands for, where `value` is short for it. */
  readonly title?: string | undefined
  readonly isInvalid: boolean
  /** Which of the terms it stands for. */
  readonly at: readonly number[]
}

/** How a text is made of terms. */
export interface TermLanguage {
  readonly split: (text: string) => FieldText
  readonly chipsOf: (terms: readonly string[]) => readonly FieldChip[]
  /** Terms that a space has finished, and what remains, with the caret in it. */
  readonly finish: (draft: string, caret: number) => FieldText & { readonly caret: number }
  /** All that is typed as terms; `keyed`: only what cannot be plain words. */
  readonly take: (draft: string, keyed: boolean) => FieldText
  /** What is searched while the caret is there; `null`: outside of the field. */
  readonly searched: (text: FieldText, caret: number | null) => string
}

/** A search of plain words. */
export const words: TermLanguage = {
  split: (draft) => ({ terms: [], draft }),
  chipsOf: () => [],
  finish: (draft, caret) => ({ terms: [], draft, caret }),
  take: (draft) => ({ terms: [], draft }),
  searched: ({ draft }) => draft,
}
