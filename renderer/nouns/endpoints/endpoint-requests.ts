import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../host/query-keys.ts'
import { type OpenWorkspace, openWorkspaceIn } from '../../host/session-cache.ts'
import { failures, outcomes } from './copy.ts'
import { applyLabel, invalidateEndpoints, putEndpoint } from './queries.ts'

/**
 * A form's request to the service, and its outcome. It outlives the form, so that closing the form or opening another workspace
 * neither loses the outcome nor repeats the request. It contains no typed values.
 */
export interface EndpointRequest {
  readonly id: number
  readonly kind: 'create' | 'change' | 'replace'
  readonly workspace: OpenWorkspace
  readonly form: string
  readonly place: EndpointFormPlace
  readonly submittedAt: number
  readonly state: 'pending' | 'done' | 'failed'
  readonly endpoint: Endpoint | null
  readonly error: AppError | null
  readonly isSeen: boolean
}

export interface EndpointFormPlace {
  readonly form: 'new' | 'edit'
  readonly endpoint?: string | undefined
  readonly start?: EndpointStart | undefined
}

export interface EndpointStart {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

export type EndpointSubmission = Pick<EndpointRequest, 'form' | 'place'> & {
  readonly label?: string | undefined
} & (
    | { readonly kind: 'create'; readonly input: InputOf<'endpoints.create'> }
    | { readonly kind: 'change'; readonly input: InputOf<'endpoints.update'> }
    | { readonly kind: 'replace'; readonly input: InputOf<'endpoints.replace'> }
  )

/** Requests of all workspaces, at most one per form. They exist only in this page. */
export function endpointRequests() {
  return queryOptions({
    queryKey: keys.endpointRequests,
    queryFn: skipToken,
    initialData: interrupted,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}

/**
 * Submits a form. Does nothing while another request of the same form is pending. `onDone` runs on success, even if the form has
 * been closed.
 */
export async function submitEndpoint(
  api: Client,
  cache: QueryClient,
  submission: EndpointSubmission,
  onDone: (prefix: string) => void,
): Promise<void> {
  const workspace = openWorkspaceIn(cache)
  if (workspace === null) return
  const { kind, form, place } = submission
  const isSame = (one: EndpointRequest) => one.form === form && one.workspace.id === workspace.id
  if (known(cache).some((one) => isSame(one) && one.state === 'pending')) return

  const id = ++lastId
  const pending: EndpointRequest = {
    id,
    kind,
    workspace,
    form,
    place,
    submittedAt: Date.now(),
    state: 'pending',
    endpoint: null,
    error: null,
    isSeen: false,
  }
  change(cache, (list) => [...list.filter((one) => !isSame(one)), pending])
  const settle = (outcome: Partial<EndpointRequest>) =>
    change(cache, (list) => list.map((one) => (one.id === id ? { ...one, ...outcome } : one)))
  try {
    const endpoint = await send(api, cache, submission)
    if (endpoint) putEndpoint(cache, endpoint, workspace.id)
    onDone(openWorkspaceIn(cache)?.id === workspace.id ? '' : `${workspace.label}: `)
    settle({
      state: 'done',
      endpoint: kind === 'create' ? endpoint : null,
      isSeen: shown.has(formKey(workspace.id, form)),
    })
  } catch (thrown) {
    settle({ state: 'failed', error: asAppError(thrown), isSeen: shown.has(formKey(workspace.id, form)) })
  }
  // Also runs after a failure, because a request whose response was lost may have created or changed an endpoint.
  if (renameOf(submission) === null) invalidateEndpoints(cache)
}

/** Completes an interrupted creation. The new endpoint's signing secret is shown by `useEndpointOutcomes`. */
export function finishCreation(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.finish },
    mutationFn: (input: InputOf<'endpoints.finish'>) => api.call('endpoints.finish', input),
    onMutate: () => openWorkspaceIn(cache),
    onSuccess: ({ endpoint }, _, workspace) => {
      if (!endpoint || !workspace) return
      putEndpoint(cache, endpoint, workspace.id)
      const created: EndpointRequest = {
        id: ++lastId,
        kind: 'create',
        workspace,
        form: '',
        place: { form: 'new' },
        submittedAt: Date.now(),
        state: 'done',
        endpoint,
        error: null,
        isSeen: true,
      }
      change(cache, (list) => [...list, created])
    },
    onSettled: () => invalidateEndpoints(cache),
  })
}

/** Marks a form as open, because an open form shows its own failure. Returns a function that marks it as closed. */
export function markFormOpen(cache: QueryClient, workspaceId: string, form: string): () => void {
  const name = formKey(workspaceId, form)
  shown.add(name)
  const isItsFailure = (one: EndpointRequest) =>
    one.state === 'failed' && formKey(one.workspace.id, one.form) === name
  if (known(cache).some((one) => isItsFailure(one) && !one.isSeen)) {
    change(cache, (list) => list.map((one) => (isItsFailure(one) ? { ...one, isSeen: true } : one)))
  }
  return () => {
    shown.delete(name)
    if (known(cache).some(isItsFailure)) change(cache, (list) => list.filter((one) => !isItsFailure(one)))
  }
}

export function markSeen(cache: QueryClient, id: number): void {
  change(cache, (list) => list.map((one) => (one.id === id ? { ...one, isSeen: true } : one)))
}

export function dismissRequest(cache: QueryClient, id: number): void {
  change(cache, (list) => list.filter((one) => one.id !== id))
}

/** Whether the outcome is unknown, because the response or the page that waited for it was lost. */
export const isOutcomeUnknown = ({ error }: Pick<EndpointRequest, 'error'>) =>
  error !== null && ['outcome-unknown', 'host-lost', 'no-session'].includes(error.code)

let lastId = 0
const shown = new Set<string>()
const formKey = (workspaceId: string, form: string) => `${workspaceId} ${form}`

async function send(
  api: Client,
  cache: QueryClient,
  submission: EndpointSubmission,
): Promise<Endpoint | null> {
  const rename = renameOf(submission)
  if (rename !== null) {
    await api.call('endpoints.set-label', rename)
    applyLabel(cache, { id: rename.id, label: rename.label || null })
    return null
  }
  if (submission.kind === 'create') return api.call('endpoints.create', submission.input)
  if (submission.kind === 'change') return api.call('endpoints.update', submission.input)
  const { input, label } = submission
  if (label !== undefined) await api.call('endpoints.set-label', { id: input.id, label })
  await api.call('endpoints.replace', input)
  return null
}

/** Returns the new label if only the label changes. The app stores it without a request to the service. */
function renameOf(submission: EndpointSubmission): InputOf<'endpoints.set-label'> | null {
  if (submission.kind !== 'change') return null
  const { id, changes } = submission.input
  const { label, ...others } = changes
  return label === undefined || Object.keys(others).length > 0 ? null : { id, label }
}

const known = (cache: QueryClient) =>
  cache.getQueryData<readonly EndpointRequest[]>(keys.endpointRequests) ?? interrupted()

function change(
  cache: QueryClient,
  how: (list: readonly EndpointRequest[]) => readonly EndpointRequest[],
): void {
  const list = how(known(cache))
  cache.setQueryData(keys.endpointRequests, list)
  store(list)
}

/** The session storage key for the pending requests. They are stored because a reload would interrupt them. */
const storageKey = 'endpoint-requests'

function store(list: readonly EndpointRequest[]): void {
  const open = list.filter((one) => one.state === 'pending' || isOutcomeUnknown(one))
  try {
    if (open.length === 0) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(open.map((one) => ({ ...one, error: null }))))
  } catch {}
}

function interrupted(): readonly EndpointRequest[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as readonly EndpointRequest[]
    return stored.map((one) => ({
      ...one,
      id: ++lastId,
      state: 'failed',
      error: interruptedError(one),
      isSeen: false,
    }))
  } catch {
    return []
  }
}

const interruptedError = ({ kind }: EndpointRequest) =>
  new AppError('outcome-unknown', kind === 'create' ? outcomes.reloadedCreate : outcomes.reloadedChange)
