import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { NoteListItem } from '../../../shared/domain/note.ts'
import { useApi } from '../../api/client.ts'
import { noteEvents } from '../../queries/inspector.ts'

/** So many rows are asked for together; two blocks cover what is in view and what comes next. */
const block = 60

/** How many events came for the notes in view. `onRange` is told what is in view. */
export function useNoteEvents(notes: readonly NoteListItem[], isWanted: boolean) {
  const api = useApi()
  const [at, setAt] = useState(0)
  const onRange = useCallback((first: number) => setAt(Math.floor(first / block)), [])
  const idsOf = (from: number) => notes.slice(from * block, (from + 1) * block).map(({ id }) => id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the notes and the block decide
  const [here, next] = useMemo(() => [idsOf(at), idsOf(at + 1)], [notes, at])
  const first = useQuery({ ...noteEvents(api, here), enabled: isWanted && here.length > 0 })
  const second = useQuery({ ...noteEvents(api, next), enabled: isWanted && next.length > 0 })

  const known = useMemo(() => {
    const counts = new Map<string, number>()
    for (const [ids, { data }] of [
      [here, first],
      [next, second],
    ] as const) {
      if (data) for (const id of ids) counts.set(id, data[id] ?? 0)
    }
    return counts
  }, [here, next, first, second])
  return { onRange, eventsOf: (id: string) => known.get(id) }
}
