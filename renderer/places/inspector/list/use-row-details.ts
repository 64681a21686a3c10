import { useCallback, useMemo, useRef, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { useNoteTitles } from '../../../nouns/notes/use-note-titles.ts'
import { useFailedForwards } from '../../../nouns/receivers/sends/use-failed-forwards.ts'
import type { RowNote } from './delivery-row.tsx'

/** Number of rows whose notes are requested together. */
const block = 20

/** Returns note titles and failed forwards for the rows in view. */
export function useRowDetails(shown: readonly DeliverySummary[]) {
  const [range, setRange] = useState<readonly [from: number, to: number]>([0, 2 * block])
  const onRange = useCallback((first: number, last: number) => {
    const from = Math.max(0, (Math.floor(first / block) - 1) * block)
    const to = (Math.floor(last / block) + 2) * block
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
  }, [])
  const noteIds = useMemo(
    () => shown.slice(...range).flatMap(({ noteId }) => (noteId === null ? [] : [noteId])),
    [shown, range],
  )
  const titleOf = useNoteTitles(noteIds)
  const failedForwardOf = useFailedForwards(
    useMemo(() => shown.slice(...range).map(({ id }) => id), [shown, range]),
  )
  // Reuses the object of an unchanged title. Otherwise every batch would render every row again.
  const notes = useRef<ReadonlyMap<string, { readonly title: string }>>(new Map())
  const noteOf = useMemo(() => {
    const named = new Map<string, { readonly title: string }>()
    const before = notes.current
    notes.current = named
    return ({ noteId }: DeliverySummary): RowNote => {
      if (noteId === null) return null
      const title = titleOf(noteId)
      if (typeof title !== 'string') return title
      const known = named.get(noteId) ?? before.get(noteId)
      const note = known?.title === title ? known : { title }
      named.set(noteId, note)
      return note
    }
  }, [titleOf])
  return { noteOf, failedForwardOf, onRange }
}
