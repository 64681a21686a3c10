import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { longestBody } from '#shared/receivers/limits.ts'

export interface HeaderLine {
  readonly key: string
  readonly name: string
  readonly value: string
}

/** What the user changes. */
export interface EditedDelivery {
  /** `null`: the body is not text, and is sent unchanged. */
  readonly body: string | null
  /** In order, without those that are made when it is sent. */
  readonly headers: readonly HeaderLine[]
}

export function editedOf({
  bodyBase64,
  headers,
}: Pick<DeliveryDetail, 'bodyBase64' | 'headers'>): EditedDelivery {
  return {
    body: textOf(bodyBase64),
    headers: headers
      .map(([name, value], at) => ({ key: `came-${at}`, name, value }))
      .filter(({ name }) => !made.test(name)),
  }
}

/** Made when it is sent. */
const made = /^(webhook-timestamp|webhook-signature|host|content-length|transfer-encoding|connection)$/i

function textOf(base64: string): string | null {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export function bodyBase64Of({ body }: EditedDelivery, unchanged: string): string {
  if (body === null) return unchanged
  let binary = ''
  for (const byte of new TextEncoder().encode(body)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

export const isTooLarge = ({ body }: EditedDelivery) =>
  body !== null && new TextEncoder().encode(body).length > longestBody

/** The event type in the body; `null` if there is none to change. */
export function typeIn(body: string | null): string | null {
  const type = (objectIn(body) as { readonly event_type?: unknown } | null)?.event_type
  return typeof type === 'string' ? type : null
}

/** The body with another event type, and everything else in it as it was typed. */
export function withType(body: string, type: string): string {
  const before = objectIn(body)
  if (before === null) return body
  const wanted = JSON.stringify({ ...before, event_type: type })
  // The first place of that name may be in another object, so what it leads to is compared.
  for (const match of body.matchAll(/("event_type"\s*:\s*)"(?:[^"\\]|\\.)*"/g)) {
    const [all, name = ''] = match
    const next = `${body.slice(0, match.index)}${name}${JSON.stringify(type)}${body.slice(match.index + all.length)}`
    if (JSON.stringify(objectIn(next)) === wanted) return next
  }
  return body
}

function objectIn(body: string | null): object | null {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Why a text is not JSON, in the words of the browser; `null` if it is. */
export function jsonProblem(body: string): string | null {
  try {
    JSON.parse(body)
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message.slice(0, 160) : null
  }
}

/** Changes that were not sent, by workspace and delivery. In memory only, because headers may contain keys. */
const drafts = new Map<string, EditedDelivery>()

export const draftOf = (workspaceId: string | null, deliveryId: number) =>
  drafts.get(`${workspaceId} ${deliveryId}`)

export function setDraft(
  workspaceId: string | null,
  deliveryId: number,
  edited: EditedDelivery | null,
): void {
  const name = `${workspaceId} ${deliveryId}`
  drafts.delete(name)
  if (edited === null) return
  drafts.set(name, edited)
  const [oldest] = drafts.keys()
  if (drafts.size > mostDrafts && oldest !== undefined) drafts.delete(oldest)
}

const mostDrafts = 20
