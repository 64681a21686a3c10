/** The content of the field: the finished terms as in the URL, and the text that is still being typed. */
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
  /** Turns the typed text into terms. With `keyed`, plain words stay in the text. */
  readonly take: (draft: string, keyed: boolean) => FieldText
  /** Returns the text to search for. `caret` is `null` if the field doesn't have the focus. */
  readonly searched: (text: FieldText, caret: number | null) => string
}

export const words: TermLanguage = {
  split: (draft) => ({ terms: [], draft }),
  chipsOf: () => [],
  finish: (draft, caret) => ({ terms: [], draft, caret }),
  take: (draft) => ({ terms: [], draft }),
  searched: ({ draft }) => draft,
}
