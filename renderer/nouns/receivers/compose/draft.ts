import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import type { BreakKind } from '#shared/receivers/compose.ts'
import { textOfBase64 } from './body-text.ts'

export interface HeaderLine {
  readonly key: string
  readonly name: string
  readonly value: string
}

export interface Origin {
  readonly deliveryId: number
  readonly endpointId: string | null
  readonly isVerified: boolean
  readonly bodyBase64: string
}

/** A delivery that the user composes. Contains no signing secret. */
export interface Draft {
  /** `null` if the original body is not text. It is then sent unchanged. */
  readonly body: string | null
  /** Headers in order, without those that are generated on sending. */
  readonly headers: readonly HeaderLine[]
  readonly breakIt: BreakKind | null
  readonly origin: Origin | null
}

export function draftOfDelivery({
  id,
  endpointId,
  trace,
  bodyBase64,
  headers,
}: Pick<DeliveryDetail, 'id' | 'endpointId' | 'trace' | 'bodyBase64' | 'headers'>): Draft {
  return {
    body: textOfBase64(bodyBase64),
    headers: headers
      .map(([name, value], at) => ({ key: `came-${at}`, name, value }))
      .filter(({ name }) => !made.test(name)),
    breakIt: null,
    origin: { deliveryId: id, endpointId, isVerified: trace.signature === 'valid', bodyBase64 },
  }
}

/** Headers that are generated on sending. */
const made = /^(webhook-timestamp|webhook-signature|host|content-length|transfer-encoding|connection)$/i

export const draftOfBody = (body: string): Draft => ({
  body,
  headers: [{ key: 'content-type', name: 'Content-Type', value: 'application/json' }],
  breakIt: null,
  origin: null,
})

/** Replaces the body. If the event id changes, a `webhook-id` header with the old id gets the new one. */
export function withBody(draft: Draft, body: string, before: string | null, after: string | null): Draft {
  const headers =
    before === null || after === null || before === after
      ? draft.headers
      : draft.headers.map((line) =>
          line.name.toLowerCase() === 'webhook-id' && line.value === before
            ? { ...line, value: after }
            : line,
        )
  return { ...draft, body, headers }
}

/** Unsent drafts, by workspace and name. They are only in memory, because headers may contain keys. */
const drafts = new Map<string, Draft>()
const mostDrafts = 20

export const storedDraft = (workspaceId: string | null, name: string) => drafts.get(`${workspaceId} ${name}`)

export function storeDraft(workspaceId: string | null, name: string, draft: Draft | null): void {
  const key = `${workspaceId} ${name}`
  drafts.delete(key)
  if (draft === null) return
  drafts.set(key, draft)
  const [oldest] = drafts.keys()
  if (drafts.size > mostDrafts && oldest !== undefined) drafts.delete(oldest)
}
