import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import { createUnzip } from 'node:zlib'
import { type Dialed, type DialResponse, dial } from './dial.ts'
import type { Fetch } from './ports.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Size in bytes of the chunks of a body. They are small, so that a reader with a size limit can stop soon after exceeding it. */
const pieceBytes = 16_384

/** Maximum number of bytes to read. The service client's own limit is lower, so that it notices a response that is too long. */
const mostBytes = 8 * 1024 * 1024

/**
 * Sends requests to this computer directly, because a proxy from the environment or the system could read a key in plain http.
 * All other requests use `fetch`.
 */
export function withDirectLoopback(fetch: Fetch): Fetch {
  return (url, init) => {
    const target = new URL(url)
    const addresses = loopbackAddressesOf(target.hostname.replace(/^\[|\]$/g, ''))
    return addresses === null ? fetch(url, init) : fetchFrom(target, addresses, init)
  }
}

/** Returns the addresses for a host name that means this computer, and `null` for any other. */
function loopbackAddressesOf(host: string): readonly string[] | null {
  if (/(?:^|\.)localhost\.?$/.test(host)) return ['127.0.0.1', '::1']
  const isHere = (isIPv4(host) && loopback.check(host)) || (isIPv6(host) && loopback.check(host, 'ipv6'))
  return isHere ? [host] : null
}

async function fetchFrom(url: URL, addresses: readonly string[], init: RequestInit): Promise<Response> {
  const head = Promise.withResolvers<Pick<DialResponse, 'status' | 'headers'> | null>()
  const dialed = dial({
    url,
    addresses,
    ca: url.protocol === 'https:' ? getCACertificates('system').join('\n') : null,
    signal: init.signal ?? undefined,
    request: {
      method: init.method ?? 'GET',
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
      body: typeof init.body === 'string' ? init.body : undefined,
      keptBytes: mostBytes,
      onHead: head.resolve,
    },
  })
  void dialed.then(() => head.resolve(null))
  const found = await head.promise
  if (found === null) throw (await dialed).failure?.error
  const { status, headers } = found
  const pairs = Object.entries(headers).flatMap(([name, value = '']) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  const body = Readable.toWeb(Readable.from(bodyOf(dialed, headers['content-encoding']))) as ReadableStream
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: pairs })
}

/** Returns the body and decompresses it, because some servers compress responses even if the client didn't ask for it. */
async function* bodyOf(dialed: Promise<Dialed>, coding: string | undefined): AsyncGenerator<Uint8Array> {
  const { response, failure } = await dialed
  if (failure) throw failure.error
  const body = response?.body ?? new Uint8Array()
  if (coding === 'gzip' || coding === 'deflate') {
    const unzip = createUnzip()
    unzip.end(body)
    yield* unzip
  } else for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
}
