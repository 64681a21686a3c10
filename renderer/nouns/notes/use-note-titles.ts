import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { nameOfNote } from '#shared/notes/names.ts'
import { useThrottled } from '#ui/hooks/use-throttled.ts'
import { useApi } from '../../host/client.ts'
import { noteTitles } from './index-queries.ts'

/** Returns a note's title. `null` if it can't be read, and `undefined` while it is being read. */
export type NoteTitleOf = (id: string) => string | null | undefined

/** Minimum milliseconds between requests, because scrolling can bring new notes into view with every frame. */
const everyMs = 200
const maxIds = 200
/** Maximum number of cached titles for rows that are out of view. They are shown immediately when the user scrolls back. */
const maxKept = 2_000

/** Returns the titles of the notes in view. Requests the titles that the index doesn't have yet. */
export function useNoteTitles(noteIds: readonly string[]): NoteTitleOf {
  // Sorted and joined as text, so that the same notes in a different order are not requested again.
  const inView = [...new Set(noteIds)].sort().slice(0, maxIds).join('\n')
  const requested = useThrottled(inView, everyMs)
  const ids = useMemo(() => (requested === '' ? [] : requested.split('\n')), [requested])
  const { data } = useQuery({ ...noteTitles(useApi(), ids), enabled: ids.length > 0 })
  const kept = useRef<ReadonlyMap<string, string | null>>(new Map())
  return useMemo(() => {
    if (data !== undefined) {
      const titles = new Map(kept.current.size > maxKept ? [] : kept.current)
      const reading = new Set(data.flatMap(({ id, title }) => (title === null ? id : [])))
      for (const id of ids) if (!reading.has(id)) titles.set(id, null)
      for (const { id, title } of data) if (title !== null) titles.set(id, nameOfNote({ title }))
      kept.current = titles
    }
    const titles = kept.current
    return (id) => titles.get(id)
  }, [data, ids])
}
