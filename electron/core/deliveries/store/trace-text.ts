import { z } from 'zod'
import { VerificationTrace } from '#shared/deliveries/model.ts'
import { maxEntriesTraced, signatureEntries } from '../listener/verify.ts'
import { readWebhookHeaders, wellFormed } from '../listener/webhook-headers.ts'

/** What of a trace its row does not tell otherwise. */
const StoredTrace = VerificationTrace.pick({ signature: true, age: true }).extend({
  /** Which entries of the signature, by their place. */
  matches: z.array(z.number().int()),
})

/**
 * A trace as it is written into its row: entries and signed prefix stand in the headers, and to write them a second time would
 * cost a tenth of what is written for a delivery.
 */
export function traceText({ signature, age, entries }: VerificationTrace): string {
  const matches: number[] = []
  for (const [at, entry] of entries.entries()) if (entry.matches) matches.push(at)
  return JSON.stringify({ signature, age, matches } satisfies z.infer<typeof StoredTrace>)
}

/** The whole trace again. `headers`: name and value in pairs, as they are kept. */
export function readTrace(
  text: string,
  headers: readonly (readonly [string, string])[],
  bodyBytes: number,
): VerificationTrace {
  const { signature, age, matches } = StoredTrace.parse(JSON.parse(text))
  const reading = readWebhookHeaders(headers.flat())
  const signed = reading.ok ? reading.headers : null
  return {
    headers: wellFormed,
    signature,
    entries: signatureEntries(signed?.signature ?? '')
      .slice(0, maxEntriesTraced)
      .map((entry, at) => ({ ...entry, matches: matches.includes(at) })),
    signedPrefix: signed && `${signed.id}.${signed.timestamp}.`,
    bodyBytes,
    age,
  }
}
