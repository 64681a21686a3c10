import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Suggestion } from '../../../shared/contract/folder-index.ts'
import { useApi } from '../../api/client.ts'
import { suggestions } from '../../queries/folder-index.ts'

export interface Completion {
  readonly items: readonly Suggestion[]
  /** The one that Enter takes; -1: none, and Enter is nobody's. */
  readonly active: number
  readonly pick: (item: Suggestion) => void
  readonly setCaret: (caret: number | null) => void
  /** Before the field gets the key. */
  readonly onKeyDownCapture: (event: KeyboardEvent) => void
}

/**
 * What may complete a search as it is typed. Nothing is chosen until an arrow key does it, so whoever types plain words is
 * never in its way; Escape puts it away until the text changes.
 */
export function useCompletion(
  text: string,
  /** The text is this now, with the caret there. */
  onComplete: (text: string, caret: number) => void,
): Completion {
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState({ text, at: -1 })
  const [state, setState] = useState<{ readonly text: string; readonly is: 'put away' | 'asked for' } | null>(
    null,
  )
  const is = state?.text === text ? state.is : null
  const wanted =
    caret !== null && is !== 'put away' && (is === 'asked for' || completable.test(text.slice(0, caret)))
  const { data } = useQuery({ ...suggestions(useApi(), text, caret ?? 0), enabled: wanted })
  const items = wanted && data ? data.suggestions.filter(({ insert }) => !isTyped(text, data, insert)) : []
  const active = chosen.text === text && chosen.at < items.length ? chosen.at : -1

  const pick = ({ insert }: Suggestion) => {
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
    if (event.key === 'ArrowDown' && items.length === 0 && caret !== null) {
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

  return { items, active, pick, setCaret, onKeyDownCapture }
}

/** A value behind a key that has values here, or what can only become a key. */
const completable =
  /(?:^|\s)(?:(?:owner|folder|after|before):(?:"[^"]*|[^\s"]*)|ti|titl?e?|ow|owne?r?|fo|fold?e?r?|af|afte?r?|be|befo?r?e?)$/i

/** It is there already, letter by letter. */
function isTyped(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  insert: string,
): boolean {
  return text.slice(from, to) === insert.trimEnd()
}
