import { useCallback, useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { useNoteTitles } from '../../notes/index.ts'
import type { RowNote } from './delivery-row.tsx'

/** Rows whose notes are asked for together. */
const block = 20

/** The titles of the notes of the rows in view. */
export function useRowNotes(shown: readonly DeliverySummary[]) {
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
  const noteOf = ({ noteId }: DeliverySummary): RowNote => {
    const title = noteId === null ? null : titleOf(noteId)
    return typeof title === 'string' ? { title } : title
  }
  return { noteOf, onRange }
}
