import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { type OpenWorkspace, openWorkspace } from '#core/workspaces/index.ts'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import type { FinishAction, Unfinished } from '#shared/endpoints/unfinished.ts'
import { AppError } from '#shared/errors.ts'
import type { EndpointCreation } from './endpoint-creation.ts'
import type { JournalEntry } from './endpoint-journal.ts'
import type { EndpointParts } from './parts.ts'

type DraftedEntry = JournalEntry & { readonly draft: EndpointDraft }

/**
 * Lists unfinished creations and performs the action that the user chose. Never repeats a creation automatically, because it
 * could create a second endpoint.
 */
export function createUnfinishedCreations(
  { service, journal, secrets, hub }: EndpointParts,
  creation: EndpointCreation,
  isTakenCareOf: (pathId: string) => boolean,
) {
  const finishing = new Set<string>()

  const suspects = (workspaceId: string): readonly DraftedEntry[] =>
    journal.entries(workspaceId).flatMap((entry) => {
      const { draft, pathId, endpointId } = entry
      if (draft === null || creation.isUnderWay(pathId) || isTakenCareOf(pathId)) return []
      return endpointId === null || secrets.stateOf(entry) === 'missing' ? [{ ...entry, draft }] : []
    })

  const list = async (workspace: OpenWorkspace): Promise<Unfinished[]> => {
    if (suspects(workspace.id).length === 0) return []
    const { items, unreadable } = await workspace.use((api) => api.endpoints())
    return suspects(workspace.id).flatMap((entry) => described(entry, items, unreadable === 0))
  }

  /** Describes an unfinished creation. Returns nothing if its endpoint was deleted. */
  const described = (
    entry: DraftedEntry,
    items: readonly ServiceEndpoint[],
    whole: boolean,
  ): Unfinished[] => {
    const named = entry.endpointId !== null
    const endpoints = named
      ? items.filter(({ id }) => id === entry.endpointId)
      : creation.candidates(entry, items)
    if (named && endpoints.length === 0) return []
    return [
      {
        id: entry.pathId,
        state: named
          ? entry.keptAt === null
            ? 'secret-lost'
            : 'secret-gone'
          : endpoints.length === 0 && whole
            ? 'not-created'
            : 'several',
        url: entry.url,
        requestedAt: entry.createdAt,
        draft: entry.draft,
        endpoints: endpoints.map(({ id, url, urlRedacted, createdBy, createdAt }) => {
          return { id, url, urlRedacted, createdBy, createdAt }
        }),
      },
    ]
  }

  const act = async (
    workspace: OpenWorkspace,
    one: Unfinished,
    entry: DraftedEntry,
    action: FinishAction,
  ): Promise<ServiceEndpoint | null> => {
    const mustBe = (...states: Unfinished['state'][]) => {
      if (!states.includes(one.state)) throw hasChanged()
    }
    switch (action.kind) {
      case 'keep':
        mustBe('secret-lost', 'secret-gone')
        journal.settled(entry.pathId)
        return null
      case 'forget':
        mustBe('not-created', 'several')
        await drop(entry)
        return null
      case 'choose': {
        mustBe('several')
        // The user confirmed that the requested endpoint is not in the list, so it was not created.
        if (action.endpointId === null) journal.knows(entry.pathId, [...entry.knownIds, ...ids(one)])
        else if (ids(one).includes(action.endpointId)) creation.adopt(entry, action.endpointId)
        else throw hasChanged()
        return null
      }
      case 'retry': {
        mustBe('not-created')
        const made = await creation.create(workspace, entry.draft, {
          first: () => drop(entry),
          keepIntent: true,
        })
        return made.endpoint
      }
      case 'recreate': {
        mustBe('secret-lost', 'secret-gone')
        const { endpointId } = entry
        if (endpointId === null) throw hasChanged()
        const made = await creation.create(workspace, entry.draft, {
          keepIntent: true,
          async first() {
            await workspace.use((api) => api.removeEndpoint(endpointId))
            await secrets.forget(entry)
          },
        })
        return made.endpoint
      }
    }
  }

  const drop = async (entry: JournalEntry) => {
    await secrets.forget(entry)
    journal.drop(entry.pathId)
  }

  return {
    list: async (): Promise<Unfinished[]> => list(openWorkspace(service)),
    /**
     * Performs the chosen action. Resolves to the endpoint that exists afterwards, or to `null`. If it rejects, the creation
     * remains unfinished.
     */
    async finish(id: string, action: FinishAction): Promise<ServiceEndpoint | null> {
      const workspace = openWorkspace(service)
      if (finishing.has(id)) throw new AppError('invalid-input', 'This is already in progress.')
      finishing.add(id)
      try {
        const one = (await list(workspace)).find((listed) => listed.id === id)
        const entry = new Map(suspects(workspace.id).map((known) => [known.pathId, known])).get(id)
        if (!one || !entry) throw new AppError('not-found', 'This is already finished.')
        return await act(workspace, one, entry, action)
      } finally {
        finishing.delete(id)
        hub.publish('endpoints.changed', {})
      }
    },
  }
}

const ids = ({ endpoints }: Unfinished) => endpoints.map(({ id }) => id)

const hasChanged = () => new AppError('invalid-input', 'This has changed. Refresh and try again.')
