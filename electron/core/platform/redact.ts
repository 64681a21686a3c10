/** Removes secrets from text: protected ones in every encoding, and anything that looks like a secret. */
export interface Redactor {
  /** Starts to redact this secret. Returns a function that ends it. */
  protect(secret: string): () => void
  redact(text: string): string
  /** Whether the text contains a protected secret, in any encoding. */
  holds(text: string): boolean
}

export function createRedactor(): Redactor {
  const known = new Map<symbol, readonly RegExp[]>()
  return {
    holds: (text) => [...known.values()].flat().some((pattern) => text.search(pattern) >= 0),
    protect(secret) {
      const key = Symbol()
      known.set(key, patternsOf(secret))
      return () => known.delete(key)
    },
    redact(text) {
      let clean = text
      for (const patterns of known.values()) {
        for (const pattern of patterns) clean = clean.replace(pattern, mark)
      }
      for (const [pattern, replacement] of lookalikes) clean = clean.replace(pattern, replacement)
      return clean
    },
  }
}

/** Whether a field with this name may contain a secret. Its value is then always redacted. */
export const isSecretField = (name: string): boolean =>
  /^(?:authorization|cookie|set-cookie|(?:api|signing)?[_-]?(?:key|secret)|password|token)$/i.test(name)

const mark = '[redacted]'

const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/(\bauthorization\\?["']?\s*[:=]\s*\\?["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}\]]+/gi, `$1${mark}`],
  [/(\bbearer\s+)[^\s"',;}\]]+/gi, `$1${mark}`],
  [/\bwhsec_[A-Za-z0-9+/=_%-]*/g, `whsec_${mark}`],
  [/\bkey_[A-Za-z0-9_-]{6,}/g, `key_${mark}`],
]

/** Redacting a shorter text would only garble the log. */
const shortest = 4

function patternsOf(secret: string): readonly RegExp[] {
  const bare = secret.replace(/^whsec_/, '')
  const patterns: RegExp[] = []
  for (const value of new Set([secret, bare])) {
    if (value.length < shortest) continue
    const bytes = Buffer.from(value, 'utf8')
    patterns.push(percentForm(bytes), new RegExp(bytes.toString('hex'), 'gi'))
    for (const core of base64Cores(bytes)) patterns.push(new RegExp(`${core}[A-Za-z0-9+/_=-]{0,3}`, 'g'))
  }
  return patterns
}

/** Matches the value with any of its bytes percent-encoded, and so also the plain value. */
function percentForm(bytes: Buffer): RegExp {
  let source = ''
  for (const char of bytes.toString('utf8')) {
    const encoded = [...Buffer.from(char, 'utf8')].map((byte) => `%${hexDigits(byte)}`).join('')
    source += `(?:${literal(char)}|${encoded})`
  }
  return new RegExp(source, 'g')
}

const hexDigits = (byte: number) =>
  [...byte.toString(16).padStart(2, '0')].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')

/**
 * The base64 characters of the value inside any longer text: its bytes can begin at three offsets in a group of three, and the
 * characters at the edges depend on the neighboring bytes, so only the inner ones are matched. Both alphabets.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor(((offset + bytes.length) * 8) / 6)
    const core = text.slice(from, to)
    return core.length < 5
      ? []
      : [
          literal(core)
            .replace(/\\\+|\+/g, '[+-]')
            .replace(/\//g, '[/_]'),
        ]
  })
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
