import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { FolderRef } from '#shared/notes/folder-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { useApi } from '../../../host/client.ts'
import { noteEvents } from '../../deliveries/index.ts'
import { noteFolders } from '../index-queries.ts'
import type { NoteColumn } from './note-columns.ts'
import { useFoldersInView } from './use-folders-in-view.ts'

/** What the list of the service does not say of a note. */
export interface RowFacts {
  /** How many events came for it; `undefined` while that is not known. */
  readonly events: number | undefined
  /** None: it is in no folder. `null`: that is not known; `undefined` while it is being asked. */
  readonly folders: readonly FolderRef[] | null | undefined
}

/** So many rows are asked for together; two blocks cover what is in view and what comes next. */
const block = 60

/**
 * What this machine knows of the notes in view, as far as there are columns for it. `onRange` takes what is in view. `within`:
 * the folder that all of them are in or below, because the list is of that folder.
 */
export function useRowFacts(
  notes: readonly NoteListItem[],
  columns: readonly NoteColumn[],
  within: FolderRef | null,
) {
  const [[first, last], setRange] = useState<readonly [number, number]>([0, -1])
  const onRange = useCallback((from: number, to: number) => setRange([from, to]), [])
  const at = Math.floor(first / block)
  const ids = useMemo(
    () =>
      [at, at + 1].map((from) => notes.slice(from * block, (from + 1) * block).map(({ id }) => id)) as [
        string[],
        string[],
      ],
    [notes, at],
  )
  const has = (id: NoteColumn['id']) => columns.some((column) => column.id === id)
  const here = useBlock(ids[0], has('events'), has('folder'))
  const next = useBlock(ids[1], has('events'), has('folder'))
  const foldersOf = (id: string) => (here.folders.has(id) ? here.folders.get(id) : next.folders.get(id))
  const unknown = notes.slice(first, last + 1).flatMap(({ id }) => (foldersOf(id) === null ? [id] : []))
  useFoldersInView(has('folder') && within === null ? unknown : none)
  const factsOf = (id: string): RowFacts => {
    const folders = foldersOf(id)
    const isUnfiled = folders === null || folders?.length === 0
    return {
      events: here.events.get(id) ?? next.events.get(id),
      folders: isUnfiled && within !== null ? [within] : folders,
    }
  }
  return { onRange, factsOf }
}

const none: readonly string[] = []

function useBlock(ids: readonly string[], wantsEvents: boolean, wantsFolders: boolean) {
  const api = useApi()
  const { data: counts } = useQuery({ ...noteEvents(api, ids), enabled: wantsEvents && ids.length > 0 })
  const { data: places } = useQuery({ ...noteFolders(api, ids), enabled: wantsFolders && ids.length > 0 })
  const events = useMemo(() => {
    if (!counts) return undefined
    const known = new Map(counts.map((count) => [count.id, count.events]))
    return new Map(ids.map((id) => [id, known.get(id) ?? 0]))
  }, [counts, ids])
  const folders = useMemo(() => places && new Map(places.map((place) => [place.id, place.folders])), [places])
  return { events: useKept(events), folders: useKept(folders) }
}

/** So many rows out of view are remembered. */
const maxKept = 1_000

/** What was read, also before: a row that stays in view keeps what it shows while the rows that are new there are asked for. */
function useKept<Value>(read: ReadonlyMap<string, Value> | undefined): ReadonlyMap<string, Value> {
  const kept = useRef<ReadonlyMap<string, Value>>(new Map())
  return useMemo(() => {
    if (read) kept.current = new Map([...(kept.current.size > maxKept ? [] : kept.current), ...read])
    return kept.current
  }, [read])
}
