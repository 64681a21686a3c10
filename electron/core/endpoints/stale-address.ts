import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { openWorkspace, sandboxWorkspaceId } from '#core/workspaces/index.ts'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import { AppError } from '#shared/errors.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import type { JournalEntry } from './endpoint-journal.ts'
import type { EndpointManagement } from './endpoint-management.ts'
import { leadsTo, urlHere } from './endpoint-urls.ts'
import type { EndpointParts } from './parts.ts'
import type { Replacements } from './replacement/replacements.ts'

type Named = JournalEntry & { readonly endpointId: string }

/**
 * Finds endpoints that still point to an old public address of this computer. They are updated only when the user asks for it.
 */
export function createStaleAddresses(
  { service, tunnel, journal }: EndpointParts,
  endpoints: Pick<EndpointManagement, 'update'>,
  replacements: Pick<Replacements, 'start' | 'list'>,
  labelOf: (workspaceId: string) => string | null,
) {
  /** Returns the current public address if a probe has shown that it reaches this listener. */
  const addressNow = () => {
    const { publicUrl, state } = tunnel.status()
    return state === 'up' || state === 'unprovable' ? publicUrl : null
  }

  const suspects = (publicUrl: string) => {
    const openId = service.workspace()?.id ?? null
    const inSandbox = openId === sandboxWorkspaceId
    return journal.entries().filter((entry): entry is Named => {
      // While the sandbox is open, only its endpoints are listed, because it has a public address of its own.
      const isOfHere = (entry.workspaceId === sandboxWorkspaceId) === inSandbox
      return entry.endpointId !== null && isOfHere && isElsewhere(entry.url, entry, publicUrl)
    })
  }

  const listed = async (): Promise<ReadonlyMap<string, ServiceEndpoint>> => {
    const { items } = await openWorkspace(service).use((api) => api.endpoints())
    return new Map(items.map((endpoint) => [endpoint.id, endpoint]))
  }

  const list = async (): Promise<StaleAddress[]> => {
    const publicUrl = addressNow()
    if (publicUrl === null) return []
    const openId = service.workspace()?.id ?? null
    const found = suspects(publicUrl)
    const isAsked = found.some(({ workspaceId }) => workspaceId === openId)
    const known = isAsked ? await listed().catch(() => null) : null
    const leaving = new Set(
      isAsked ? replacements.list().map(({ oldId, step }) => (hasReplacement(step) ? oldId : '')) : [],
    )
    return found.flatMap((entry) => {
      const isOpen = entry.workspaceId === openId
      const { endpointId: id, pathId, workspaceId } = entry
      const endpoint = known?.get(id)
      const url = endpoint ? urlHere(endpoint, entry) : entry.url
      if (isOpen && known && (!endpoint || !leadsTo(endpoint, entry))) return []
      if (isOpen && (leaving.has(id) || !isElsewhere(url, entry, publicUrl))) return []
      const newUrl = urlAt(publicUrl, pathId)
      return [{ id, url, newUrl, workspaceId, workspace: labelOf(workspaceId) ?? '', isOpen }]
    })
  }

  return {
    list,
    /**
     * Updates an endpoint to the current address, or replaces it if the service can't update it. Rejects with `no-public-url` if
     * no address is proven.
     */
    async repoint(id: string): Promise<OutputOf<'endpoints.repoint'>> {
      const workspace = openWorkspace(service)
      const publicUrl = addressNow()
      if (publicUrl === null) {
        throw new AppError('no-public-url', 'No verified public address. Start the tunnel first.')
      }
      const entry = journal.byEndpoint(workspace.id, id)
      if (!entry) throw new AppError('not-found', 'This endpoint no longer exists.')
      const url = urlAt(publicUrl, entry.pathId)
      try {
        await endpoints.update({ id, changes: { receiver: { kind: 'url', url } } })
        return { outcome: 'updated' }
      } catch (error) {
        const isRefused = error instanceof AppError && refusals.has(error.code)
        if (!isRefused) throw error
        await replacements.start({ id, why: 'change', changes: { receiver: { kind: 'inspector' } } })
        return { outcome: 'replacing' }
      }
    },
  }
}

/** Errors of an update after which the endpoint is replaced instead. */
const refusals: ReadonlySet<string> = new Set(['update-unsupported', 'change-ignored'])

const urlAt = (publicUrl: string, pathId: string) => `${publicUrl}/hooks/${pathId}`

/** Returns whether the URL has this endpoint's path but another public address. */
const isElsewhere = (url: string, { pathId }: JournalEntry, publicUrl: string) =>
  url.endsWith(`/hooks/${pathId}`) && !url.startsWith(`${publicUrl}/`)

const hasReplacement = (step: ReturnType<Replacements['list']>[number]['step']) => step !== 'rolled-back'
