import { X509Certificate } from 'node:crypto'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'
import { AppError } from '#shared/errors.ts'
import type { ReceiverHeader, ReceiverRules } from '#shared/receivers/model.ts'
import type { HeaderValues } from './receiver-secrets.ts'
import { isReservedHeader } from './send/headers.ts'

/** The headers for the database, and their hidden values for the keychain. */
export interface CheckedHeaders {
  readonly headers: ReceiverHeader[]
  readonly values: HeaderValues
}

/**
 * Validates the headers that the user entered. A value of `null` means that the value is unchanged, and is taken from `stored`.
 * Making a stored value visible requires entering it again. Throws `AppError` `invalid-input` for the field `headers`.
 */
export function checkHeaders(typed: readonly ReceiverHeader[], stored: HeaderValues): CheckedHeaders {
  const values = new Map<string, string>()
  const seen = new Set<string>()
  const headers = typed.map(({ name, value: given, isVisible }): ReceiverHeader => {
    const lower = name.toLowerCase()
    const value = given ?? (isVisible ? undefined : stored.get(lower))
    if (value === undefined) throw invalid('headers', `Enter the value of the header ${name}.`)
    if (!isSendable(name, value)) {
      throw invalid(
        'headers',
        `The header ${name} can’t be sent. Use letters, digits and hyphens in its name, and no line breaks or emoji in its value.`,
      )
    }
    if (isReservedHeader(name)) {
      throw invalid('headers', `The header ${name} is set for each request. Remove it.`)
    }
    if (seen.has(lower)) throw invalid('headers', `The header ${name} is there twice. Remove one.`)
    seen.add(lower)
    if (isVisible) return { name, value, isVisible }
    values.set(lower, value)
    return { name, value: null, isVisible }
  })
  return { headers, values }
}

/** Validates PEM certificates and removes all other text. Throws `AppError` `invalid-input` for the field `ca`. */
export function checkAuthorities(pem: string | null): string | null {
  const text = pem?.trim() ?? ''
  if (text === '') return null
  if (/PRIVATE KEY/.test(text)) {
    throw invalid('ca', 'This contains a private key. Choose the file of the certificate instead.')
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) {
    throw invalid('ca', 'There is no certificate in it. It must be PEM, with -----BEGIN CERTIFICATE-----.')
  }
  for (const block of blocks) {
    try {
      new X509Certificate(block)
    } catch {
      throw invalid('ca', 'A certificate in it can’t be read. Copy the whole file.')
    }
  }
  return `${blocks.join('\n')}\n`
}

/**
 * Rejects filters with unknown terms, which would match every delivery. Throws `AppError` `invalid-input` for the field `rules`.
 */
export function checkRules(rules: ReceiverRules): ReceiverRules {
  const [problem] = readDeliveryFilter(rules.q).problems
  if (problem === undefined) return rules
  const instead = problem.corrected === null ? '' : ` Did you mean ${problem.corrected}?`
  throw invalid('rules', `“${problem.word}” isn’t a term of a filter.${instead}`)
}

export function checkSecret(text: string): string {
  const secret = text.trim()
  try {
    parseSigningSecret(secret)
  } catch (error) {
    throw error instanceof AppError ? invalid('ownSecret', error.message) : error
  }
  return secret
}

export function invalid(field: string, message: string): AppError {
  return new AppError('invalid-input', message, { fields: { [field]: message } })
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}
