import type { KeyObject } from 'node:crypto'
import type { SQLOutputValue } from 'node:sqlite'
import type { Sql } from '#core/database/sql.ts'
import { sameText } from '#core/platform/constant-time.ts'
import type { Paths } from '../listener/known-paths.ts'
import { maxEntriesTried, maxKeysTried, sign, signatureEntries } from '../listener/verify.ts'
import { readWebhookHeaders } from '../listener/webhook-headers.ts'
import { bytes } from '../store/delivery-from-row.ts'
import { originals } from './rewrites.ts'

/**
 * Finds out why requests to a path have a wrong signature. Either the stored secret is wrong, or the body was altered on the way,
 * or they come from someone else who knows the URL.
 */
export type Mismatches = ReturnType<typeof createMismatches>

/** Number of events with a wrong signature after which the stored secret is considered wrong. */
const eventsThatTell = 3
const rowsTried = 30
/**
 * Limits for the search for alterations: the number of recent requests, and the size of their bodies. Anyone who knows the URL
 * can send requests, so without limits they could keep this computer busy.
 */
const alterationsTried = { rows: 5, bytes: 16_384 } as const
/** Number of possible original bodies to try, the most likely first. */
const originalsTried = 32

export function createMismatches(sql: Sql, paths: Pick<Paths, 'find'>) {
  const failed = sql.prepare(
    `SELECT id, webhook_id AS webhookId, headers, body FROM deliveries WHERE path_id = ? AND verified = 0
       AND verdict = 'signature-mismatch' AND json_extract(trace, '$.signature') = 'mismatch'
       AND json_extract(trace, '$.age.judgement') = 'fresh' ORDER BY id DESC LIMIT ?`,
  )
  const latest = sql.prepare(
    `SELECT id, headers, body FROM deliveries WHERE path_id = ? AND verified = 0 AND verdict = 'signature-mismatch'
       AND last_received_at >= ? AND length(body) <= ? ORDER BY id DESC LIMIT ?`,
  )

  const secretIsWrong = remembered((pathId, keys) => {
    const events = new Set<string>()
    return {
      rows: failed.all(pathId, rowsTried),
      answer(rows) {
        for (const row of rows) {
          if (events.size >= eventsThatTell) break
          const id = String(row.webhookId)
          if (!events.has(id) && !wasAltered(row, keys)) events.add(id)
        }
        return events.size >= eventsThatTell
      },
    }
  })
  const oneWasAltered = remembered((pathId, keys, since) => ({
    rows: latest.all(pathId, since, alterationsTried.bytes, alterationsTried.rows),
    answer: (rows) => rows.some((row) => wasAltered(row, keys)),
  }))

  const keysOf = (pathId: string) => {
    const secrets = paths.find(pathId)?.secrets
    return secrets?.kind === 'ready' ? secrets.keys : null
  }

  return {
    /**
     * Returns whether the stored secret is probably wrong: three events that arrived in time don't match it, even after undoing
     * common alterations of the body. Only valid for a path that has never verified a delivery.
     */
    secretIsWrong(pathId: string): boolean {
      const keys = keysOf(pathId)
      return keys !== null && secretIsWrong(pathId, keys, '')
    },
    /**
     * Returns whether the requests since this ISO time probably come from the service. They do if the stored secret is wrong, or
     * if a signature matches once an alteration of the body is undone.
     */
    areOfService(pathId: string, since: string): boolean {
      const keys = keysOf(pathId)
      if (keys === null) return false
      const neverVerified = paths.find(pathId)?.hasVerified === false
      return (neverVerified && secretIsWrong(pathId, keys, '')) || oneWasAltered(pathId, keys, since)
    },
  }
}

type Row = Readonly<Record<string, SQLOutputValue>>
type Keys = readonly KeyObject[]

/** Caches a result until new requests arrive or the secret changes. */
function remembered(
  look: (
    pathId: string,
    keys: Keys,
    since: string,
  ) => { readonly rows: readonly Row[]; readonly answer: (rows: readonly Row[]) => boolean },
) {
  const known = new Map<
    string,
    { readonly newest: number; readonly keys: Keys; readonly since: string; readonly is: boolean }
  >()
  return (pathId: string, keys: Keys, since: string): boolean => {
    const { rows, answer } = look(pathId, keys, since)
    const newest = Number(rows[0]?.id ?? 0)
    const before = known.get(pathId)
    if (before?.newest === newest && before.keys === keys && before.since === since) return before.is
    const is = answer(rows)
    known.set(pathId, { newest, keys, since, is })
    return is
  }
}

/** Returns whether the signature matches once an alteration of the body is undone. */
function wasAltered(row: Row, keys: Keys): boolean {
  const headers = JSON.parse(String(row.headers)) as [string, string][]
  const body = bytes(row.body)
  const reading = readWebhookHeaders(headers.flat())
  if (!reading.ok) return true
  const { id, timestamp, signature } = reading.headers
  const texts = signatureEntries(signature)
    .filter(({ version }) => version === 'v1')
    .slice(0, maxEntriesTried)
  for (const original of originals(body, originalsTried)) {
    for (const key of keys.slice(0, maxKeysTried)) {
      const expected = sign(key, `${id}.${timestamp}.`, original)
      if (texts.some(({ text }) => sameText(text, expected))) return true
    }
  }
  return false
}
