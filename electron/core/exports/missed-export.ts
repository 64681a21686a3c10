import type { MissedNote } from '#shared/missed/model.ts'
import { csvLine } from './csv.ts'
import type { Writing } from './formats.ts'

interface MissedWriting extends Pick<Writing, 'extension' | 'head' | 'foot'> {
  row(note: MissedNote): string
}

export const missedFormat: MissedWriting = {
  extension: 'csv',
  head: () =>
    csvLine([
      'note_id',
      'title',
      'state',
      'reason',
      'updated_at',
      'created_at',
      'last_event_at',
      'may_arrive_until',
    ]),
  row: ({ id, title, state, reason, updatedAt, createdAt, heardAt, until }) =>
    csvLine([id, title, state, reason, updatedAt ?? '', createdAt ?? '', heardAt ?? '', until ?? '']),
  foot: () => '',
}

const pieceRows = 500

/** Writes the missed notes as they were when the export began. */
export async function writeMissed(
  notes: readonly MissedNote[],
  { row }: MissedWriting,
  keep: (text: string, rows: number) => Promise<void>,
): Promise<null> {
  for (let at = 0; at < notes.length; at += pieceRows) {
    const some = notes.slice(at, at + pieceRows)
    await keep(some.map(row).join(''), some.length)
  }
  return null
}
