import { jsonDepth } from '#core/platform/json-depth.ts'

/** The same JSON in other bytes, as the sender may have written it before something on the way rewrote it. */
export interface Rewriting {
  /** Completes *the same JSON written …*. */
  readonly how: string
  readonly body: Buffer
}

const maxDepth = 64

/**
 * What parsers and printers of JSON commonly produce, at most eleven bodies, none equal to the one given; `null` when it is
 * not JSON in UTF-8 or nested too deep. Works on the tokens: numbers, the order of keys and keys written twice stay.
 */
export function rewritings(body: Uint8Array): readonly Rewriting[] | null {
  const text = decode(body)
  if (text === null || jsonDepth(text) > maxDepth || !isJson(text)) return null
  const tokens = text.match(token)?.map(plainly) ?? []
  // A line break at the end is a matter of its own.
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = text.slice(text.trimEnd().length)
  const seen = new Set([text])
  return styles.flatMap(({ how, escaping, ...layout }) => {
    const written = before + write(escaping ? tokens.map(escaping) : tokens, layout) + after
    if (seen.has(written)) return []
    seen.add(written)
    return [{ how, body: Buffer.from(written) }]
  })
}

interface Layout {
  readonly comma: string
  readonly colon: string
  readonly indent?: string
}

interface Style extends Layout {
  readonly how: string
  readonly escaping?: (token: string) => string
}

const slashes = (text: string) => text.replaceAll('/', '\\/')
const code = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0')
const ascii = (text: string) => text.replace(/[\u007f-\uffff]/g, (char) => `\\u${code(char)}`)
const upperAscii = (text: string) =>
  text.replace(/[\u007f-\uffff]/g, (char) => `\\u${code(char).toUpperCase()}`)
const html = (text: string) => text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${code(char)}`)

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const withSpaces = 'with a space after each comma and colon'

const styles: readonly Style[] = [
  { ...compact, how: 'without spaces' },
  { ...spaced, how: withSpaces },
  { ...compact, how: 'without spaces and with escaped slashes', escaping: slashes },
  { ...spaced, how: `${withSpaces}, and with escaped slashes`, escaping: slashes },
  { ...compact, how: 'without spaces and in ASCII', escaping: ascii },
  { ...spaced, how: `${withSpaces}, and in ASCII`, escaping: ascii },
  {
    ...compact,
    how: 'without spaces, in ASCII and with escaped slashes',
    escaping: (t) => slashes(ascii(t)),
  },
  { ...spaced, how: `${withSpaces}, in ASCII and with escaped slashes`, escaping: (t) => slashes(ascii(t)) },
  { ...compact, how: 'without spaces and in ASCII with capital escapes', escaping: upperAscii },
  { ...compact, how: 'without spaces and with <, > and & escaped', escaping: html },
  { comma: ',', colon: ': ', indent: '  ', how: 'over several lines, indented by two spaces' },
]

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** A string without any escape that JSON does not ask for. */
function plainly(one: string): string {
  return one.startsWith('"') ? JSON.stringify(JSON.parse(one)) : one
}

function write(tokens: readonly string[], { comma, colon, indent }: Layout): string {
  let depth = 0
  const line = () => (indent === undefined ? '' : `\n${indent.repeat(depth)}`)
  return tokens
    .map((one, at) => {
      const isEmpty = /^[}\]]$/.test(tokens[at + 1] ?? '') && /^[{[]$/.test(one)
      const closesEmpty = /^[}\]]$/.test(one) && /^[{[]$/.test(tokens[at - 1] ?? '')
      if (isEmpty || closesEmpty) return one
      if (one === '{' || one === '[') {
        depth += 1
        return one + line()
      }
      if (one === '}' || one === ']') {
        depth -= 1
        return line() + one
      }
      if (one === ',') return comma + line()
      return one === ':' ? colon : one
    })
    .join('')
}

function decode(body: Uint8Array): string | null {
  try {
    // A byte order mark is left out here, as most parsers do.
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
