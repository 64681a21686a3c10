import { AppError, type RefusalReason } from '#shared/errors.ts'
import { draftRefusedStatuses, noWebhooksStatus } from '../assumptions.ts'
import { type RequestedScopes, scopeAdvice } from './scope-advice.ts'

/**
 * Adds possible reasons to an error, based on the rules for plans, keys and scopes (specification, sections 1, 4 and 5). `about`
 * is `all` for the list of endpoints, `new` for a creation, and `one` for an existing endpoint. If scopes may be the reason,
 * suggests scopes other than the `requested` ones.
 */
export function explained(about: 'all' | 'new' | 'one', requested?: RequestedScopes) {
  return (thrown: unknown): never => {
    if (!(thrown instanceof AppError)) throw thrown
    const { status } = thrown.details
    if (status === undefined) throw thrown
    if (status === noWebhooksStatus && about !== 'one') throw noWebhooks(thrown)
    const reasons = reasonsOf[about][status]
    const scopes =
      requested && draftRefusedStatuses.includes(status)
        ? scopeAdvice(thrown.details.detail ?? '', requested, about === 'new' && status === 403)
        : undefined
    if (!reasons && !scopes) throw thrown
    const { code, message, details } = thrown
    throw new AppError(code, status === 403 ? forbidden[about] : message, {
      ...details,
      ...(reasons ? { reasons: [...reasons] } : {}),
      ...(scopes ? { scopes } : {}),
      cause: thrown,
    })
  }
}

const reasonsOf: Readonly<Record<'all' | 'new' | 'one', Readonly<Record<number, readonly RefusalReason[]>>>> =
  {
    all: { 401: ['key'], 403: ['plan', 'scopes'] },
    new: { 401: ['key'], 403: ['scopes', 'plan'] },
    one: { 401: ['key'], 403: ['creator', 'scopes', 'plan'], 404: ['gone', 'creator'] },
  }

const forbidden = {
  all: 'Your key can’t access webhooks. They need a Business or Enterprise plan; on Enterprise, an admin controls the allowed scopes.',
  new: 'Your key can’t create this endpoint. Use fewer scopes, or ask a workspace admin which scopes are allowed.',
  one: 'Your key can’t change this endpoint. Ask its creator or a workspace admin.',
} as const

const noWebhooks = (thrown: AppError) =>
  new AppError('no-webhooks', 'Webhooks need a Business or Enterprise plan.', {
    ...thrown.details,
    reasons: ['plan'],
    cause: thrown,
  })

/**
 * Creates the error for an endpoint that the key can't delete. The service responded with 404, but its list still contains the
 * endpoint.
 */
export const notRemoved = (thrown: AppError) =>
  new AppError(
    'refused',
    'The service didn’t delete the endpoint. Only its creator or a workspace admin can.',
    { ...thrown.details, reasons: ['creator'], cause: thrown },
  )
