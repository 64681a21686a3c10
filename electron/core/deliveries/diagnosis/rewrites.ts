import { jsonDepth } from '#core/platform/json-depth.ts'
import { type Rewrite, rewriteKinds } from '#shared/deliveries/rewrites.ts'
import { tokensOf } from '#shared/json-text.ts'

/** Returns the bodies that this rewrite could produce. Empty if it would not change the body. */
export function rewrite(kind: Rewrite, body: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(body)
  const json = isPrinter(kind) ? readJson(bytes) : null
  const made = !isPrinter(kind)
    ? changes[kind].make(bytes)
    : json === null
      ? []
      : [Buffer.from(write(json, printers[kind]))]
  return made.filter((one) => !one.equals(bytes))
}

/**
 * Generates up to `most` bodies that may be the original of this one, most likely first. Changes the JSON as tokens, because
 * parsing it would lose digits of long numbers and repeated names.
 */
export function* originals(body: Uint8Array, most: number): Generator<Buffer> {
  const bytes = Buffer.from(body)
  const seen = new Set([bytes.toString('latin1')])
  for (const original of allOriginals(bytes)) {
    const text = original.toString('latin1')
    if (seen.has(text)) continue
    if (seen.size > most) return
    seen.add(text)
    yield original
  }
}

/** Returns the one or two rewrites that turn the original into the received body. Returns `null` if no combination does. */
export function rewritesBetween(original: Uint8Array, received: Uint8Array): readonly Rewrite[] | null {
  const target = Buffer.from(received)
  for (const kind of rewriteKinds) {
    if (rewrite(kind, original).some((made) => made.equals(target))) return [kind]
  }
  for (const kind of rewriteKinds) {
    for (const made of rewrite(kind, original)) {
      const then = afterwards.find((next) => rewrite(next, made).some((last) => last.equals(target)))
      if (then) return [kind, then]
    }
  }
  return indentedBetween(original, target)
}

/** Compares the body with pretty-printed JSON, such as that of PHP's JSON_PRETTY_PRINT. */
function indentedBetween(original: Uint8Array, target: Buffer): readonly Rewrite[] | null {
  const json = readJson(original)
  if (json === null) return null
  for (const kind of rewriteKinds) {
    for (const pretty of ['json-2-spaces', 'json-4-spaces', 'json-tabs'] as const) {
      if (!isPrinter(kind)) continue
      const made = Buffer.from(write(json, { ...printers[kind], ...layoutOf(printers[pretty]) }))
      const isMade =
        made.equals(target) || rewrite('final-line-break', made).some((one) => one.equals(target))
      if (isMade) return [kind, pretty]
    }
  }
  return null
}

const layoutOf = ({ string, number, order, ...layout }: Style): Style => layout

const afterwards = ['final-line-break', 'byte-order-mark', 'line-breaks'] as const

type Json =
  | string
  | { readonly kind: 'list'; readonly items: readonly Json[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: Json])[] }

const maxDepth = 64

/** Parses a body into a tree of tokens. Returns `null` if it is nested too deeply or is not JSON in UTF-8. */
export function readJson(body: Uint8Array): Json | null {
  const text = decode(body)
  if (text === null || jsonDepth(text) > maxDepth) return null
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  const tokens = tokensOf(text)
  let at = 0
  const next = () => tokens[at++] ?? ''
  const read = (): Json => {
    const first = next()
    if (first !== '[' && first !== '{') return first
    const items: Json[] = []
    const members: [string, Json][] = []
    while (tokens[at] !== ']' && tokens[at] !== '}') {
      if (tokens[at] === ',') at += 1
      if (first === '[') items.push(read())
      else {
        const name = next()
        at += 1
        members.push([name, read()])
      }
    }
    at += 1
    return first === '[' ? { kind: 'list', items } : { kind: 'object', members }
  }
  return read()
}

/** A program's style of printing JSON. */
interface Style {
  readonly comma: string
  readonly colon: string
  /** Indentation per level. If set, each member and item gets its own line. */
  readonly indent?: string
  /** Whether to use Jackson's layout: lists on one line, and a space inside empty lists and objects. */
  readonly isJackson?: boolean
  readonly string?: ((token: string) => string) | undefined
  readonly number?: ((token: string) => string) | undefined
  /** Sort order of an object's names. If a name is repeated, the last value wins. */
  readonly order?: (one: string, other: string) => number
}

function write(json: Json, style: Style, level = 0): string {
  const { comma, colon, indent, isJackson = false, string, number } = style
  if (typeof json === 'string') {
    if (json.startsWith('"')) return string?.(json) ?? json
    return /^[-\d]/.test(json) ? (number?.(json) ?? json) : json
  }
  const isObject = json.kind === 'object'
  const [open, close] = isObject ? '{}' : '[]'
  const isInline = isJackson && !isObject
  const inner = isInline ? level : level + 1
  const parts = isObject
    ? inOrder(json.members, style.order).map(
        ([name, value]) => `${string?.(name) ?? name}${colon}${write(value, style, inner)}`,
      )
    : json.items.map((item) => write(item, style, inner))
  if (parts.length === 0) return isJackson ? `${open} ${close}` : `${open}${close}`
  if (isInline) return `${open} ${parts.join(', ')} ${close}`
  const line = (depth: number) => (indent === undefined ? '' : `\n${indent.repeat(depth)}`)
  return `${open}${line(level + 1)}${parts.join(`${comma}${line(level + 1)}`)}${line(level)}${close}`
}

type Members = Extract<Json, { kind: 'object' }>['members']

function inOrder(members: Members, order: Style['order']): Members {
  if (!order) return members
  const last = new Map(members.map((member) => [String(JSON.parse(member[0])), member]))
  return [...last].toSorted(([one], [other]) => order(one, other)).map(([, member]) => member)
}

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const byLength = (one: string, other: string) =>
  Buffer.byteLength(one) - Buffer.byteLength(other) || byBytes(one, other)

/** Returns a function that prints a string and escapes the given characters in addition to those that JSON requires. */
function escaping({
  also,
  slash = false,
  isUpper = false,
}: {
  readonly also?: RegExp
  readonly slash?: boolean
  readonly isUpper?: boolean
} = {}) {
  const code = (char: string) => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${isUpper ? hex.toUpperCase() : hex}`
  }
  const written = (part: string) => {
    if (part.length === 6) return isUpper ? `\\u${part.slice(2).toUpperCase()}` : part
    const char = part.at(-1) ?? ''
    if (part.length === 2) return char === '"' && also?.test(char) ? code(char) : part
    if (char === '/' && slash) return '\\/'
    return also?.test(char) ? code(char) : char
  }
  return (token: string) => {
    const inner = JSON.stringify(JSON.parse(token)).slice(1, -1)
    return `"${inner.replace(/\\u[0-9a-f]{4}|\\.|[^\\]/gs, written)}"`
  }
}

const plain = escaping()
const ascii = escaping({ also: /[\u007f-\uffff]/ })
const slashes = escaping({ also: /[\u2028\u2029]/, slash: true })
const asciiSlashes = escaping({ also: /[\u0080-\uffff]/, slash: true })
const html = escaping({ also: /[<>&\u2028\u2029]/ })
const gson = escaping({ also: /[<>&='\u2028\u2029]/ })
const dotnet = escaping({ also: /["&'+<>`\u007f-\uffff]/, isUpper: true })
const newtonsoft = escaping({ also: /[\u0085\u2028\u2029]/ })
const jacksonAscii = escaping({ also: /[\u0080-\uffff]/, isUpper: true })

function shortNumber(token: string): string {
  const value = Number(token)
  if (!Number.isFinite(value)) return token
  return value === 0 && token.startsWith('-') ? '-0' : String(value)
}

/** Prints a double in Java's format: always with a decimal point, and with an exponent from ten million up, such as 1.2E7. */
function javaDouble(token: string): string {
  const value = Number(token)
  if (!Number.isFinite(value)) return token
  const size = Math.abs(value)
  const [digits = '', exponent] =
    size !== 0 && (size < 1e-3 || size >= 1e7) ? value.toExponential().split('e') : [shortNumber(token)]
  const decimal = digits.includes('.') ? digits : `${digits}.0`
  return exponent === undefined ? decimal : `${decimal}E${Number(exponent)}`
}

const withPoint = (token: string) => (/^-?\d+$/.test(token) ? `${token}.0` : token)

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const indented = (indent: string) => ({ comma: ',', colon: ': ', indent })
const jacksonPretty = { comma: ',', colon: ' : ', indent: '  ', isJackson: true }

const printers = {
  'json-compact': { ...compact, string: plain },
  'json-2-spaces': { ...indented('  '), string: plain },
  'json-4-spaces': { ...indented('    '), string: plain },
  'json-tabs': { ...indented('\t'), string: plain },
  'json-ascii': { ...compact, string: ascii },
  python: { ...spaced, string: ascii },
  'python-utf8': { ...spaced, string: plain },
  php: { ...compact, string: asciiSlashes },
  'php-utf8': { ...compact, string: slashes },
  go: { ...compact, string: html },
  'go-map': { ...compact, string: html, number: shortNumber, order: byBytes },
  gson: { ...compact, string: gson },
  'gson-map': { ...compact, string: gson, number: javaDouble },
  dotnet: { ...compact, string: dotnet },
  newtonsoft: { ...compact, string: newtonsoft },
  'jackson-ascii': { ...compact, string: jacksonAscii },
  'jackson-pretty': { ...jacksonPretty, string: plain },
  jsonb: { ...spaced, string: plain, order: byLength },
} as const satisfies Partial<Record<Rewrite, Style>>

const isPrinter = (kind: Rewrite): kind is keyof typeof printers => kind in printers

const layouts: readonly Style[] = [
  ...new Map(
    Object.values(printers)
      .map(layoutOf)
      .map((layout) => [JSON.stringify(layout), layout]),
  ).values(),
]
const strings = [undefined, ...new Set(Object.values(printers).map(({ string }) => string))]
const numbers = [undefined, shortNumber, withPoint]

function* allOriginals(body: Buffer): Generator<Buffer> {
  for (const kind of rewriteKinds) if (!isPrinter(kind)) yield* changes[kind].undo(body)
  const json = readJson(body)
  if (json === null) return
  const ownStrings = distinct(strings, (string) => write(json, { ...compact, string }))
  const ownNumbers = distinct(numbers, (number) => write(json, { ...compact, number }))
  for (const orders of [1, ordersTried(json)]) {
    for (const number of ownNumbers) {
      for (const tail of ['', '\n']) {
        for (const string of ownStrings) {
          for (const layout of layouts) {
            for (let order = 0; order < orders; order += 1) {
              yield Buffer.from(write(reordered(json, order), { ...layout, string, number }) + tail)
            }
          }
        }
      }
    }
  }
}

/** Removes styles that print this JSON in the same way as an earlier style. */
function distinct<T>(styles: readonly T[], written: (style: T) => string): readonly T[] {
  return [...new Map(styles.map((style) => [written(style), style] as const).reverse()).values()].reverse()
}

const mostOrders = 720

/**
 * Returns the number of name orders to try. Programs that reorder names sort them, so if the names are not sorted, only their
 * current order is tried.
 */
function ordersTried(json: Json): number {
  const count = [byBytes, byLength].some((order) => isSorted(json, order)) ? countOrders(json) : 1
  return count > mostOrders ? 1 : count
}

/** Returns the same JSON with its names in another order. Order 0 is the current one. */
function reordered(json: Json, number: number): Json {
  let left = number
  const visit = (one: Json): Json => {
    if (typeof one === 'string') return one
    if (one.kind === 'list') return { ...one, items: one.items.map(visit) }
    const rest = [...one.members]
    const members = one.members.flatMap(() => {
      const [member] = rest.splice(left % rest.length, 1)
      left = Math.floor(left / (rest.length + 1))
      return member ? [member] : []
    })
    return { ...one, members: members.map(([name, value]) => [name, visit(value)] as const) }
  }
  return visit(json)
}

function isSorted(json: Json, order: NonNullable<Style['order']>): boolean {
  if (typeof json === 'string') return true
  if (json.kind === 'list') return json.items.every((item) => isSorted(item, order))
  const names = json.members.map(([name]) => String(JSON.parse(name)))
  const isInOrder = names.every((name, at) => at === 0 || order(names[at - 1] ?? '', name) < 0)
  return isInOrder && json.members.every(([, value]) => isSorted(value, order))
}

function countOrders(json: Json): number {
  if (typeof json === 'string') return 1
  const values = json.kind === 'list' ? json.items : json.members.map(([, value]) => value)
  const own = json.kind === 'list' ? 1 : values.reduce((product, _, at) => product * (at + 1), 1)
  return values.reduce((product, value) => product * countOrders(value), own)
}

type Change = (body: Buffer) => readonly Buffer[]
interface Changes {
  readonly make: Change
  readonly undo: Change
}

const mark = Buffer.from([0xef, 0xbb, 0xbf])
const inBytes = (body: Buffer, change: (text: string) => string) => [
  Buffer.from(change(body.toString('latin1')), 'latin1'),
]
const toggle = (change: Change): Changes => ({ make: change, undo: change })

const changes: Readonly<Record<Exclude<Rewrite, keyof typeof printers>, Changes>> = {
  'final-line-break': toggle((body) =>
    body.at(-1) === 0x0a
      ? inBytes(body, (text) => text.replace(/\r?\n$/, ''))
      : ['\n', '\r\n'].map((end) => Buffer.concat([body, Buffer.from(end)])),
  ),
  'line-breaks': toggle((body) =>
    inBytes(body, (text) =>
      text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n'),
    ),
  ),
  'byte-order-mark': toggle((body) => [
    body.subarray(0, 3).equals(mark) ? body.subarray(3) : Buffer.concat([mark, body]),
  ]),
  'windows-1252': {
    make: (body) => inText(body, toWindows1252),
    undo: (body) => [Buffer.from(fromWindows1252(body))],
  },
  'utf-8-twice': {
    make: (body) => [fromWindows1252(body), body.toString('latin1')].map((text) => Buffer.from(text)),
    undo: (body) => inText(body, (text) => [...toWindows1252(text), ...toLatin1(text)]),
  },
  base64: {
    make: (body) => [Buffer.from(body.toString('base64'))],
    undo: (body) =>
      /^[A-Za-z0-9+/]+={0,2}\s*$/.test(body.toString('latin1'))
        ? [Buffer.from(body.toString('latin1'), 'base64')]
        : [],
  },
  'json-string': {
    make: (body) => inText(body, (text) => [Buffer.from(JSON.stringify(text))]),
    undo(body) {
      const json = readJson(body)
      return typeof json === 'string' && json.startsWith('"') ? [Buffer.from(String(JSON.parse(json)))] : []
    },
  },
}

/** The Windows-1252 characters from 0x80 to 0x9f, where Latin-1 has control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const fromWindows1252 = (body: Buffer) =>
  body
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => windows1252[char.charCodeAt(0) - 0x80] ?? char)

const noCode = '\uffff'

function toWindows1252(text: string): readonly Buffer[] {
  return toLatin1(
    text.replace(/[\u0080-\u009f\u0100-\uffff]/g, (char) => {
      const at = windows1252.indexOf(char)
      return at < 0 ? noCode : String.fromCharCode(0x80 + at)
    }),
  )
}

function toLatin1(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text ? [bytes] : []
}

function inText(body: Buffer, change: (text: string) => readonly Buffer[]): readonly Buffer[] {
  const text = decode(body)
  return text === null ? [] : change(text)
}

function decode(body: Uint8Array): string | null {
  try {
    // Skips a byte order mark, as most parsers do.
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}
