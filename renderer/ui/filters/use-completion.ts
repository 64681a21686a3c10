import { type KeyboardEvent, useState } from 'react'

export interface CompletionItem {
  readonly insert: string
  readonly label: string
  readonly detail: string
  /** What a value comes behind. */
  readonly isKey: boolean
  readonly count?: { readonly text: string; readonly title: string } | undefined
  /** The heading that it is under, if there are several kinds. */
  readonly group?: string | undefined
  /** It is a whole filter, instead of everything in the field. */
  readonly isWhole?: boolean | undefined
  /** What is typed becomes a term as it is. */
  readonly isText?: boolean | undefined
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
  /** The suggestion that Enter accepts; -1 without suggestions. */
  readonly active: number
  readonly pick: (item: CompletionItem) => void
  /** Closed until the text changes from this one, or the field is entered again. */
  readonly close: (text: string) => void
  /** There again, if there are some. */
  readonly open: () => void
  /** `null`: not in the field. */
  readonly caret: number | null
  readonly setCaret: (caret: number | null) => void
  /** Whether it handled the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

/**
 * Suggestions for what is typed. They are there as soon as the field has the focus; Enter and Tab accept the highlighted one,
 * at first the first. Tab leaves a field in which nothing was typed or chosen, or it would be a keyboard trap. Escape closes them
 * until the text changes.
 *
 * Not React Aria's Autocomplete: it takes Home and End away from the caret and cannot accept with Tab, so the keys below would
 * stay and only the list's markup would go.
 */
export function useCompletion(
  text: string,
  /** A suggestion was accepted. Where it replaces a part of the text, this is the text now, with the caret there. */
  onComplete: (item: CompletionItem, text: string, caret: number) => void,
  useOffer: UseOffer,
  /** Whether the text before the caret gets suggestions without a request. */
  completable: RegExp,
): Completion {
  const [caret, setCaret] = useState<number | null>(null)
  // By what it inserts: while the list changes, as what is stored does, the highlight stays on what was chosen.
  const [chosen, setChosen] = useState<{ readonly text: string; readonly insert: string } | null>(null)
  const [state, setState] = useState<{ readonly text: string; readonly is: 'closed' | 'asked for' } | null>(
    null,
  )
  const is = state?.text === text ? state.is : null
  const isFresh = text.trim() === ''
  const wanted =
    caret !== null &&
    is !== 'closed' &&
    (is === 'asked for' || isFresh || completable.test(text.slice(0, caret)))
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
    // After a word that is being typed, the key is not handled here: it moves into the results.
    const atNewWord = caret !== null && /(^|\s)$/.test(text.slice(0, caret))
    if (event.key === 'ArrowDown' && items.length === 0 && atNewWord) {
      setState({ text, is: 'asked for' })
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
 * An offer for the text before, while the one for this text is on its way: it stands in place of what has been typed at the caret
 * since, too. `null` where something else was changed.
 */
export function offerSince(before: string, text: string, offer: Offer): Offer | null {
  const to = offer.to + text.length - before.length
  const isSame =
    to >= offer.from &&
    text.slice(0, offer.from) === before.slice(0, offer.from) &&
    text.slice(to) === before.slice(offer.to)
  return isSame ? { ...offer, to } : null
}

/** The one that is typed to its end comes first, so that Enter accepts that; alone it has nothing to add. */
function typedFirst(text: string, { from, to, items }: Offer): readonly CompletionItem[] {
  const typed = text.slice(from, to)
  const exact = items.find(({ insert }) => insert !== '' && insert.trimEnd() === typed)
  if (exact === undefined) return items
  return items.length === 1 ? [] : [exact, ...items.filter((item) => item !== exact)]
}
