import { classifyEndpointUrl } from '#core/public-address/classify.ts'
import { AppError } from '#shared/errors.ts'

/**
 * A public address, by the rules of an endpoint's URL, that endpoint paths can be put behind: a path prefix is kept, a trailing
 * slash is not. Throws `AppError` `invalid-input`.
 */
export function parsePublicUrl(typed: string): string {
  const refusal = (sentence: string) =>
    new AppError('invalid-input', sentence, { fields: { publicUrl: sentence } })
  const { verdict, sentence } = classifyEndpointUrl(typed)
  if (verdict === 'refused') throw refusal(sentence)
  if (typed.includes('?')) throw refusal('Leave out the ? and what follows it.')
  const url = new URL(typed)
  return url.origin + url.pathname.replace(/\/+$/, '')
}
