import type { JobRun } from '#core/platform/jobs.ts'
import type { Receivers } from '#core/receivers/index.ts'
import type { SendExportFormat } from '#shared/exports/contract.ts'
import type { Send } from '#shared/receivers/model.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import { csvLine } from './csv.ts'
import type { Writing } from './note-formats.ts'

interface SendWriting extends Pick<Writing, 'extension' | 'head' | 'foot'> {
  row(send: Send): string
}

export const sendFormats: Readonly<Record<SendExportFormat, SendWriting>> = {
  csv: {
    extension: 'csv',
    head: () => csvLine(columns),
    row: (send) => csvLine(cells(send)),
    foot: () => '',
  },
  ndjson: {
    extension: 'ndjson',
    head: () => '',
    row: (send) => `${JSON.stringify(send)}\n`,
    foot: () => '',
  },
}

interface SendExportOptions {
  readonly run: Pick<JobRun, 'workspaceId' | 'signal'>
  readonly filter: ParsedInputOf<'exports.start-sends'>['filter']
  readonly writing: SendWriting
}

const pageRows = 200

/** Writes the requests to receivers, newest first. Requests made during the export are not included. */
export async function writeSends(
  sends: Receivers['sends'],
  { run: { workspaceId, signal }, filter, writing }: SendExportOptions,
  keep: (text: string, rows: number) => Promise<void>,
): Promise<null> {
  for (let before: number | undefined, more = true; more; ) {
    const page = await sends({ ...filter, workspaceId, before, limit: pageRows }, signal)
    await keep(page.sends.map(writing.row).join(''), page.sends.length)
    before = page.sends.at(-1)?.id
    more = page.hasMore && before !== undefined
    await new Promise((resolve) => setImmediate(resolve))
  }
  return null
}

const columns = [
  'sent_at',
  'verdict',
  'status',
  'problem',
  'mode',
  'cause',
  'event_type',
  'note_id',
  'webhook_id',
  'endpoint',
  'delivery',
  'receiver',
  'url',
  'connect_ms',
  'first_byte_ms',
  'total_ms',
]

const cells = (send: Send): readonly string[] => [
  send.at,
  send.verdict ?? '',
  String(send.status ?? ''),
  send.problem?.sentence ?? '',
  send.mode,
  send.cause,
  send.eventType ?? '',
  send.noteId ?? '',
  send.webhookId ?? '',
  send.endpointId ?? '',
  String(send.deliveryId ?? ''),
  send.receiverId,
  send.url,
  ...[send.phases.connectMs, send.phases.firstByteMs, send.phases.totalMs].map((ms) =>
    ms === null ? '' : ms.toFixed(1),
  ),
]
