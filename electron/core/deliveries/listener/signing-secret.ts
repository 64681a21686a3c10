import { createSecretKey, type KeyObject } from 'node:crypto'
import { AppError } from '#shared/errors.ts'

export interface SigningSecret {
  /** The HMAC key itself: the text without `whsec_`, base64-decoded (specification, section 5.6). */
  readonly key: Buffer
  /** Sentences for the user about a secret that is odd, but usable. */
  readonly warnings: readonly string[]
}

/**
 * Reads a signing secret as a person or the service gave it. Throws `AppError` `invalid-input` with a sentence that never
 * repeats the text. Decoding alone would not do: `Buffer.from('!!!', 'base64')` is an empty key.
 */
export function parseSigningSecret(text: string): SigningSecret {
  const trimmed = text.trim()
  if (/^wh[sp]k_/.test(trimmed)) {
    throw invalid(
      'This is a key of an asymmetric signature, which the service does not use: expected whsec_….',
    )
  }
  const warnings: string[] = []
  if (!trimmed.startsWith('whsec_')) warnings.push('The secret does not begin with whsec_.')

  const key = decodeBase64(trimmed.replace(/^whsec_/, ''))
  if (key.length < 16) throw invalid('This secret is too short: was all of it copied?')
  if (key.length < 24) warnings.push('The secret is shorter than usual (24 to 64 bytes).')
  if (key.length > 64) warnings.push('The secret is longer than usual (24 to 64 bytes).')
  return { key, warnings }
}

/** A key that can sign, made once: it prints nothing of itself and cannot be logged by accident. */
export function signingKey(text: string): KeyObject {
  return createSecretKey(parseSigningSecret(text).key)
}

function decodeBase64(text: string): Buffer {
  if (text === '') throw invalid('Enter the signing secret.')
  if (/^[A-Za-z0-9_-]+={0,2}$/.test(text) && /[-_]/.test(text)) {
    throw invalid('This secret contains - or _, as base64url does. The service writes + and / instead.')
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw invalid('A secret is whsec_ followed by base64: this is not.')
  const padded = text.includes('=') ? text : text.padEnd(Math.ceil(text.length / 4) * 4, '=')
  if (padded.length % 4 !== 0 || padded.endsWith('===')) {
    throw invalid('This secret is cut off or has a character too many: its length is not one base64 has.')
  }
  return Buffer.from(padded, 'base64')
}

function invalid(message: string): AppError {
  return new AppError('invalid-input', message, { fields: { secret: message } })
}
