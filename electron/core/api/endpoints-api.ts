import { AppError } from '../../../shared/errors.ts'
import {
  enabledRefusedStatuses,
  methodNotOfferedStatuses,
  noWebhooksStatus,
  updateMethodsInOrder,
} from './assumptions.ts'
import type { HttpAnswer, HttpRequest } from './http.ts'
import { idInPath } from './id-in-path.ts'
import type { OnSurprise } from './surprises.ts'
import { parseEndpoint, parsePage, type ServiceEndpoint, saysEnabled, signingSecretOf } from './wire.ts'

/** What can be written of an endpoint (section 4). `url` is `null` when only a redacted one is known. */
export interface WritableEndpoint {
  readonly url: string | null
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
  readonly enabled: boolean
}

/** No events means all of them, no folders means no filter: both are then left out of the request. */
export interface NewEndpoint {
  readonly url: string
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

export type WritableChanges = {
  readonly [Name in keyof WritableEndpoint]?: WritableEndpoint[Name] | undefined
}

export type UpdateMethod = 'auto' | 'PATCH' | 'PUT'

export interface CreatedEndpoint {
  readonly endpoint: ServiceEndpoint
  /** Shown by the service this once; `null` when its reply lacks it. */
  readonly signingSecret: string | null
}

export interface EndpointsApiOptions {
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>
  readonly updateMethod: () => UpdateMethod
  readonly onSurprise: OnSurprise
  /** An answer with nothing in it that was asked for. */
  readonly unusable: (operation: string, why: string, answer: HttpAnswer) => AppError
}

export function createEndpointsApi({ request, updateMethod, onSurprise, unusable }: EndpointsApiOptions) {
  /** What this service was seen to accept; asked first next time. */
  let accepted: 'PATCH' | 'PUT' | null = null

  /** The whole list in one answer: it has no paging (section 4). Rejects `no-webhooks` where the plan has none. */
  const endpoints = async (
    signal?: AbortSignal,
  ): Promise<{ items: ServiceEndpoint[]; unreadable: number }> => {
    const answer = await request({
      operation: 'list endpoints',
      method: 'GET',
      path: listPath,
      signal,
    }).catch(noWebhooks)
    const page = parsePage(answer.body, 'webhook_endpoints', parseEndpoint, onSurprise)
    if (!page) throw unusable('list endpoints', 'it holds no list of endpoints', answer)
    return { items: [...page.items], unreadable: page.unreadable }
  }

  /** Never tried twice. Rejects `outcome-unknown` when it may have been created although no usable reply came. */
  const createEndpoint = async (endpoint: NewEndpoint, signal?: AbortSignal): Promise<CreatedEndpoint> => {
    const body = {
      url: endpoint.url,
      scopes: endpoint.scopes,
      ...(endpoint.events.length > 0 ? { events: endpoint.events } : {}),
      ...(endpoint.folderIds.length > 0 ? { folder_ids: endpoint.folderIds } : {}),
    }
    const answer = await request({
      operation: 'create endpoint',
      method: 'POST',
      path: listPath,
      body,
      signal,
    }).catch(noWebhooks)
    const created = parseEndpoint(answer.body, onSurprise, endpoint)
    if (!created) {
      onSurprise({ kind: 'answer', where: 'create endpoint', what: 'it names no endpoint' })
      throw new AppError(
        'outcome-unknown',
        'The service accepted the endpoint, but its reply names none. Look at the list before trying again.',
        { status: answer.status },
      )
    }
    const signingSecret = signingSecretOf(answer.body)
    if (signingSecret === null) {
      onSurprise({ kind: 'missing-field', where: 'endpoint.signing_secret', what: 'reply to create' })
    }
    return { endpoint: created, signingSecret }
  }

  /**
   * Sends the changes by PATCH, or `whole` with the changes in it by PUT where PATCH is not offered. Rejects
   * `update-unsupported` when neither is, and `enabled-unchanged` when only the switch did not move.
   */
  const updateEndpoint = async (
    id: string,
    changes: WritableChanges,
    whole: WritableEndpoint,
    signal?: AbortSignal,
  ): Promise<ServiceEndpoint> => {
    const setting = updateMethod()
    const tries =
      setting === 'auto' ? [...updateMethodsInOrder].sort((a) => (a === accepted ? -1 : 0)) : [setting]
    for (const method of tries) {
      const answer = await tryUpdate(method, id, changes, whole, signal)
      if (answer === 'not-offered') continue
      accepted = method
      return await confirmed(answer, id, changes, signal)
    }
    accepted = null
    throw new AppError(
      'update-unsupported',
      'This service does not let an endpoint be changed. Create a new one as you want it, then delete this one.',
    )
  }

  const tryUpdate = async (
    method: 'PATCH' | 'PUT',
    id: string,
    changes: WritableChanges,
    whole: WritableEndpoint,
    signal?: AbortSignal,
  ): Promise<HttpAnswer | 'not-offered'> => {
    if (method === 'PUT' && (changes.url ?? whole.url) === null) {
      throw new AppError(
        'update-unsupported',
        'This service wants the whole endpoint, but hides its URL. Enter the URL anew together with the change.',
        { fields: { url: 'Enter the whole URL.' } },
      )
    }
    const body = wireChanges(method === 'PUT' ? { ...whole, ...defined(changes) } : changes)
    try {
      return await request({ operation: 'update endpoint', method, path: onePath(id), body, signal })
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      const status = thrown.details.status
      if (status !== undefined && methodNotOfferedStatuses.includes(status)) return 'not-offered'
      if (thrown.code === 'not-found') {
        // The path itself may be missing: an endpoint that is in the list is not gone.
        const listed = (await endpoints(signal)).items.some((endpoint) => endpoint.id === id)
        if (listed) return 'not-offered'
      }
      const onlyEnabled = Object.keys(defined(changes)).join() === 'enabled'
      if (onlyEnabled && status !== undefined && enabledRefusedStatuses.includes(status)) {
        throw enabledUnchanged(changes.enabled === true, thrown)
      }
      throw thrown
    }
  }

  /** The reply's shape is not specified: where it does not tell, the list does. */
  const confirmed = async (
    answer: HttpAnswer,
    id: string,
    changes: WritableChanges,
    signal?: AbortSignal,
  ) => {
    const replied = saysEnabled(answer.body) ? parseEndpoint(answer.body, onSurprise, {}) : null
    const endpoint = replied ?? (await endpoints(signal)).items.find((listed) => listed.id === id)
    if (!endpoint) throw new AppError('not-found', 'This endpoint is not there any more.')
    if (changes.enabled !== undefined && endpoint.enabled !== changes.enabled) {
      onSurprise({ kind: 'ignored', where: 'update endpoint', what: 'enabled' })
      throw enabledUnchanged(changes.enabled)
    }
    return endpoint
  }

  /** One that is already gone counts as removed. */
  const removeEndpoint = async (id: string, signal?: AbortSignal): Promise<void> => {
    try {
      await request({ operation: 'delete endpoint', method: 'DELETE', path: onePath(id), signal })
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'not-found') throw thrown
    }
  }

  return { endpoints, createEndpoint, updateEndpoint, removeEndpoint }
}

const listPath = '/v1/webhook-endpoints'

const onePath = (id: string) => `${listPath}/${idInPath(id)}`

/** Only what is named, in the service's words. Lists replace whole, so an empty one is sent. */
function wireChanges(changes: WritableChanges): Record<string, unknown> {
  const { url, scopes, events, folderIds, enabled } = changes
  return defined({ url: url ?? undefined, scopes, events, folder_ids: folderIds, enabled })
}

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>

/** Section 1: webhooks are available on Business and Enterprise plans. */
function noWebhooks(thrown: unknown): never {
  if (thrown instanceof AppError && thrown.details.status === noWebhooksStatus) {
    throw new AppError(
      'no-webhooks',
      'This workspace or key has no webhooks. They are part of the Business and Enterprise plans. Everything else works.',
      { ...thrown.details, cause: thrown },
    )
  }
  throw thrown
}

function enabledUnchanged(wanted: boolean, cause?: AppError): AppError {
  const word = wanted ? 'enable' : 'disable'
  return new AppError(
    'enabled-unchanged',
    `The service did not ${word} the endpoint. Do it in the product itself: settings, connectors, webhooks. Events missed while disabled are not replayed.`,
    { ...cause?.details, cause },
  )
}
