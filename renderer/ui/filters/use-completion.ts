import { type KeyboardEvent, useState } from 'react'

export interface CompletionItem {
  readonly insert: string
  readonly label: string
  readonly detail: string
  /** What a value comes behind. */
  readonly isKey: boolean
  readonly count?: { readonly text: string; readonly title: string } | undefined
}

/** What may stand in place of the text from `from` to `to`. */
export interface Offer {
  readonly from: number
  readonly to: number
  readonly items: readonly CompletionItem[]
}

/** A hook: what is offered with the caret there; asked for nothing while it is not wanted. */
export type UseOffer = (text: string, caret: number, wanted: boolean) => Offer | undefined

export interface Completion {
  readonly items: readonly CompletionItem[]
  /** The suggestion that Enter accepts; -1 for none, when Enter is not handled. */
  readonly active: number
  readonly pick: (item: CompletionItem) => void
  /** `null`: not in the field. */
  readonly caret: number | null
  readonly setCaret: (caret: number | null) => void
  /** Before the field gets the key. */
  readonly onKeyDownCapture: (event: KeyboardEvent) => void
}

/**
 * What may complete a search as it is typed. Nothing is chosen before an arrow key is pressed, so plain typing is never
 * interrupted. Escape hides the suggestions until the text changes.
 *
 * Not React Aria's Autocomplete: it takes Home and End away from the caret and cannot take the chosen one with Tab or lead from
 * the last one back to the text, so the keys below would stay and only the list's markup would go.
 */
export function useCompletion(
  text: string,
  /** The text is this now, with the caret there. */
  onComplete: (text: string, caret: number) => void,
  useOffer: UseOffer,
  /** Whether the text before the caret gets suggestions without a request. */
  completable: RegExp,
): Completion {
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState({ text, at: -1 })
  const [state, setState] = useState<{ readonly text: string; readonly is: 'put away' | 'asked for' } | null>(
    null,
  )
  const is = state?.text === text ? state.is : null
  const wanted =
    caret !== null && is !== 'put away' && (is === 'asked for' || completable.test(text.slice(0, caret)))
  const data = useOffer(text, caret ?? 0, wanted)
  const items = wanted && data ? data.items.filter(({ insert }) => !isTyped(text, data, insert)) : []
  const active = chosen.text === text && chosen.at < items.length ? chosen.at : -1

  const pick = ({ insert }: CompletionItem) => {
    if (!data) return
    const completed = text.slice(0, data.from) + insert + text.slice(data.to).replace(/^ /, '')
    onComplete(completed, data.from + insert.length)
    setCaret(data.from + insert.length)
  }

  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const mine = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    // After a word that is being typed, the key is not handled here: it moves into the results.
    const atNewWord = caret !== null && /(^|\s)$/.test(text.slice(0, caret))
    if (event.key === 'ArrowDown' && items.length === 0 && atNewWord) {
      mine()
      return setState({ text, is: 'asked for' })
    }
    if (items.length === 0) return
    const chosenItem = items[active]
    if (event.key === 'ArrowDown') {
      mine()
      setChosen({ text, at: active + 1 < items.length ? active + 1 : -1 })
    } else if (event.key === 'ArrowUp') {
      mine()
      setChosen({ text, at: active < 0 ? items.length - 1 : active - 1 })
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosenItem) {
      mine()
      pick(chosenItem)
    } else if (event.key === 'Escape') {
      mine()
      setState({ text, is: 'put away' })
    }
  }

  return { items, active, pick, caret, setCaret, onKeyDownCapture }
}

/** It is there already, letter by letter. */
function isTyped(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  insert: string,
): boolean {
  return text.slice(from, to) === insert.trimEnd()
}
