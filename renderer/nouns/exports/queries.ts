import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../host/query-keys.ts'

/** The ids of export jobs that this page started and whose files it has not saved or downloaded yet. */
export function startedExports() {
  return queryOptions<readonly string[]>({
    queryKey: keys.startedExports,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Registers an export that this page started, so that its file is saved or downloaded once it is ready. */
export function addStartedExport(cache: QueryClient, jobId: string): void {
  cache.setQueryData(startedExports().queryKey, (ids = []) => [...ids, jobId])
}

/** Returns whether this page started the export, and removes its registration. */
export function takeStartedExport(cache: QueryClient, jobId: string): boolean {
  const { queryKey } = startedExports()
  const ids = cache.getQueryData(queryKey) ?? []
  cache.setQueryData(
    queryKey,
    ids.filter((id) => id !== jobId),
  )
  return ids.includes(jobId)
}

const chunkSize = 500

/** Sends notes to a pending export in chunks, until all are sent or the export ends. */
export async function addNotes(api: Client, id: string, notes: readonly NoteListItem[]): Promise<void> {
  for (let at = 0, more = true; more && at < notes.length; at += chunkSize) {
    more = await api.call('exports.add', { id, notes: notes.slice(at, at + chunkSize) })
  }
}

/** Reads an export's file in chunks, which the browser may store on disk. */
export async function readExport(api: Client, id: string): Promise<Blob> {
  const chunks: Blob[] = []
  for (let from: number | null = 0; from !== null; ) {
    const got: OutputOf<'exports.piece'> = await api.call('exports.piece', { id, from })
    chunks.push(new Blob([Uint8Array.from(atob(got.base64), (sign) => sign.charCodeAt(0))]))
    from = got.next
  }
  return new Blob(chunks, { type: 'application/octet-stream' })
}
