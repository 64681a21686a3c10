import { AppError, type RefusalReason } from '#shared/errors.ts'
import { draftRefusedStatuses, noWebhooksStatus } from './assumptions.ts'
import { type AskedOf, scopeAdvice } from './scope-advice.ts'

/**
 * Adds possible reasons to a refusal, from what the specification says about plans, keys and scopes (sections 1, 4 and 5). `all`: the
 * call lists endpoints; `new`: it creates one; `one`: it is about an existing one. With the `asked` values of an endpoint, offers other
 * scopes if the refusal may be about scopes.
 */
export function explained(about: 'all' | 'new' | 'one', asked?: AskedOf) {
  return (thrown: unknown): never => {
    if (!(thrown instanceof AppError)) throw thrown
    const { status } = thrown.details
    if (status === undefined) throw thrown
    if (status === noWebhooksStatus && about !== 'one') throw noWebhooks(thrown)
    const reasons = reasonsOf[about][status]
    const scopes =
      asked && draftRefusedStatuses.includes(status)
        ? scopeAdvice(thrown.details.detail ?? '', asked, about === 'new' && status === 403)
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
  all: 'The service does not show webhook endpoints to this key. They are part of the Business and Enterprise plans, and on Enterprise an admin controls which scopes members can use.',
  new: 'The service does not let this key create such an endpoint. On Enterprise plans an admin controls which scopes members can use; try with fewer scopes, or ask the admin.',
  one: 'The service does not let this key change this endpoint. Its creator can, and so can an admin of an Enterprise workspace. Everyone else sees no more of its URL than the origin, and can at most enable and disable it.',
} as const

/** Section 1: webhooks are available on Business and Enterprise plans. */
const noWebhooks = (thrown: AppError) =>
  new AppError(
    'no-webhooks',
    'This workspace or key has no webhooks. They are part of the Business and Enterprise plans. Everything else works.',
    { ...thrown.details, reasons: ['plan'], cause: thrown },
  )

/** It is still in the list, so it is not gone: this key may not delete it. */
export const notRemoved = (thrown: AppError) =>
  new AppError(
    'refused',
    'The service did not delete the endpoint: it is still in the list. A personal key manages the endpoints its user created.',
    { ...thrown.details, reasons: ['creator'], cause: thrown },
  )
