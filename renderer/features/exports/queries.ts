import { queryOptions } from '@tanstack/react-query'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { readLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

/** Told by events once it is known. */
export function exportStatus(api: Client) {
  return queryOptions({
    queryKey: keys.exports,
    queryFn: readLatest(keys.exports, (options) => api.call('exports.status', {}, options)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** So many notes at once, that a call stays small. */
const piece = 500

/** Hands notes that are on the page over to an export that waits for them, piece by piece, until they are there or it is ended. */
export async function addNotes(
  api: Client,
  status: OutputOf<'exports.start'>,
  notes: readonly NoteListItem[],
): Promise<void> {
  let now = status
  for (let at = 0; at < notes.length && now.state === 'running'; at += piece) {
    now = await api.call('exports.add', { id: now.id, notes: notes.slice(at, at + piece) })
  }
}

/** The file of a finished export, fetched piece by piece; the browser may keep the pieces on the disk. */
export async function readExport(api: Client, id: string): Promise<Blob> {
  const pieces: Blob[] = []
  for (let from: number | null = 0; from !== null; ) {
    const got: OutputOf<'exports.piece'> = await api.call('exports.piece', { id, from })
    pieces.push(new Blob([Uint8Array.from(atob(got.base64), (sign) => sign.charCodeAt(0))]))
    from = got.next
  }
  return new Blob(pieces, { type: 'application/octet-stream' })
}
