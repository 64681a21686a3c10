import { queryOptions } from '@tanstack/react-query'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { readLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

/** Kept current by events once loaded. */
export function exportStatus(api: Client) {
  return queryOptions({
    queryKey: keys.exports,
    queryFn: readLatest(keys.exports, (options) => api.call('exports.status', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Notes per call, so that a call stays small. */
const chunkSize = 500

/** Sends notes of the page to an export that waits for them, in chunks, until all are sent or the export ends. */
export async function addNotes(
  api: Client,
  status: OutputOf<'exports.start'>,
  notes: readonly NoteListItem[],
): Promise<void> {
  let current = status
  for (let at = 0; at < notes.length && current.state === 'running'; at += chunkSize) {
    current = await api.call('exports.add', { id: current.id, notes: notes.slice(at, at + chunkSize) })
  }
}

/** Reads the file of a finished export in chunks, which the browser may keep on disk. */
export async function readExport(api: Client, id: string): Promise<Blob> {
  const chunks: Blob[] = []
  for (let from: number | null = 0; from !== null; ) {
    const got: OutputOf<'exports.piece'> = await api.call('exports.piece', { id, from })
    chunks.push(new Blob([Uint8Array.from(atob(got.base64), (sign) => sign.charCodeAt(0))]))
    from = got.next
  }
  return new Blob(chunks, { type: 'application/octet-stream' })
}
