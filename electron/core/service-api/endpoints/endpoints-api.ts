import { AppError } from '#shared/errors.ts'
import type { OnDifference } from '../api-differences.ts'
import {
  enabledRefusedStatuses,
  methodNotOfferedStatuses,
  mostItems,
  updateMethodsInOrder,
} from '../assumptions.ts'
import { idInPath } from '../id-in-path.ts'
import type { HttpAnswer, HttpRequest } from '../requests/http.ts'
import { fieldNames, parseEndpoint, parsePage, type ServiceEndpoint, signingSecretOf } from '../wire.ts'
import {
  checkChanges,
  defined,
  enabledUnchanged,
  isOnlyEnabled,
  updateUnsupported,
  type WritableChanges,
  type WritableEndpoint,
  wireChanges,
} from './endpoint-changes.ts'
import { explained, notRemoved } from './endpoint-refusals.ts'

/** A new endpoint. No events means all events, and no folders means no filter. Empty lists are left out of the request. */
export interface NewEndpoint {
  readonly url: string
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

export type UpdateMethod = 'auto' | 'PATCH' | 'PUT'

export interface AcceptedMethod {
  recall(): 'PATCH' | 'PUT' | null
  remember(method: 'PATCH' | 'PUT' | null): void
}

export interface CreatedEndpoint {
  readonly endpoint: ServiceEndpoint
  /** The signing secret, or `null` if the response lacks it. The service shows it only in this response. */
  readonly signingSecret: string | null
}

export function createEndpointsApi(options: {
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>
  readonly updateMethod: () => UpdateMethod
  /** The update method that this service last accepted, kept across restarts. It is tried first while the setting is `auto`. */
  readonly accepted: AcceptedMethod
  readonly onDifference: OnDifference
  readonly unusable: (operation: string, why: string, answer: HttpAnswer) => AppError
}) {
  const { request, updateMethod, accepted, onDifference, unusable } = options

  /**
   * Reads the whole list in a single response, because it is not paged (section 4). Rejects with `no-webhooks` if the plan has
   * none.
   */
  const endpoints = async (
    signal?: AbortSignal,
  ): Promise<{ items: ServiceEndpoint[]; unreadable: number }> => {
    const answer = await request({
      operation: 'list endpoints',
      method: 'GET',
      path: listPath,
      signal,
    }).catch(explained('all'))
    const page = parsePage(answer.body, 'webhook_endpoints', parseEndpoint, onDifference, {
      most: mostItems.endpoints,
      full: Number.POSITIVE_INFINITY,
    })
    if (typeof page === 'string') throw unusable('list endpoints', page, answer)
    return { items: [...page.items], unreadable: page.unreadable }
  }

  /**
   * Creates an endpoint. The request is only repeated after a 429. Rejects with `outcome-unknown` if the endpoint may have been
   * created but the response is unusable.
   */
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
      onlyReply: true,
    })
      .catch(perhapsCreated)
      .catch(explained('new', endpoint))
    const created = parseEndpoint(answer.body, onDifference, endpoint)
    if (!created) {
      onDifference({ kind: 'answer', where: 'create endpoint', what: 'it names no endpoint' })
      throw new AppError(
        'outcome-unknown',
        'The service accepted the endpoint, but returned none. Check the list before you try again.',
        { status: answer.status },
      )
    }
    const signingSecret = signingSecretOf(answer.body)
    if (signingSecret === null) {
      onDifference({ kind: 'missing-field', where: 'endpoint.signing_secret', what: 'reply to create' })
    }
    return { endpoint: created, signingSecret }
  }

  /**
   * Sends the changes with PATCH. If PATCH is not supported, sends `whole` including the changes with PUT. Rejects with
   * `update-unsupported` if neither is supported, and with `enabled-unchanged` if only `enabled` was not applied. Rejects with
   * `change-ignored` if the service reports success but returns other values.
   */
  const updateEndpoint = async (
    id: string,
    changes: WritableChanges,
    whole: WritableEndpoint,
    signal?: AbortSignal,
  ): Promise<ServiceEndpoint> => {
    const setting = updateMethod()
    const tries = setting === 'auto' ? inOrder(accepted.recall()) : [setting]
    for (const method of tries) {
      const answer = await tryUpdate(method, id, changes, whole, signal).catch(lostReply)
      if (answer instanceof AppError) return await confirmedByList(answer, id, changes, signal)
      if (answer === 'not-offered') continue
      if (accepted.recall() !== method) accepted.remember(method)
      return await confirmed(answer, id, changes, signal)
    }
    if (accepted.recall() !== null) accepted.remember(null)
    throw updateUnsupported(setting, changes)
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
        'This service needs the full endpoint for an update, but hides its URL. Enter the URL with your change.',
        { fields: { url: 'Enter the full URL.' } },
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
        // A 404 may be about the path itself. If the endpoint is still listed, it was not deleted.
        if (await listed(id, signal)) return 'not-offered'
      }
      if (isOnlyEnabled(changes) && status !== undefined && enabledRefusedStatuses.includes(status)) {
        throw enabledUnchanged(changes.enabled === true, thrown)
      }
      const { scopes = whole.scopes, folderIds = whole.folderIds } = changes
      return explained('one', { scopes, folderIds })(thrown)
    }
  }

  /**
   * Confirms an update. If the response doesn't show the changes, reads the list, because the response's shape is not specified.
   */
  const confirmed = async (
    answer: HttpAnswer,
    id: string,
    changes: WritableChanges,
    signal?: AbortSignal,
  ) => {
    const named = fieldNames(answer.body)
    const tells = Object.keys(wireChanges(changes)).every((name) => named.has(name))
    const replied = tells ? parseEndpoint(answer.body, onDifference, {}) : null
    const endpoint = replied?.id === id ? replied : await listed(id, signal)
    if (!endpoint)
      throw new AppError('not-found', 'This endpoint was deleted. Refresh the list.', { reasons: ['gone'] })
    try {
      checkChanges(endpoint, changes)
    } catch (error) {
      if (error instanceof AppError) {
        const what = Object.keys(error.details.fields ?? { enabled: '' }).join(', ')
        onDifference({ kind: 'ignored', where: 'update endpoint', what })
      }
      throw error
    }
    return endpoint
  }

  /**
   * Checks the list to find out whether a change was made although its response was lost. If not, rejects with the original
   * error.
   */
  const confirmedByList = async (
    lost: AppError,
    id: string,
    changes: WritableChanges,
    signal?: AbortSignal,
  ) => {
    const endpoint = await listed(id, signal).catch(() => undefined)
    if (!endpoint) throw lost
    try {
      checkChanges(endpoint, changes)
    } catch {
      throw lost
    }
    return endpoint
  }

  const listed = async (id: string, signal?: AbortSignal) =>
    (await endpoints(signal)).items.find((endpoint) => endpoint.id === id)

  /** Deletes an endpoint. If it no longer exists, it counts as deleted. If the response is unclear, checks the list. */
  const removeEndpoint = async (id: string, signal?: AbortSignal): Promise<void> => {
    try {
      await request({ operation: 'delete endpoint', method: 'DELETE', path: onePath(id), signal })
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      if (thrown.code !== 'not-found' && thrown.code !== 'outcome-unknown') return explained('one')(thrown)
      const left = await listed(id, signal).catch((error) => {
        throw thrown.code === 'outcome-unknown' ? thrown : error
      })
      if (left) throw thrown.code === 'not-found' ? notRemoved(thrown) : thrown
    }
  }

  return { endpoints, createEndpoint, updateEndpoint, removeEndpoint }
}

const listPath = '/v1/webhook-endpoints'

const onePath = (id: string) => `${listPath}/${idInPath(id)}`

function lostReply(thrown: unknown): AppError {
  if (thrown instanceof AppError && thrown.code === 'outcome-unknown') return thrown
  throw thrown
}

const inOrder = (first: 'PATCH' | 'PUT' | null) =>
  [...updateMethodsInOrder].sort((a, b) => Number(b === first) - Number(a === first))

/** Converts a 500 to `outcome-unknown`, because the service may have created the endpoint before it failed. */
function perhapsCreated(thrown: unknown): never {
  if (!(thrown instanceof AppError) || thrown.details.status !== 500) throw thrown
  throw new AppError(
    'outcome-unknown',
    'The service failed and may have created the endpoint. Check the list before you try again.',
    { ...thrown.details, cause: thrown },
  )
}
