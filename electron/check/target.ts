import { lookup } from 'node:dns/promises'
import { createRedactor } from '#core/platform/redact.ts'
import { createResolveReceiver } from '#core/receivers/address/resolve-receiver.ts'
import { transmit } from '#core/receivers/send/transmit.ts'
import { UsageError } from './command-line.ts'
import type { CheckExchanger } from './suite/ports.ts'
import { answerOf, headersOf } from './transmitted-answer.ts'

export class UnreachableError extends Error {}

const lookupMs = 10_000

/**
 * Opens a receiver's URL. http is allowed on this computer and in private networks, and https everywhere. The host name is
 * resolved once, and connections are made only to those addresses. Throws `UsageError` and `UnreachableError`.
 */
export async function openTarget(options: {
  readonly url: string
  readonly ca: string | null
  readonly secrets: readonly string[]
  readonly signal: AbortSignal
}): Promise<CheckExchanger> {
  const { url: typed, ca, secrets, signal } = options
  const resolve = createResolveReceiver({
    lookup: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
    own: () => ({ listenerPort: null, pagePort: null, publicUrl: null }),
  })
  const late = AbortSignal.timeout(lookupMs)
  const where = await resolve(typed, AbortSignal.any([signal, late])).catch((error: unknown) => {
    if (signal.aborted || !late.aborted) throw error
    throw new UnreachableError('The name server didn’t respond in time.')
  })
  if (!where.ok) {
    throw where.code === 'no-name' ? new UnreachableError(where.sentence) : new UsageError(where.sentence)
  }
  const redactor = createRedactor()
  for (const secret of secrets) redactor.protect(secret)
  const { url, addresses } = where
  return async (request, { withinMs, signal }) =>
    answerOf(
      await transmit({
        url,
        addresses,
        ca,
        withinMs,
        signal,
        conceal: (text, most) => redactor.conceal(text, [], most),
        ...request,
        headers: headersOf(url.host, request),
      }),
      redactor,
    )
}
