import { AppError } from '../errors.ts'

export interface SigningSecret {
  /** HMAC key: the text without `whsec_`, base64-decoded (specification, section 5.6). */
  readonly key: Uint8Array
  readonly warnings: readonly string[]
}

/**
 * Parses a signing secret from the user or the service. Throws `AppError` `invalid-input` with a message that never contains the
 * text.
 */
export function parseSigningSecret(text: string): SigningSecret {
  const trimmed = text.trim()
  if (/^wh[sp]k_/.test(trimmed)) {
    throw invalid('This is an asymmetric key. Enter a secret that starts with whsec_.')
  }
  const warnings: string[] = []
  if (!trimmed.startsWith('whsec_')) warnings.push('The secret doesn’t start with whsec_.')

  const key = decodeBase64(trimmed.replace(/^whsec_/, ''))
  if (key.length < 16) throw invalid('This secret is too short. Copy all of it.')
  if (key.length < 24) warnings.push('The secret is shorter than usual (24 to 64 bytes).')
  if (key.length > 64) warnings.push('The secret is longer than usual (24 to 64 bytes).')
  return { key, warnings }
}

function decodeBase64(text: string): Uint8Array {
  if (text === '') throw invalid('Enter the signing secret.')
  if (/^[A-Za-z0-9_-]+={0,2}$/.test(text) && /[-_]/.test(text)) {
    throw invalid('This secret is base64url (- or _). The service uses + and /.')
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw invalid('Enter whsec_ followed by base64.')
  const padded = text.includes('=') ? text : text.padEnd(Math.ceil(text.length / 4) * 4, '=')
  if (padded.length % 4 !== 0 || padded.endsWith('===')) {
    throw invalid('This secret is incomplete or has extra characters. Copy it again.')
  }
  return bytesOf(padded)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes padded base64 without `atob` or `Buffer`, because this code runs in environments that lack one or the other. */
function bytesOf(base64: string): Uint8Array {
  const digits = base64.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let bits = 0
  let value = 0
  let at = 0
  for (const digit of digits) {
    value = ((value << 6) | alphabet.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at] = (value >> bits) & 0xff
    at += 1
  }
  return bytes
}

function invalid(message: string): AppError {
  return new AppError('invalid-input', message, { fields: { secret: message } })
}
