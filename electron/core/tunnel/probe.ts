import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { dial } from '#core/platform/dial.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { Dial, Lookup } from '#core/platform/ports.ts'
import { specialBlockOf } from '#core/public-address/address-blocks.ts'
import type { ProbeResult } from '#shared/tunnel/model.ts'
import { fault, faultOf, faultOfFailure } from './probe-faults.ts'

/**
 * Checks that requests to a public address reach this listener. Sends a nonce to the address, and the listener responds with the
 * nonce and a signature. The key for the signature is created at each start.
 */
export type Probes = ReturnType<typeof createProbes>

export interface ProbeChange {
  readonly nonce: string
  readonly proof: string | null
}

export interface ProbeOptions {
  readonly lookup: Lookup
  readonly dial?: Dial | undefined
  readonly timeoutMs?: number
}

/** Maximum number of body bytes to read. It is enough for the title of an HTML page. */
const bodyBytes = 16_384

export function createProbes({ lookup, dial: testDial, timeoutMs = 10_000 }: ProbeOptions) {
  const key = randomBytes(32)
  const outstanding = new Map<string, { arrived: boolean }>()
  const changed = createEmitter<ProbeChange>()
  const sign = (nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url')

  const addressesOf = async (host: string, signal: AbortSignal) => {
    const bare = host.replace(/^\[|\]$/g, '')
    return isIP(bare) ? [bare] : (testDial?.lookup ?? lookup)(bare, signal).catch(() => [])
  }

  const send = async (nonce: string, publicUrl: string, signal: AbortSignal): Promise<ProbeResult> => {
    const url = new URL(`${publicUrl}/probe/${nonce}`)
    const addresses = await addressesOf(url.hostname, signal)
    if (addresses.length === 0) return faultOfFailure('ENOTFOUND', url.hostname)
    const special = testDial ? undefined : addresses.find((address) => specialBlockOf(address) !== null)
    if (special !== undefined) {
      return fault(
        'private-answer',
        `From this network, the name resolves to ${special}, which isn’t public. The service may see another address, so it can’t be verified from here.`,
      )
    }
    const { response, failure, phases } = await dial({
      url,
      addresses,
      ca: testDial?.ca,
      signal,
      request: { method: 'GET', keptBytes: bodyBytes },
    })
    if (response === null || failure !== null) return faultOfFailure(failure?.code ?? '', url.hostname)
    const answer = { ...response, body: response.body.toString('latin1') }
    if (answer.status === 200 && equal(answer.body, sign(nonce))) {
      return { reached: true, latencyMs: phases.totalMs }
    }
    return faultOf(answer, outstanding.get(nonce)?.arrived ?? false)
  }

  return {
    /** Fires when the listener must begin to respond to a nonce with `proof`, or must stop because `proof` is `null`. */
    onDidChange: changed.event,
    /** Returns the response to a probe. `null` if the nonce is unknown. */
    answer(nonce: string): string | null {
      const known = outstanding.get(nonce)
      if (!known) return null
      known.arrived = true
      return sign(nonce)
    },
    /** Probes the address with a GET request. Follows no redirects and takes at most ten seconds. Rejects only if aborted. */
    async prove(publicUrl: string, signal?: AbortSignal): Promise<ProbeResult> {
      const nonce = randomBytes(24).toString('base64url')
      const late = AbortSignal.timeout(timeoutMs)
      outstanding.set(nonce, { arrived: false })
      changed.fire({ nonce, proof: sign(nonce) })
      try {
        const result = await send(nonce, publicUrl, signal ? AbortSignal.any([late, signal]) : late)
        signal?.throwIfAborted()
        if (result.reached || !late.aborted) return result
        const seconds = timeoutMs / 1000
        return outstanding.get(nonce)?.arrived
          ? fault('altered', `The probe arrived, but no response came back within ${seconds} s.`)
          : fault('timeout', `No response within ${seconds} s.`)
      } finally {
        outstanding.delete(nonce)
        changed.fire({ nonce, proof: null })
      }
    },
  }
}

function equal(body: string, signed: string): boolean {
  const [one, other] = [Buffer.from(body.trimEnd()), Buffer.from(signed)]
  return one.length === other.length && timingSafeEqual(one, other)
}
