import type { KeyObject } from 'node:crypto'
import type { Sql } from '../store/sql.ts'
import { marks, newlines } from './alterations.ts'
import { bytes } from './delivery-reading.ts'
import type { Paths } from './paths.ts'
import { rewritings } from './rewritings.ts'
import { maxEntriesTried, maxKeysTried, sameText, sign, signatureEntries } from './verify.ts'
import { readWebhookHeaders } from './webhook-headers.ts'

/** One bad event may be anybody's; so many of them speak of the secret. */
export const eventsThatTell = 3
const rowsTried = 30

/**
 * Whether what came on a path speaks against its secret: three events that came in time, with a signature of the right
 * version that fails under it, and fails still with the usual alterations of a body taken back. A path that is unguessable is
 * known to the service and the tunnel only. Whoever asks knows that none ever verified.
 */
export function createWrongSecret(sql: Sql, paths: Pick<Paths, 'find'>): (token: string) => boolean {
  const failed = sql.prepare(
    `SELECT id, webhook_id AS webhookId, headers, body FROM deliveries WHERE token = ? AND verified = 0
       AND verdict = 'signature-mismatch' AND json_extract(trace, '$.signature') = 'mismatch'
       AND json_extract(trace, '$.age.judgement') = 'fresh' ORDER BY id DESC LIMIT ?`,
  )
  const answered = new Map<
    string,
    { readonly newest: number; readonly keys: unknown; readonly wrong: boolean }
  >()

  return (token) => {
    const secrets = paths.find(token)?.secrets
    if (secrets?.kind !== 'ready') return false
    const rows = failed.all(token, rowsTried)
    const newest = Number(rows[0]?.id ?? 0)
    const known = answered.get(token)
    if (known?.newest === newest && known.keys === secrets.keys) return known.wrong

    const events = new Set<string>()
    for (const row of rows) {
      if (events.size >= eventsThatTell) break
      const id = String(row.webhookId)
      const headers = JSON.parse(String(row.headers)) as [string, string][]
      if (!events.has(id) && !wasAltered(headers, bytes(row.body), secrets.keys)) events.add(id)
    }
    const wrong = events.size >= eventsThatTell
    answered.set(token, { newest, keys: secrets.keys, wrong })
    return wrong
  }
}

/** Its signature fits once an alteration is taken back: then the secret is right, and something on the way is not. */
function wasAltered(
  headers: readonly [string, string][],
  body: Uint8Array,
  keys: readonly KeyObject[],
): boolean {
  const reading = readWebhookHeaders(headers.flat())
  if (!reading.ok) return true
  const { id, timestamp, signature } = reading.headers
  const texts = signatureEntries(signature)
    .filter(({ version }) => version === 'v1')
    .slice(0, maxEntriesTried)
  const bodies = [...(rewritings(body) ?? []), ...newlines(body), ...marks(body)]
  return bodies.some((altered) =>
    keys.slice(0, maxKeysTried).some((key) => {
      const expected = sign(key, `${id}.${timestamp}.`, altered.body)
      return texts.some(({ text }) => sameText(text, expected))
    }),
  )
}
