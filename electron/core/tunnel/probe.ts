import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { Clock, Dial, Lookup } from '#core/platform/ports.ts'
import { specialBlockOf } from '#core/public-address/address-blocks.ts'
import type { ProbeResult } from '#shared/tunnel/model.ts'
import { fault, faultOf, faultOfFailure, type ProbeAnswer } from './probe-answer.ts'

/**
 * Proves that a public address leads to this run of this listener: a nonce is sent through the address, and the listener signs it
 * with a key that only this run has.
 */
export interface Probes {
  /** What the listener answers from now on; `null`: the nonce is not outstanding any more. */
  readonly onDidChange: Event<ProbeChange>
  /** For the listener: the signed nonce while it is outstanding, `null` for any other text. */
  answer(nonce: string): string | null
  /** Sends one GET, follows no redirects, and waits ten seconds at most. Rejects only when aborted. */
  prove(publicUrl: string, signal?: AbortSignal): Promise<ProbeResult>
}

export interface ProbeChange {
  readonly nonce: string
  readonly proof: string | null
}

export interface ProbeOptions {
  readonly lookup: Lookup
  readonly dial?: Dial | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly timeoutMs?: number
}

export function createProbes({ lookup, dial, clock, timeoutMs = 10_000 }: ProbeOptions): Probes {
  const key = randomBytes(32)
  const outstanding = new Map<string, { arrived: boolean }>()
  const changed = createEmitter<ProbeChange>()
  const sign = (nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url')

  const addressesOf = async (host: string, signal: AbortSignal) => {
    const bare = host.replace(/^\[|\]$/g, '')
    return isIP(bare) ? [bare] : (dial?.lookup ?? lookup)(bare, signal)
  }

  const send = async (nonce: string, publicUrl: string, signal: AbortSignal): Promise<ProbeResult> => {
    const url = new URL(`${publicUrl}/probe/${nonce}`)
    const addresses = await addressesOf(url.hostname, signal).catch(() => [])
    signal.throwIfAborted()
    if (addresses.length === 0)
      return faultOfFailure(Object.assign(new Error(), { code: 'ENOTFOUND' }), url.hostname)
    const special = dial ? undefined : addresses.find((address) => specialBlockOf(address) !== null)
    if (special !== undefined) {
      return fault(
        'private-answer',
        `From this network, the name resolves to ${special}, which isn’t public. The service may see another address, so it can’t be verified from here.`,
      )
    }
    const from = clock.monotonicMs()
    const answer = await get(url, addresses, dial?.ca, signal)
    const latencyMs = clock.monotonicMs() - from
    if (answer.status === 200 && equal(answer.body, sign(nonce))) return { reached: true, latencyMs }
    return faultOf(answer, outstanding.get(nonce)?.arrived ?? false)
  }

  return {
    onDidChange: changed.event,
    answer(nonce) {
      const known = outstanding.get(nonce)
      if (!known) return null
      known.arrived = true
      return sign(nonce)
    },
    async prove(publicUrl, signal) {
      const nonce = randomBytes(24).toString('base64url')
      const late = AbortSignal.timeout(timeoutMs)
      outstanding.set(nonce, { arrived: false })
      changed.fire({ nonce, proof: sign(nonce) })
      try {
        return await send(nonce, publicUrl, signal ? AbortSignal.any([late, signal]) : late)
      } catch (error) {
        signal?.throwIfAborted()
        if (!late.aborted) return faultOfFailure(error, new URL(publicUrl).hostname)
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

const bodyBytes = 16_384

/** Connects only to the addresses that were checked, so that a changed DNS answer cannot lead elsewhere. */
function get(
  url: URL,
  addresses: readonly string[],
  ca: string | undefined,
  signal: AbortSignal,
): Promise<ProbeAnswer> {
  const pinned: LookupFunction = (_host, _options, done) => {
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  }
  return new Promise((resolve, reject) => {
    const options = {
      agent: false,
      lookup: pinned,
      signal,
      autoSelectFamily: true,
      ...(ca === undefined ? {} : { ca }),
    }
    const sent = request(url, options, (response) => {
      let body = ''
      const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      response.setEncoding('latin1')
      response.on('data', (text: string) => {
        body += text
        if (body.length < bodyBytes) return
        done()
        sent.destroy()
      })
      response.on('end', done)
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

function equal(body: string, signed: string): boolean {
  const [one, other] = [Buffer.from(body.trimEnd()), Buffer.from(signed)]
  return one.length === other.length && timingSafeEqual(one, other)
}
