import type { Lookup } from '#core/platform/ports.ts'
import { knownAddress } from './address-kind.ts'
import { type ReceiverUrl, readReceiverUrl } from './receiver-url.ts'

type ReadUrl = Extract<ReceiverUrl, { ok: true }>

export type ResolvedReceiver =
  | {
      readonly ok: true
      readonly url: URL
      readonly host: string
      readonly addresses: readonly string[]
      readonly kind: 'loopback' | 'private' | 'public'
      /** Whether all addresses are loopback addresses. */
      readonly isHere: boolean
    }
  | {
      readonly ok: false
      readonly code: 'address' | 'no-name'
      readonly host: string | null
      readonly sentence: string
    }

/** Addresses of Notehook itself, to which no requests are sent. */
export interface OwnAddresses {
  readonly listenerPort: number | null
  readonly pagePort: number | null
  readonly publicUrl: string | null
}

export interface ResolveOptions {
  /** Resolves names in the same way as other programs on this computer. */
  readonly lookup: Lookup
  readonly own: () => OwnAddresses
}

export type ResolveReceiver = (url: string, signal: AbortSignal) => Promise<ResolvedReceiver>

/**
 * Resolves a receiver's host, which is done for every request. Refuses a host with a forbidden address, and one with both public
 * and private addresses.
 */
export function createResolveReceiver({ lookup, own: ownAddresses }: ResolveOptions): ResolveReceiver {
  const refused = (host: string | null, sentence: string, code: 'address' | 'no-name' = 'address') =>
    ({ ok: false, code, host, sentence }) as const

  const addressesOf = async ({ host, form }: ReadUrl, signal: AbortSignal): Promise<readonly string[]> => {
    if (form === 'address') return [host]
    if (form === 'local') return ['127.0.0.1', '::1']
    const found = await untilAborted(
      lookup(host, signal).catch(() => []),
      signal,
    )
    return found
  }

  return async (text, signal) => {
    const read = readReceiverUrl(text)
    if (!read.ok) return refused(null, read.sentence)
    const { url, host, port } = read
    const found = await addressesOf(read, signal)
    if (found.length === 0) {
      return refused(host, `${host} has no address. Check the name and your network.`, 'no-name')
    }
    const known = found.map(knownAddress)
    const isName = read.form === 'name'
    const forbidden = known.find(({ kind }) => kind === 'forbidden')
    if (forbidden) {
      const isNamed = isName ? `${host} leads to a forbidden address. ` : ''
      return refused(host, `${isNamed}${forbidden.why}`)
    }
    const kinds = new Set(known.map(({ kind }) => kind))
    if (kinds.has('public') && kinds.size > 1) {
      return refused(host, `${host} leads to public and private addresses at the same time.`)
    }
    const kind = kinds.has('public') ? 'public' : kinds.has('private') || isName ? 'private' : 'loopback'
    const { listenerPort, pagePort, publicUrl } = ownAddresses()
    const leadsHere = kinds.has('loopback') || host === 'host.docker.internal'
    const own = port === listenerPort ? 'listener' : port === pagePort ? 'page' : null
    if (leadsHere && own !== null) {
      return refused(host, `Port ${port} is Notehook’s own ${own}. Enter the port of your receiver.`)
    }
    if (publicUrl !== null && URL.parse(publicUrl)?.host === url.host) {
      return refused(
        host,
        `${url.host} leads back to Notehook’s own listener. Enter the URL of your receiver.`,
      )
    }
    if (kind === 'public' && url.protocol !== 'https:') {
      return refused(host, 'Use https:// for a host on the internet.')
    }
    const addresses = [...new Set(known.map(({ address }) => address))]
    return {
      ok: true,
      url,
      host,
      addresses,
      kind,
      isHere: known.every(({ kind }) => kind === 'loopback'),
    }
  }
}

/** Rejects on abort, even if the work ignores the signal. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
