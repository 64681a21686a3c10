import { z } from 'zod'
import { VerificationTrace } from '#shared/deliveries/model.ts'
import { maxEntriesTraced, signatureEntries } from '../listener/verify.ts'
import { readWebhookHeaders, wellFormed } from '../listener/webhook-headers.ts'

const StoredTrace = VerificationTrace.pick({ signature: true, age: true }).extend({
  matches: z.array(z.number().int()),
})

/** Formats a trace for the database, without the texts that are stored with the delivery's headers. */
export function traceText({ signature, age, entries }: VerificationTrace): string {
  const matches: number[] = []
  for (const [at, entry] of entries.entries()) if (entry.matches) matches.push(at)
  return JSON.stringify({ signature, age, matches } satisfies z.infer<typeof StoredTrace>)
}

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
