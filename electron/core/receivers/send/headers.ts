import { sentHeader } from '#core/deliveries/index.ts'

/** A header as sent over the network. Values contain one character per byte (`latin1`). */
export type Header = readonly [name: string, value: string]

/** Headers that a tunnel or proxy in front of Notehook added. The service sends none of them. */
const addedOnTheWay = /^(?:x-forwarded-.+|forwarded|via|x-real-ip|cf-.+|ngrok-.+)$/i

/** Headers of a single connection (RFC 9110, section 7.6.1) and of its message framing. They are not copied to a new request. */
const ofTheConnection: readonly string[] = [
  ...['host', 'content-length', 'transfer-encoding', 'connection'],
  ...['keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'],
]

/** Headers that are copied even if `Connection` lists them, because receivers need them. */
const endToEnd = /^(?:webhook-.+|content-type)$/

/** Returns the header names that a delivery's `Connection` headers list, in lower case. */
function connectionOptions(headers: readonly Header[]): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((option) => option.trim().toLowerCase())
    .filter((option) => !endToEnd.test(option))
}

/** Returns whether a header is reserved. Users can't add it, because Notehook sets it for each request. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return (
    lower === sentHeader ||
    /^webhook-(?:id|timestamp|signature)$/.test(lower) ||
    (ofTheConnection.includes(lower) && lower !== 'host')
  )
}

export interface HeadOptions {
  readonly headers: readonly Header[]
  readonly own: readonly Header[]
  readonly host: string
  readonly bodyBytes: number
  /** The `notehook-sent` header's value. */
  readonly mode: string
}

export interface Head {
  readonly headers: readonly Header[]
  readonly leftOut: readonly string[]
  /** Names of headers that are new or have another value than in the delivery. */
  readonly replaced: readonly string[]
}

/**
 * Returns the headers for a request, based on those of a delivery. Their order and case stay the same. Headers of the connection
 * are replaced or left out. The receiver's own headers replace those with the same name, and `Content-Length` is last.
 */
export function headOf({ headers, own, host, bodyBytes, mode }: HeadOptions): Head {
  const made = new Map<string, Header>([
    ['host', ['Host', host]],
    ...own.map((header): [string, Header] => [header[0].toLowerCase(), header]),
    ['content-length', ['Content-Length', String(bodyBytes)]],
    ['connection', ['Connection', 'close']],
    [sentHeader, [sentHeader, mode]],
  ])
  const unplaced = new Set(made.keys())
  const listed = connectionOptions(headers)
  const leftOut: string[] = []
  const replaced: string[] = []
  const sent: Header[] = []
  for (const header of headers) {
    const [name, value] = header
    const lower = name.toLowerCase()
    const maker = made.get(lower)
    if (maker === undefined) {
      if (lower === 'transfer-encoding') replaced.push(name)
      else if (addedOnTheWay.test(name) || ofTheConnection.includes(lower) || listed.includes(lower))
        leftOut.push(name)
      else sent.push(header)
    } else if (unplaced.delete(lower)) {
      sent.push([name, maker[1]])
      if (maker[1] !== value) replaced.push(name)
    }
  }
  for (const lower of unplaced) {
    const header = made.get(lower)
    if (header === undefined) continue
    if (lower === 'host') sent.unshift(header)
    else sent.push(header)
    if (lower !== sentHeader) replaced.push(header[0])
  }
  // Puts `Content-Length` last. Node decodes a `Content-Disposition` after it as UTF-8, which would change its bytes.
  const isLength = ([name]: Header) => Number(name.toLowerCase() === 'content-length')
  return { headers: sent.sort((one, other) => isLength(one) - isLength(other)), leftOut, replaced }
}

/**
 * Sets a delivery's three `webhook-*` headers. Existing headers stay in their position, missing ones are added at the end, and
 * duplicates are removed.
 */
export function withWebhookHeaders(
  headers: readonly Header[],
  values: Readonly<Partial<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>>,
): Header[] {
  const left = new Map(Object.entries(values))
  const known = new Set(left.keys())
  const changed = headers.flatMap(([name, value]): Header[] => {
    const lower = name.toLowerCase()
    const next = left.get(lower)
    if (next === undefined) return known.has(lower) ? [] : [[name, value]]
    left.delete(lower)
    return [[name, next]]
  })
  return [...changed, ...[...left].map(([name, value]): Header => [name, value])]
}

export function findHeader(headers: readonly Header[], lower: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === lower)?.[1]
}
