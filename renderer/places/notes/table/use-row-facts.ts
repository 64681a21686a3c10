import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FolderRef } from '#shared/notes/folder-contract.ts'
import type { FoundNote } from '#shared/notes/index-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { useApi } from '../../../host/client.ts'
import { noteEvents } from '../../../nouns/deliveries/queries.ts'
import { noteFolders } from '../../../nouns/notes/index-queries.ts'
import type { NoteColumn } from './note-columns.ts'

export interface RowFacts {
  /** The number of events received for the note, or `undefined` while unknown. */
  readonly events: number | undefined
  /**
   * The note's folders. The list is empty if the note is in no folder, `null` if its folders are unknown, and `undefined` while
   * they are loading.
   */
  readonly folders: readonly FolderRef[] | null | undefined
}

export type TableNote = NoteListItem & Partial<Pick<FoundNote, 'folders' | 'match'>>

/** Number of rows whose data is requested together. */
const block = 60

/**
 * Returns the event counts and folders of the notes in view, if their columns are visible. `onRange` takes the range of rows in
 * view. `within` is the folder that the list shows.
 */
export function useRowFacts(
  notes: readonly TableNote[],
  columns: readonly NoteColumn[],
  within: FolderRef | null,
) {
  const [[first, last], setRange] = useState<readonly [number, number]>([0, -1])
  const onRange = useCallback((from: number, to: number) => setRange([from, to]), [])
  const at = Math.floor(first / block)
  const blocks = useMemo(
    () =>
      [at, at + 1].map((from) => notes.slice(from * block, (from + 1) * block)) as [TableNote[], TableNote[]],
    [notes, at],
  )
  const has = (id: NoteColumn['id']) => columns.some((column) => column.id === id)
  const here = useBlock(blocks[0], has('events'), has('folder'))
  const next = useBlock(blocks[1], has('events'), has('folder'))
  const foldersOf = useCallback(
    (id: string) => (here.folders.has(id) ? here.folders.get(id) : next.folders.get(id)),
    [here.folders, next.folders],
  )
  const unknown = notes.slice(first, last + 1).flatMap(({ id }) => (foldersOf(id) === null ? [id] : []))
  useFoldersInView(has('folder') && within === null ? unknown : none)
  const factsOf = useCallback(
    (id: string): RowFacts => {
      const folders = foldersOf(id)
      const isUnfiled = folders === null || folders?.length === 0
      return {
        events: here.events.get(id) ?? next.events.get(id),
        folders: isUnfiled && within !== null ? [within] : folders,
      }
    },
    [here.events, next.events, foldersOf, within],
  )
  return { onRange, factsOf }
}

const none: readonly string[] = []

function useBlock(notes: readonly TableNote[], wantsEvents: boolean, wantsFolders: boolean) {
  const api = useApi()
  const ids = useMemo(() => notes.map(({ id }) => id), [notes])
  const { data: counts } = useQuery({ ...noteEvents(api, ids), enabled: wantsEvents && ids.length > 0 })
  const asksFolders = wantsFolders && notes.some(({ folders }) => folders === undefined)
  const { data: places } = useQuery({ ...noteFolders(api, ids), enabled: asksFolders })
  const events = useMemo(() => {
    if (!counts) return undefined
    const known = new Map(counts.map((count) => [count.id, count.events]))
    return ids.map((id) => [id, known.get(id) ?? 0] as const)
  }, [counts, ids])
  const folders = useMemo(() => {
    const found = notes.flatMap(({ id, folders }) => (folders === undefined ? [] : [[id, folders] as const]))
    // Without a request, `places` still contains the data of the previous rows.
    const placed = asksFolders ? (places ?? []) : []
    return [...found, ...placed.map((place) => [place.id, place.folders] as const)]
  }, [places, notes, asksFolders])
  return { events: useKept(events), folders: useKept(folders) }
}

/** Number of rows out of view whose facts are kept. */
const maxKept = 1_000

/**
 * Returns the values that have been read so far. Rows keep their values while new rows load. Equal values keep their objects, so
 * that unchanged rows don't render again.
 */
function useKept<Value>(read: readonly (readonly [string, Value])[] | undefined): ReadonlyMap<string, Value> {
  const kept = useRef<ReadonlyMap<string, Value>>(new Map())
  return useMemo(() => {
    const known = kept.current
    if (!read || read.every(([id, value]) => isSame(known.get(id), value))) return known
    kept.current = new Map([
      ...(known.size > maxKept ? [] : known),
      ...read.map(
        ([id, value]) => [id, isSame(known.get(id), value) ? (known.get(id) as Value) : value] as const,
      ),
    ])
    return kept.current
  }, [read])
}

const isSame = (known: unknown, read: unknown) =>
  known === read || (known !== undefined && JSON.stringify(known) === JSON.stringify(read))

/** Milliseconds without scrolling before folders are requested. */
const settleMs = 400
const most = 60

/** Requests the folders of these notes before those of other notes. The result arrives with the next index event. */
function useFoldersInView(unknownIds: readonly string[]): void {
  const api = useApi()
  const requested = useDebounced(unknownIds.slice(0, most).join('\n'), settleMs)
  useEffect(() => {
    if (requested === '') return
    api.call('notes.folders-in-view', { ids: requested.split('\n') }).catch(() => {})
  }, [api, requested])
}
