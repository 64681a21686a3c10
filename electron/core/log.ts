import { inspect } from 'node:util'
import type { Log } from './ports.ts'
import { createRedactor, isSecretField, type Redactor } from './redact.ts'

/**
 * A log of one line a record, which no received text can break or colour: control characters are escaped. Secrets are taken
 * out here, last of all, so that no caller has to remember to. The host shares its redactor with whoever learns a secret.
 */
export function createLog(write: (line: string) => void, redactor: Redactor = createRedactor()): Log {
  const record = (level: string, message: string, rest: string) => {
    const text = visible(redactor.redact(rest === '' ? message : `${message} ${rest}`))
    write(`${new Date().toISOString()} ${level} ${text.slice(0, longestRecord)}`)
  }
  return {
    info: (message, detail) => record('info', message, describeDetail(detail)),
    warn: (message, detail) => record('warn', message, describeDetail(detail)),
    error: (message, cause) => record('error', message, cause === undefined ? '' : describeCause(cause)),
  }
}

/** Control characters and the ones that reorder a line, written out as `\u001b`, so that a terminal shows and never obeys them. */
export function visible(text: string): string {
  return text.replace(hidden, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const hidden = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

const longestRecord = 16_384

function describeDetail(detail: Record<string, unknown> | undefined): string {
  if (!detail) return ''
  try {
    return JSON.stringify(detail, (name, value) => (isSecretField(name) ? '[redacted]' : value)) ?? ''
  } catch {
    // A cycle or a bigint: less pretty, never lost.
    return inspect(detail, { depth: 4, breakLength: Number.POSITIVE_INFINITY })
  }
}

/** The error with its stack, its code and every cause behind it. */
function describeCause(thrown: unknown): string {
  const seen = new Set<unknown>()
  const parts: string[] = []
  let at: unknown = thrown
  while (at !== undefined && at !== null && !seen.has(at) && seen.size < 10) {
    seen.add(at)
    parts.push(describeOne(at))
    at = at instanceof Error ? at.cause : undefined
  }
  return parts.join(' caused by ')
}

function describeOne(thrown: unknown): string {
  if (!(thrown instanceof Error)) return inspect(thrown, { depth: 2, breakLength: Number.POSITIVE_INFINITY })
  const code = 'code' in thrown && thrown.code !== undefined ? ` (${String(thrown.code)})` : ''
  return `${thrown.stack ?? `${thrown.name}: ${thrown.message}`}${code}`
}
