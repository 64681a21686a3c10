import { sentHeader } from '#core/deliveries/index.ts'

/** Names and values as they are on the wire. Values are bytes, a character each (`latin1`). */
export type Header = readonly [name: string, value: string]

/** What a tunnel or proxy on the way here added (the specification has none of these). */
const addedOnTheWay = /^(?:x-forwarded-.+|forwarded|via|x-real-ip|cf-.+|ngrok-.+)$/i

/**
 * Headers of one connection (RFC 9110, section 7.6.1), and those of its request's framing. They are made for each request or left out.
 * With `Expect`, Node would also write the values of the other headers as UTF-8.
 */
const ofTheConnection: readonly string[] = [
  ...['host', 'content-length', 'transfer-encoding', 'connection'],
  ...['keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'],
]

/** Sent even if `Connection` lists them, because every receiver needs them. */
const endToEnd = /^(?:webhook-.+|content-type)$/

/** The names that the `Connection` headers of a delivery list, in lower case. */
function connectionOptions(headers: readonly Header[]): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((option) => option.trim().toLowerCase())
    .filter((option) => !endToEnd.test(option))
}

/** What an own header cannot set: the connection’s are made for each request, and the others would not be true. */
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
  /** Of the receiver, whole. */
  readonly own: readonly Header[]
  /** As in the URL, with its port. */
  readonly host: string
  readonly bodyBytes: number
  /** The value of `notehook-sent`. */
  readonly mode: string
}

export interface Head {
  readonly headers: readonly Header[]
  readonly leftOut: readonly string[]
  /** Names of headers whose values differ from the delivery's, or that it has not. */
  readonly replaced: readonly string[]
}

/**
 * The headers of a request, from those of a delivery: in their order and case, and as often. Those of the connection are replaced, each
 * in its place, or left out, and the receiver's own replace others. `Content-Length` comes last.
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
      // The body has a length instead.
      if (lower === 'transfer-encoding') replaced.push(name)
      else if (addedOnTheWay.test(name) || ofTheConnection.includes(lower) || listed.includes(lower))
        leftOut.push(name)
      else sent.push(header)
    } else if (unplaced.delete(lower)) {
      // In the delivery's own case.
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
  // Node decodes a Content-Disposition that follows Content-Length as UTF-8, which changes or rejects its bytes.
  const isLength = ([name]: Header) => Number(name.toLowerCase() === 'content-length')
  return { headers: sent.sort((one, other) => isLength(one) - isLength(other)), leftOut, replaced }
}

/** The same headers with other values of the three of a delivery, each in its place; one that is missing is appended. */
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
