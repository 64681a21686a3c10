import { sentHeader } from '#core/deliveries/index.ts'

/** A header as sent over the network. Values contain one character per byte (`latin1`). */
export type Header = readonly [name: string, value: string]

/** Headers that a tunnel or proxy in front of Notehook added. The service sends none of them. */
const addedOnTheWay = /^(?:x-forwarded-.+|forwarded|via|x-real-ip|cf-.+|ngrok-.+)$/i

/**
 * Headers for a single connection (RFC 9110, section 7.6.1) or its message framing. Each request gets its own or none. With
 * `Expect`, Node would also write the other headers' values as UTF-8.
 */
const ofTheConnection: readonly string[] = [
  ...['host', 'content-length', 'transfer-encoding', 'connection'],
  ...['keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'],
]

/** Headers that are sent even if `Connection` lists them, because every receiver needs them. */
const endToEnd = /^(?:webhook-.+|content-type)$/

/** Returns the header names that a delivery's `Connection` headers list, in lower case. */
function connectionOptions(headers: readonly Header[]): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((option) => option.trim().toLowerCase())
    .filter((option) => !endToEnd.test(option))
}

/** Returns whether users can't add a header with this name, because Notehook sets it for each request. */
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
  /** Names of headers that the delivery doesn't have, or has with another value. */
  readonly replaced: readonly string[]
}

/**
 * Builds a request's headers from a delivery's, keeping their order, case and number. Connection headers are replaced in place or
 * left out. The receiver's own headers replace those with the same name. `Content-Length` comes last.
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
      // The request has a `Content-Length` instead.
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
  // After Content-Length, Node would decode a Content-Disposition as UTF-8, which changes or rejects its bytes.
  const isLength = ([name]: Header) => Number(name.toLowerCase() === 'content-length')
  return { headers: sent.sort((one, other) => isLength(one) - isLength(other)), leftOut, replaced }
}

/** Sets the values of a delivery's three `webhook-*` headers in place. Appends missing headers and removes duplicates. */
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
