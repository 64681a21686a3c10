import { classifyEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Parses a public address by the rules for the URLs of endpoints. Keeps a path, but without a trailing slash. Throws `AppError`
 * `invalid-input`.
 */
export function parsePublicUrl(typed: string): string {
  const refusal = (sentence: string) =>
    new AppError('invalid-input', sentence, { fields: { publicUrl: sentence } })
  const { verdict, sentence } = classifyEndpointUrl(typed)
  if (verdict === 'refused') throw refusal(sentence)
  if (typed.includes('?')) throw refusal('Remove the ? and everything after it.')
  const url = new URL(typed)
  return url.origin + url.pathname.replace(/\/+$/, '')
}
