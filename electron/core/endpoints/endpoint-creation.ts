import { createPathId } from '#core/deliveries/index.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import type { OpenWorkspace } from '#core/workspaces/index.ts'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import { AppError } from '#shared/errors.ts'
import type { JournalEntry } from './endpoint-journal.ts'
import { urlOf } from './endpoint-urls.ts'
import type { EndpointParts } from './parts.ts'

/**
 * Creates endpoints so that a crash never loses an endpoint or its secret (specification, sections 4 and 5.8). The intent is
 * stored before the request is sent, and the secret before success is reported. No request is sent twice.
 */
export type EndpointCreation = ReturnType<typeof createEndpointCreation>

export interface CreateHow {
  readonly pathId?: string
  /**
   * Runs after the intent is stored and before the request is sent, for example to delete the endpoint that is being recreated.
   */
  readonly first?: () => Promise<void>
  /** Whether to keep the intent when the service rejects the request, so that the user can try again. */
  readonly keepIntent?: boolean
  readonly temporary?: boolean
}

export interface Created {
  readonly endpoint: ServiceEndpoint
  readonly pathId: string
  /** The keychain's error. If set, the signing secret is only in memory. */
  readonly unsaved: AppError | null
}

export interface CreatedEndpoint {
  readonly workspaceId: string
  readonly endpointId: string
}

export function createEndpointCreation(
  { tunnel, journal, secrets, labels, registry, hub, clock }: EndpointParts,
  {
    onCreated,
    onEnabled,
  }: {
    readonly onCreated: (created: CreatedEndpoint) => void
    readonly onEnabled: (workspaceId: string, endpointId: string) => void
  },
) {
  const underWay = new Set<string>()

  const adopt = (entry: JournalEntry, endpointId: string): JournalEntry => {
    registry.know(entry.workspaceId, endpointId)
    journal.replied(entry.pathId, endpointId)
    const named: JournalEntry = { ...entry, endpointId, state: 'replied' }
    secrets.reserve(named)
    // The journal stores the label too, so that it can be set even if the response was lost.
    if (entry.draft?.label) labels.set(entry.workspaceId, endpointId, entry.draft.label)
    onCreated({ workspaceId: entry.workspaceId, endpointId })
    return named
  }

  const forget = async (entry: JournalEntry) => {
    await secrets.forget(entry)
    journal.drop(entry.pathId)
  }

  const create = async (
    workspace: OpenWorkspace,
    draft: EndpointDraft,
    pathId: string,
    { first, keepIntent, temporary = false }: CreateHow,
  ): Promise<Created> => {
    const url = urlOf(draft.receiver, pathId, tunnel, workspace.id)
    const known = await workspace.use((api) => api.endpoints())

    const knownIds = known.items.map(({ id }) => id)
    const intent = { pathId, workspaceId: workspace.id, url, knownIds, draft, temporary }
    const entry = journal.intend(intent, clock.now().toISOString())
    secrets.reserve(entry)
    let isSent = false
    try {
      await first?.()
      isSent = true
      const { scopes, events, folderIds } = draft
      const made = await workspace.use((api) => api.createEndpoint({ url, scopes, events, folderIds }))
      const named = adopt(entry, made.endpoint.id)
      if (made.signingSecret === null) throw secretNotReturned()
      const unsaved = await secrets.keep(named, made.signingSecret)
      if (made.endpoint.enabled) onEnabled(workspace.id, made.endpoint.id)
      return { endpoint: made.endpoint, pathId, unsaved }
    } catch (error) {
      const isRefused = journal.byPathId(pathId)?.state === 'intent' && !mayExist(error)
      if (isRefused && !(isSent && keepIntent)) await forget(entry)
      throw error
    } finally {
      hub.publish('endpoints.changed', {})
    }
  }

  const candidates = (
    entry: JournalEntry,
    listed: readonly ServiceEndpoint[],
  ): readonly ServiceEndpoint[] => {
    const claimed = new Set(journal.entries(entry.workspaceId).map(({ endpointId }) => endpointId))
    return listed.filter(
      ({ id, url, urlRedacted }) =>
        (urlRedacted || url === entry.url) && !entry.knownIds.includes(id) && !claimed.has(id),
    )
  }

  return {
    /**
     * Creates an endpoint. Rejects with `outcome-unknown` if the endpoint may exist, and with `secret-not-returned` if it exists
     * but the service did not return its secret.
     */
    async create(workspace: OpenWorkspace, draft: EndpointDraft, how: CreateHow = {}): Promise<Created> {
      const pathId = how.pathId ?? createPathId()
      underWay.add(pathId)
      try {
        return await create(workspace, draft, pathId, how)
      } finally {
        underWay.delete(pathId)
      }
    },
    /**
     * Looks for endpoints that the service created although its response was lost. An endpoint belongs to an intent if it is the
     * only new one with that URL.
     */
    reconcile(workspaceId: string, listed: readonly ServiceEndpoint[]) {
      for (const entry of journal.entries(workspaceId)) {
        if (entry.endpointId !== null || underWay.has(entry.pathId)) continue
        const [only, ...others] = candidates(entry, listed)
        if (only && others.length === 0 && !only.urlRedacted) adopt(entry, only.id)
      }
    },
    candidates,
    adopt,
    isUnderWay: (pathId: string): boolean => underWay.has(pathId),
  }
}

const mayExist = (error: unknown) => !(error instanceof AppError) || error.code === 'outcome-unknown'

const secretNotReturned = () =>
  new AppError(
    'secret-not-returned',
    'The service created the endpoint without returning its signing secret. Delete it and create it again.',
  )
