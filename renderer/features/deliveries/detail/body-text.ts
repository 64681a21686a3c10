import { payload as copy } from './copy.ts'

export interface BodyText {
  readonly bytes: Uint8Array
  /** `null` when the bytes are not UTF-8. */
  readonly text: string | null
  /** Formatted over several lines; `null` if it is not JSON, or too deep or too large. */
  readonly json: string | null
  /** Why JSON is not formatted, as a sentence. */
  readonly whyNot: string | null
}

/** Deeper or larger JSON is shown as received. */
const maxDepth = 64
const maxFormatted = 100_000

/** A raw body as it can be shown. Never throws for any bytes. */
export function readBodyText(base64: string): BodyText {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const text = decode(bytes)
  if (text === null || !isJson(text)) return { bytes, text, json: null, whyNot: null }
  const json = text.length > maxFormatted ? null : format(text)
  return { bytes, text, json, whyNot: json === null ? tooLarge : null }
}

const tooLarge = copy.tooLargeToFormat(maxFormatted, maxDepth)

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * JSON with line breaks and indentation. Only white space between tokens changes: numbers keep their digits and duplicate keys
 * are kept, which parsing and printing would lose. One pass without recursion; `null` if it is too deep.
 */
function format(text: string): string | null {
  const out: string[] = []
  let depth = 0
  const newLine = () => out.push('\n', '  '.repeat(depth))
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const list = character === '[' && depth < maxDepth ? shortList(text, at) : null
    if (character === '"') {
      const end = endOfString(text, at)
      out.push(text.slice(at, end))
      at = end - 1
    } else if (list !== null) {
      out.push(list.line)
      at = list.end - 1
    } else if (character === '{' || character === '[') {
      depth += 1
      if (depth > maxDepth) return null
      const close = /^\s*[}\]]/.exec(text.slice(at + 1, at + 1 + maxBlank))
      out.push(character)
      if (close) {
        depth -= 1
        out.push(close[0].trim())
        at += close[0].length
      } else newLine()
    } else if (character === '}' || character === ']') {
      depth -= 1
      newLine()
      out.push(character)
    } else if (character === ',') {
      out.push(character)
      newLine()
    } else if (character === ':') out.push(': ')
    else if (!/\s/.test(character)) out.push(character)
  }
  return out.join('')
}

/** A list of a few values that fits on a line, such as `["summary", "title"]`, and the index after it; otherwise `null`. */
function shortList(text: string, start: number): { readonly line: string; readonly end: number } | null {
  let line = '['
  for (let at = start + 1; at < text.length && at <= start + maxLine; at += 1) {
    const character = text[at] ?? ''
    if (character === '{' || character === '[') return null
    if (character === ']') return line === '[' ? null : { line: `${line}]`, end: at + 1 }
    if (character === '"') {
      const end = endOfString(text, at)
      line += text.slice(at, end)
      at = end - 1
    } else if (character === ',') line += ', '
    else if (!/\s/.test(character)) line += character
    if (line.length > maxLine) return null
  }
  return null
}

/** In characters. */
const maxLine = 60

/** How much white space is searched for the end of an empty object or list. */
const maxBlank = 1000

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** Lines of an offset, sixteen bytes in hex, and their printable ASCII. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)]
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const ascii = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${ascii}`)
  }
  return lines.join('\n')
}
