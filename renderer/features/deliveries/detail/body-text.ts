export interface BodyText {
  readonly bytes: Uint8Array
  /** `null` when the bytes are not UTF-8. */
  readonly text: string | null
  /** Laid out over several lines; `null` when it is not JSON, too deep or too large for that. */
  readonly json: string | null
  /** Why JSON is not laid out, in words. */
  readonly whyNot: string | null
}

/** Deeper or larger JSON is shown as it came. */
const maxDepth = 64
const maxLaidOut = 100_000

/** A raw body as it can be shown. Never throws, whatever the bytes are. */
export function readBodyText(base64: string): BodyText {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const text = decode(bytes)
  if (text === null || !isJson(text)) return { bytes, text, json: null, whyNot: null }
  const json = text.length > maxLaidOut ? null : layOut(text)
  return { bytes, text, json, whyNot: json === null ? tooMuch : null }
}

const tooMuch = `It is JSON, and not laid out: that is done up to ${maxLaidOut.toLocaleString()} characters and ${maxDepth} levels.`

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * JSON with line breaks and indents. Only white space between tokens changes: numbers keep their digits and a key that is
 * there twice stays twice, which parsing and printing would lose. One pass without recursion; `null` where it is too deep.
 */
function layOut(text: string): string | null {
  const out: string[] = []
  let depth = 0
  const newLine = () => out.push('\n', '  '.repeat(depth))
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') {
      const end = endOfString(text, at)
      out.push(text.slice(at, end))
      at = end - 1
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

/** White space looked through for the end of an empty object or list. */
const maxBlank = 1000

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The index behind the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** Offset, sixteen bytes, and what of them is printable ASCII; a line each. */
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
