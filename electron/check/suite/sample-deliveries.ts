import { createHmac, randomBytes } from 'node:crypto'

export type Header = readonly [name: string, value: string]

export interface CheckRequest {
  readonly headers: readonly Header[]
  readonly body: Buffer
  /** If set, the body is sent in two pieces and cut after this many bytes. */
  readonly cutAt?: number
}

/** A signed delivery (specification, section 4, *Delivery request*) before a case changes it. */
export interface SampleDelivery {
  readonly id: string
  readonly noteId: string
  readonly timestamp: string
  /** `v1,` followed by the signature in base64. */
  readonly signature: string
  readonly body: Buffer
}

export interface SampleParts {
  readonly id?: string
  readonly type?: string
  readonly noteId?: string
  /** Age of the timestamp. Negative values are in the future. */
  readonly agedSeconds?: number
  /** Text after the digits of the timestamp. It is signed too. */
  readonly afterTimestamp?: string
  readonly secret?: 'right' | 'wrong'
  readonly fields?: Readonly<Record<string, unknown>>
  readonly retryOf?: SampleDelivery
  readonly write?: (payload: Readonly<Record<string, unknown>>) => string
}

/** Returns the HMAC-SHA256 of these bytes in base64, using the receiver's secret. */
export type SignBytes = (content: Uint8Array) => string

export type SampleDeliveries = ReturnType<typeof createSampleDeliveries>

export function createSampleDeliveries(options: {
  readonly sign: SignBytes
  readonly now: () => Date
  readonly onNote: (noteId: string) => void
}) {
  const { sign, now, onNote } = options
  // Makes ids unique to this run, because the receiver may remember the ids of earlier runs.
  const run = randomBytes(4).toString('hex')
  const wrongKey = randomBytes(32)
  let made = 0

  const noteId = () => {
    made += 1
    return `not_check${run}${String(made).padStart(4, '0')}`
  }

  return {
    make(parts: SampleParts = {}): SampleDelivery {
      made += 1
      const id = parts.retryOf?.id ?? parts.id ?? `evt_notehook_check_${run}_${made}`
      const note = parts.retryOf?.noteId ?? parts.noteId ?? noteId()
      if (parts.retryOf === undefined && parts.noteId === undefined) onNote(note)
      const type = parts.type ?? 'note.generated'
      const payload = {
        event_id: id,
        event_type: type,
        note_id: note,
        occurred_at: now().toISOString(),
        ...(type === 'note.edited' ? { data: { changed_fields: ['summary'] } } : {}),
        ...parts.fields,
      }
      const body = parts.retryOf?.body ?? Buffer.from((parts.write ?? JSON.stringify)(payload))
      const seconds = Math.floor(now().getTime() / 1000) - (parts.agedSeconds ?? 0)
      const timestamp = `${seconds}${parts.afterTimestamp ?? ''}`
      const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
      const mac =
        parts.secret === 'wrong'
          ? createHmac('sha256', wrongKey).update(content).digest('base64')
          : sign(content)
      return { id, noteId: note, timestamp, signature: `v1,${mac}`, body }
    },
  }
}

export interface RequestChanges {
  readonly id?: string | null
  readonly timestamp?: string | null
  readonly signature?: string | null
  readonly contentType?: string | null
  readonly body?: Buffer
}

export function requestOf(delivery: SampleDelivery, changes: RequestChanges = {}): CheckRequest {
  const given = (value: string | null | undefined, usual: string) => (value === undefined ? usual : value)
  const headers: readonly (readonly [string, string | null])[] = [
    ['content-type', given(changes.contentType, 'application/json')],
    ['user-agent', 'Notehook-Check/1'],
    ['webhook-id', given(changes.id, delivery.id)],
    ['webhook-timestamp', given(changes.timestamp, delivery.timestamp)],
    ['webhook-signature', given(changes.signature, delivery.signature)],
  ]
  return {
    headers: headers.flatMap(([name, value]): Header[] => (value === null ? [] : [[name, value]])),
    body: changes.body ?? delivery.body,
  }
}
