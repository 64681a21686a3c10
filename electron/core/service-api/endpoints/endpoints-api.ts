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

/** A new endpoint. Without events, it gets all events, and without folders, it has no filter. */
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
  /** The signing secret, which only this response contains. `null` if it is missing. */
  readonly signingSecret: string | null
}

export function createEndpointsApi(options: {
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>
  readonly updateMethod: () => UpdateMethod
  /** The method that the service accepted for the last update. It is tried first while the setting is `auto`. */
  readonly accepted: AcceptedMethod
  readonly onDifference: OnDifference
  readonly unusable: (operation: string, why: string, answer: HttpAnswer) => AppError
}) {
  const { request, updateMethod, accepted, onDifference, unusable } = options

  /**
   * Reads the list of endpoints, which is not paged (specification, section 4). Rejects with `no-webhooks` if the plan has no
   * webhooks.
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

  /** Creates an endpoint. Only a 429 is retried. Rejects with `outcome-unknown` if the endpoint may exist. */
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
   * Sends the changes with PATCH or, if that is not supported, all fields of `whole` with PUT. Rejects with `update-unsupported`
   * if neither is supported. Rejects with `enabled-unchanged` or `change-ignored` if the service did not apply the changes.
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
        // If the endpoint is still listed, the 404 means that the service doesn't support the method.
        if (await listed(id, signal)) return 'not-offered'
      }
      if (isOnlyEnabled(changes) && status !== undefined && enabledRefusedStatuses.includes(status)) {
        throw enabledUnchanged(changes.enabled === true, thrown)
      }
      const { scopes = whole.scopes, folderIds = whole.folderIds } = changes
      return explained('one', { scopes, folderIds })(thrown)
    }
  }

  /** Checks that an update was applied. Reads the list of endpoints if the response doesn't show it. */
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
   * If the response was lost, checks the list of endpoints for the changes. If they are missing, rejects with the original error.
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

  /** Deletes an endpoint. Succeeds if it doesn't exist. If the response is unclear, checks the list of endpoints. */
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

/** After a 500, the endpoint may exist, so the error becomes `outcome-unknown`. */
function perhapsCreated(thrown: unknown): never {
  if (!(thrown instanceof AppError) || thrown.details.status !== 500) throw thrown
  throw new AppError(
    'outcome-unknown',
    'The service failed and may have created the endpoint. Check the list before you try again.',
    { ...thrown.details, cause: thrown },
  )
}
