export type Redactor = ReturnType<typeof createRedactor>

/** Maximum length of an encoded secret: 4,096 characters, each encoded as up to 16. */
export const longestEncoded = 65_536

export function createRedactor() {
  const known = new Map<string, readonly string[]>()
  const conceal = (text: string, others: readonly string[] = [], most = text.length): string => {
    const needles = [...known.values(), ...others.map(needlesOf)].flat()
    const least = needles.reduce(
      (length, needle) => Math.min(length, needle.length),
      Number.POSITIVE_INFINITY,
    )
    let clean = ''
    let end = 0
    for (const [from, to] of rangesOf(text, needles, least).sort(([one], [other]) => one - other)) {
      if (from >= most) break
      if (from >= end) clean += text.slice(end, from) + mark
      end = Math.max(end, to)
    }
    return (clean + text.slice(end, Math.max(end, most))).slice(0, most)
  }
  return {
    /** Redacts this secret from then on. Ignores secrets with fewer than 8 characters. */
    protect(secret: string) {
      if (!known.has(secret)) known.set(secret, needlesOf(secret))
    },
    redact(text: string): string {
      const clean = conceal(text, [], Number.POSITIVE_INFINITY)
      return lookalikes.reduce((left, [pattern, instead]) => left.replace(pattern, instead), clean)
    },
    /**
     * Removes secrets, including `others`, and then returns the first `most` characters. The text must be longer than that by
     * `longestEncoded` characters, because a truncated secret would not be recognized.
     */
    conceal,
  }
}

/** Returns whether a field with this name may contain a secret. */
export const isSecretField = (name: string): boolean =>
  /^(?:authorization|cookie|set-cookie|(?:api|signing)?[_-]?(?:key|secret)|password|token)$/i.test(name)

const mark = '[redacted]'

const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/(\bauthorization\\?["']?\s*[:=]\s*\\?["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}\]]+/gi, `$1${mark}`],
  [/(\bbearer\s+)[^\s"',;}\]]+/gi, `$1${mark}`],
  [/\bwhsec_[A-Za-z0-9+/=_%-]*/g, `whsec_${mark}`],
  [/\bkey_[A-Za-z0-9_-]{6,}/g, `key_${mark}`],
]

/** Minimum length of a secret in characters. Shorter ones would match ordinary text. */
const shortest = 8

/**
 * Returns the texts that reveal a secret, in lower case. These are the secret itself with and without its prefix, and the bytes
 * that it encodes.
 */
function needlesOf(secret: string): readonly string[] {
  const word = secret.trim().split(/\s+/).at(-1) ?? ''
  const texts = [secret, word, word.replace(/^whsec_/, '')]
  if (/^basic\s/i.test(secret)) {
    const passwords = [bytesOf(word, 'base64'), Buffer.from(word, 'base64').toString('utf8')]
    texts.push(...passwords.map((text) => text.replace(/^[^:]*:/, '')))
  }
  const encoded = texts.flatMap((text) => [
    ...(/^[\w+/-]+={0,2}$/.test(text) ? [bytesOf(text, 'base64')] : []),
    ...(/^(?:[\da-f]{2})+$/i.test(text) ? [bytesOf(text, 'hex')] : []),
  ])
  // Adds both cases, because a letter outside ASCII has different bytes in each.
  const spelled = texts.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()])
  const known = [...spelled, ...encoded]
  const needles = [...known, ...known.map((text) => bytesOf(text, 'utf8'))].map(inLowerCase)
  return [...new Set(needles)].filter(({ length }) => length >= shortest)
}

const bytesOf = (text: string, encoding: 'base64' | 'hex' | 'utf8') =>
  Buffer.from(text, encoding).toString('latin1')

/** Converts only ASCII letters to lower case, so that every character keeps its position. */
const inLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

type Range = readonly [from: number, to: number]

/** A decoded text. `sourceOf` returns the range of the original text for a range of the decoded one. */
interface Decoded {
  readonly text: string
  readonly sourceOf: (from: number, to: number) => Range
}

/** Maximum number of nested encodings, such as base64 in JSON in a URL. */
const mostEncodings = 4

function rangesOf(text: string, needles: readonly string[], least: number, left = mostEncodings): Range[] {
  if (text.length < least) return []
  const found: Range[] = []
  const lower = inLowerCase(text)
  for (const needle of needles) {
    for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, at + needle.length)) {
      found.push([at, at + needle.length])
    }
  }
  if (left === 0) return found
  for (const decode of [fromCodes, fromEscapes, fromHex, fromBase64, fromDecimals]) {
    for (const decoded of decode(text)) {
      const ranges = rangesOf(decoded.text, needles, least, left - 1)
      for (const [from, to] of ranges) found.push(decoded.sourceOf(from, to))
    }
  }
  return found
}

/** Matches character codes in URLs, JSON, JavaScript and HTML, and the zero bytes of UTF-16. */
const codes =
  /%([\da-f]{2})|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x0*([\da-f]{1,4});|&#0*(\d{1,5});|&(amp|lt|gt|quot|apos);|\0/gi
const codesAndBackslashes = new RegExp(`${codes.source}|\\\\([^ux])`, 'gi')
const named: ReadonlyMap<string, string> = new Map([
  ...([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
  ] as const),
  ...([
    ['b', '\b'],
    ['f', '\f'],
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
    ['v', '\v'],
  ] as const),
])

const fromCodes = (text: string) => unescaped(text, codes)

/** Decodes backslashes separately, because a secret may contain one. */
const fromEscapes = (text: string) => (text.includes('\\') ? unescaped(text, codesAndBackslashes) : [])

function unescaped(text: string, escapes: RegExp): Decoded[] {
  let decoded = ''
  let end = 0
  const starts: number[] = []
  const add = (part: string, at: number, step: number) => {
    for (let index = 0; index < part.length; index += 1) starts.push(at + index * step)
    decoded += part
  }
  for (const {
    0: whole,
    1: url,
    2: json,
    3: js,
    4: hex,
    5: decimal,
    6: entity,
    7: sign,
    index,
  } of text.matchAll(escapes)) {
    add(text.slice(end, index), end, 1)
    end = index + whole.length
    const digits = url ?? json ?? js ?? hex
    const name = entity?.toLowerCase() ?? sign
    if (digits !== undefined) add(String.fromCharCode(Number.parseInt(digits, 16)), index, 0)
    else if (decimal !== undefined) add(String.fromCharCode(Number(decimal)), index, 0)
    else if (name !== undefined) add(named.get(name) ?? name, index, 0)
  }
  if (end === 0) return []
  add(text.slice(end), end, 1)
  starts.push(text.length)
  return [{ text: decoded, sourceOf: (from, to) => [starts[from] ?? 0, starts[to] ?? text.length] }]
}

function fromHex(text: string): Decoded[] {
  return [...text.matchAll(/[\da-f](?:(?:0x|[\s:,-]){0,4}[\da-f]){15,}/gi)].flatMap((run) =>
    decodedFrom(run, /0x|[^\da-f]/gi, 'hex', 4),
  )
}

/** Decodes lists of byte values, such as a buffer in JSON. */
function fromDecimals(text: string): Decoded[] {
  return [...text.matchAll(/\d{1,3}(?:[\s,;]{1,8}\d{1,3}){7,}/g)].map((run) => {
    const numbers = [...run[0].matchAll(/\d+/g)]
    const startOf = (at: number) => run.index + (numbers[at]?.index ?? run[0].length)
    return {
      text: numbers.map(([digits]) => String.fromCharCode(Number(digits))).join(''),
      sourceOf: (from, to) => [startOf(from), startOf(to - 1) + (numbers[to - 1]?.[0].length ?? 0)],
    }
  })
}

/** Decodes both base64 alphabets, including text that spans several lines. */
function fromBase64(text: string): Decoded[] {
  return [...text.matchAll(/[\w+/-](?:(?:\r?\n[\t ]{0,8})?[\w+/-]){9,}/g)].flatMap((run) =>
    decodedFrom(run, /\s+/g, 'base64', 6),
  )
}

/** Decodes digits of `bits` bits each. Tries each digit at which a byte may begin. */
function decodedFrom(
  run: RegExpExecArray,
  separator: RegExp,
  encoding: 'hex' | 'base64',
  bits: 4 | 6,
): Decoded[] {
  const digits = run[0].replace(separator, '')
  let places: readonly number[] | undefined
  return Array.from({ length: encoding === 'hex' ? 2 : 4 }, (_, skipped) => ({
    text: bytesOf(digits.slice(skipped), encoding),
    sourceOf: (from, to) => {
      places ??= placesOf(run, separator)
      const first = places[skipped + Math.floor((from * 8) / bits)] ?? 0
      const last = places[skipped + Math.floor((to * 8 - 1) / bits)] ?? first
      return [first, last + 1]
    },
  }))
}

function placesOf(run: RegExpExecArray, separator: RegExp): readonly number[] {
  const places: number[] = []
  let at = 0
  const addUntil = (end: number) => {
    for (; at < end; at += 1) places.push(run.index + at)
  }
  for (const { 0: skipped, index } of run[0].matchAll(separator)) {
    addUntil(index)
    at += skipped.length
  }
  addUntil(run[0].length)
  return places
}
