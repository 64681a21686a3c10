import { createPathId } from '#core/deliveries/index.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import { openWorkspaceId } from '#core/workspaces/index.ts'
import { parseSigningSecret } from '#shared/endpoints/signing-secret.ts'
import { AppError } from '#shared/errors.ts'
import type { OutputOf, ParsedInputOf } from '#shared/rpc/contract.ts'
import { intended, type JournalEntry } from '../endpoint-journal.ts'
import type { EndpointParts } from '../parts.ts'

export type SecretImport = (
  input: ParsedInputOf<'endpoints.import-secret'>,
) => Promise<OutputOf<'endpoints.import-secret'>>

/**
 * Imports the signing secret of an endpoint that was created elsewhere, or replaces a wrong secret. Then verifies the endpoint's
 * stored deliveries again. Never returns the secret.
 */
export function createSecretImport({
  service,
  tunnel,
  journal,
  secrets,
  deliveries,
  hub,
  clock,
}: EndpointParts): SecretImport {
  /** Returns a new journal entry for an endpoint that doesn't have one yet. */
  const discovered = async (workspaceId: string, id: string, at: string): Promise<JournalEntry> => {
    const { items } = await service.use((api) => api.endpoints())
    const endpoint = items.find((listed) => listed.id === id)
    if (!endpoint) throw new AppError('not-found', 'This endpoint was deleted. Refresh the list.')
    const pathId = pathOf(endpoint) ?? createPathId()
    const intent = { pathId, workspaceId, url: endpoint.url, knownIds: [], draft: null }
    return { ...intended(intent, at), endpointId: id }
  }

  const pathOf = ({ url, urlRedacted }: ServiceEndpoint): string | null => {
    const pathId = urlRedacted ? undefined : /\/hooks\/([\w-]{22})$/.exec(url)?.[1]
    if (pathId === undefined) return null
    const known = journal.byPathId(pathId)
    if (known) return known.state === 'removed' ? pathId : null
    return url === `${tunnel.status().publicUrl}/hooks/${pathId}` ? pathId : null
  }

  return async ({ id, secret: typed }) => {
    const workspaceId = openWorkspaceId(service)
    const secret = typed.trim()
    const { warnings } = parseSigningSecret(secret)
    const entry =
      journal.byEndpoint(workspaceId, id) ?? (await discovered(workspaceId, id, clock.now().toISOString()))
    try {
      await secrets.replace(entry, secret)
      const { judged, verifying } = await deliveries.reverify(entry.pathId)
      const comesHere = entry.url.endsWith(`/hooks/${entry.pathId}`)
      return { warnings: comesHere ? [...warnings] : [...warnings, elsewhere], judged, verifying }
    } finally {
      hub.publish('endpoints.changed', {})
    }
  }
}

const elsewhere =
  'Secret saved. This endpoint’s deliveries go to another receiver, so it can’t be verified here.'
