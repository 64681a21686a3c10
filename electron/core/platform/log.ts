import { inspect } from 'node:util'
import type { Log } from './ports.ts'
import { createRedactor, isSecretField, type Redactor } from './redact.ts'

/**
 * Creates a log with one line per record. Escapes control characters, so that received text can't break a line or change the
 * terminal. Redacts secrets last, so that no caller can forget it.
 */
export function createLog(write: (line: string) => void, redactor: Redactor = createRedactor()): Log {
  const { redact } = redactor
  const record = (level: string, message: string, rest: string) => {
    const text = visible(redact(rest === '' ? message : `${message} ${rest}`))
    write(`${new Date().toISOString()} ${level} ${text.slice(0, longestRecord)}`)
  }
  const detailed = (detail?: Record<string, unknown>) => (detail ? describe(detail, redact) : '')
  return {
    info: (message, detail) => record('info', message, detailed(detail)),
    warn: (message, detail) => record('warn', message, detailed(detail)),
    error: (message, cause) =>
      record('error', message, cause === undefined ? '' : describeCause(cause, redact)),
  }
}

/** Escapes control and bidirectional characters, as in `\u001b`, so that a terminal shows them instead of interpreting them. */
export function visible(text: string): string {
  return text.replace(hidden, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const hidden = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

const longestRecord = 16_384

/** Formats a value as JSON. Redacts strings before that, because JSON escapes the quotation marks in a secret. */
function describe(value: object, redact: (text: string) => string): string {
  const clean = (name: string, member: unknown) => {
    if (isSecretField(name)) return '[redacted]'
    return typeof member === 'string' ? redact(member) : member
  }
  try {
    return JSON.stringify(value, clean) ?? ''
  } catch {
    // JSON can't represent the value. Only its outermost level is logged, because nested values may contain secrets.
    return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY })
  }
}

function describeCause(thrown: unknown, redact: (text: string) => string): string {
  const seen = new Set<unknown>()
  const parts: string[] = []
  let at: unknown = thrown
  while (at !== undefined && at !== null && !seen.has(at) && seen.size < 10) {
    seen.add(at)
    parts.push(describeOne(at, redact))
    at = at instanceof Error ? at.cause : undefined
  }
  return parts.join(' caused by ')
}

function describeOne(thrown: unknown, redact: (text: string) => string): string {
  if (typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error))
    return describe(thrown, redact)
  if (!(thrown instanceof Error)) return String(thrown)
  const code = 'code' in thrown && thrown.code !== undefined ? ` (${String(thrown.code)})` : ''
  return `${thrown.stack ?? `${thrown.name}: ${thrown.message}`}${code}`
}
