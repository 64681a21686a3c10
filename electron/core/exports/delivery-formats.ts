import { sessionLimits } from '#shared/deliveries/limits.ts'
import { outcomeOfResponse, readSimulatedResponse } from '#shared/deliveries/responses/recorded-response.ts'
import { type DeliveryRecord, type SessionHead, sessionExtension } from '#shared/deliveries/session-file.ts'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { csvLine } from './csv.ts'
import { harEntry } from './har.ts'
import type { Writing } from './note-formats.ts'

export interface DeliveryWriting extends Pick<Writing, 'extension' | 'head' | 'foot'> {
  row(delivery: DeliveryRecord, isFirst: boolean): string
  /** Maximum size of the file, which is the largest that Notehook can open. */
  readonly most?: { readonly deliveries: number; readonly bytes: number }
}

export const deliveryFormats: Readonly<Record<DeliveryExportFormat, DeliveryWriting>> = {
  csv: {
    extension: 'csv',
    head: () => csvLine(columns),
    row: (delivery) => csvLine(cells(delivery)),
    foot: () => '',
  },
  ndjson: {
    extension: 'ndjson',
    head: () => '',
    row: (delivery) => `${JSON.stringify(delivery)}\n`,
    foot: () => '',
  },
  har: {
    extension: 'har',
    head: () => '{"log":{"version":"1.2","creator":{"name":"Notehook","version":"1"},"entries":[\n',
    row: (delivery, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(harEntry(delivery))}`,
    foot: () => '\n]}}\n',
  },
  session: {
    extension: sessionExtension,
    head: ({ title, at }) => {
      const head: SessionHead = { notehook_session: 1, title, exported_at: at }
      return `${JSON.stringify(head)}\n`
    },
    row: ({ body: _, ...delivery }) => `${JSON.stringify(delivery)}\n`,
    foot: () => '',
    most: sessionLimits,
  },
}

const columns = [
  'received_at',
  'last_received_at',
  'event_type',
  'note_id',
  'occurred_at',
  'webhook_id',
  'endpoint_id',
  'verdict',
  'attempts',
  'answered',
  'outcome',
  'flags',
  'starred',
  'remark',
  'body',
]

const cells = (delivery: DeliveryRecord): readonly string[] => {
  const { status, attempts, attemptLog, flags, starred, remark } = delivery
  const simulated = readSimulatedResponse(attemptLog.at(-1)?.answer ?? '')
  return [
    delivery.firstReceivedAt,
    delivery.lastReceivedAt,
    delivery.eventType ?? '',
    delivery.noteId ?? '',
    delivery.occurredAt ?? '',
    delivery.webhookId ?? '',
    delivery.endpointId ?? '',
    delivery.verdict,
    String(attempts),
    String(status),
    outcomeOfResponse(simulated ?? { status, delayMs: 0 }),
    flags.join(' '),
    starred ? 'yes' : '',
    remark,
    delivery.body ?? `base64:${delivery.bodyBase64}`,
  ]
}
