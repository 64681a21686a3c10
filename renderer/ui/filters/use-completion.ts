import { type KeyboardEvent, useState } from 'react'

export interface CompletionItem {
  readonly insert: string
  readonly label: string
  readonly detail: string
  /** Whether the item is a key such as `verdict:`, after which the user must type a value. */
  readonly isKey: boolean
  readonly count?: { readonly text: string; readonly title: string } | undefined
  /** The group's heading, if there are several kinds of items. */
  readonly group?: string | undefined
  /** Whether the item is a complete filter, which replaces everything in the field. */
  readonly isWhole?: boolean | undefined
  readonly isText?: boolean | undefined
}

/** Suggestions that can replace the text from `from` to `to`. */
export interface Offer {
  readonly from: number
  readonly to: number
  readonly items: readonly CompletionItem[]
}

/** A hook that returns the suggestions at the caret. It sends no request while `wanted` is `false`. */
export type UseOffer = (text: string, caret: number, wanted: boolean) => Offer | undefined

export interface Completion {
  readonly items: readonly CompletionItem[]
  readonly active: number
  readonly pick: (item: CompletionItem) => void
  /** Closes the suggestions until the text differs from `text` or the field gets the focus again. */
  readonly close: (text: string) => void
  readonly open: () => void
  /** `null` if the caret is not in the field. */
  readonly caret: number | null
  readonly setCaret: (caret: number | null) => void
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

/**
 * Provides suggestions for the typed text. They open when the field gets the focus. Enter and Tab accept the highlighted
 * suggestion, but Tab leaves the field if nothing was typed or chosen. React Aria's Autocomplete is not used, because it takes
 * Home and End from the caret and can't accept with Tab.
 */
export function useCompletion(
  text: string,
  /** Called when the user accepts a suggestion, with the text and the caret's position after it was inserted. */
  onComplete: (item: CompletionItem, text: string, caret: number) => void,
  useOffer: UseOffer,
  /** Suggestions open automatically if the text before the caret matches. Otherwise the down arrow opens them. */
  completable: RegExp,
): Completion {
  const [caret, setCaret] = useState<number | null>(null)
  // The highlighted suggestion is stored by its text, so that it stays highlighted when the list changes.
  const [chosen, setChosen] = useState<{ readonly text: string; readonly insert: string } | null>(null)
  const [state, setState] = useState<{ readonly text: string; readonly is: 'closed' | 'opened' } | null>(null)
  const is = state?.text === text ? state.is : null
  const isFresh = text.trim() === ''
  const wanted =
    caret !== null &&
    is !== 'closed' &&
    (is === 'opened' || isFresh || completable.test(text.slice(0, caret)))
  const data = useOffer(text, caret ?? 0, wanted)
  const items = wanted && data ? typedFirst(text, data) : []
  const chosenAt = chosen?.text === text ? items.findIndex(({ insert }) => insert === chosen.insert) : -1
  const active = items.length === 0 ? -1 : Math.max(chosenAt, 0)

  const pick = (item: CompletionItem) => {
    if (!data) return
    const completed = text.slice(0, data.from) + item.insert + text.slice(data.to).replace(/^ /, '')
    setChosen(null)
    setState(null)
    onComplete(item, completed, data.from + item.insert.length)
  }
  const move = (by: 1 | -1) => {
    const next = items[(active + by + items.length) % items.length]
    if (next) setChosen({ text, insert: next.insert })
  }

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return false
    // Within a word, the down arrow is left to the list of results.
    const atNewWord = caret !== null && /(^|\s)$/.test(text.slice(0, caret))
    if (event.key === 'ArrowDown' && items.length === 0 && atNewWord) {
      setState({ text, is: 'opened' })
      return true
    }
    const item = items[active]
    if (item === undefined) return false
    switch (event.key) {
      case 'ArrowDown':
        move(1)
        return true
      case 'ArrowUp':
        move(-1)
        return true
      case 'Tab':
        if (event.shiftKey || (isFresh && chosenAt < 0)) return false
        pick(item)
        return true
      case 'Enter':
        pick(item)
        return true
      case 'Escape':
        setState({ text, is: 'closed' })
        return true
      default:
        return false
    }
  }

  const close = (closed: string) => setState({ text: closed, is: 'closed' })
  const open = () => setState(null)
  const enter = (at: number | null) => {
    if (at === null) setState(null)
    setCaret(at)
  }
  return { items, active, pick, close, open, caret, setCaret: enter, onKeyDown }
}

/**
 * Adjusts the suggestions for an earlier text, so that they can be shown until those for the current text have loaded. Returns
 * `null` if the texts differ anywhere except in the part that the suggestions replace.
 */
export function offerSince(before: string, text: string, offer: Offer): Offer | null {
  const to = offer.to + text.length - before.length
  const isSame =
    to >= offer.from &&
    text.slice(0, offer.from) === before.slice(0, offer.from) &&
    text.slice(to) === before.slice(offer.to)
  return isSame ? { ...offer, to } : null
}

/** Moves an item that was typed in full to the top, so that Enter accepts it. Returns no items if it is the only one. */
function typedFirst(text: string, { from, to, items }: Offer): readonly CompletionItem[] {
  const typed = text.slice(from, to)
  const exact = items.find(({ insert }) => insert !== '' && insert.trimEnd() === typed)
  if (exact === undefined) return items
  return items.length === 1 ? [] : [exact, ...items.filter((item) => item !== exact)]
}
