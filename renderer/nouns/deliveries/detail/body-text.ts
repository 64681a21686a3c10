import { formatJson, maxFormattedDepth, withoutMark } from '#shared/json-text.ts'
import { payload as copy } from '../copy.ts'

export interface BodyText {
  readonly bytes: Uint8Array
  /** `null` if the bytes are not UTF-8. */
  readonly text: string | null
  /** Formatted JSON, or `null` if the text is not JSON, is nested too deeply or is too large. */
  readonly json: string | null
  readonly whyNot: string | null
}

/** Maximum length in characters. Larger JSON is shown as received. */
const maxFormatted = 100_000

/** Decodes a raw body for display. Never throws, whatever the bytes are. */
export function readBodyText(base64: string): BodyText {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const text = decode(bytes)
  const plain = text === null ? '' : withoutMark(text)
  if (!isJson(plain)) return { bytes, text, json: null, whyNot: null }
  const json = plain.length > maxFormatted ? null : formatJson(plain)
  return { bytes, text, json, whyNot: json === null ? tooLarge : null }
}

const tooLarge = copy.tooLargeToFormat(maxFormatted, maxFormattedDepth)

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
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

/** Formats the bytes in lines, each with an offset, sixteen bytes in hex and their printable ASCII characters. */
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
