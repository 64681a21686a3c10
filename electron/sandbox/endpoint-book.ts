import { newSigningSecret } from './delivery/signing.ts'
import { freshId } from './fresh-id.ts'

export interface EndpointFields {
  readonly url: string
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

export interface EndpointRecord extends EndpointFields {
  readonly id: string
  readonly signingSecret: string
  readonly createdAt: string
  readonly enabled: boolean
}

/** The webhook endpoints and whether they are enabled, disabled or deleted (specification, section 3). */
export type EndpointBook = ReturnType<typeof createEndpointBook>

export function createEndpointBook(options: {
  readonly onEnabled: (endpoint: EndpointRecord) => void
  readonly onDisabled: (id: string) => void
}) {
  const { onEnabled, onDisabled } = options
  const endpoints = new Map<string, EndpointRecord>()
  const failingSince = new Map<string, number>()

  const update = (
    id: string,
    changes: Partial<EndpointFields> & { readonly enabled?: boolean },
  ): EndpointRecord | undefined => {
    const before = endpoints.get(id)
    if (!before) return undefined
    const after = { ...before, ...changes }
    if (after.enabled && !before.enabled) failingSince.delete(id)
    endpoints.set(id, after)
    if (after.enabled && !before.enabled) onEnabled(after)
    if (!after.enabled && before.enabled) onDisabled(id)
    return after
  }

  return {
    list: (): readonly EndpointRecord[] => [...endpoints.values()],
    get: (id: string): EndpointRecord | undefined => endpoints.get(id),
    create(fields: EndpointFields, signingSecret: string = newSigningSecret()): EndpointRecord {
      const id = freshId('whe_')
      const createdAt = new Date().toISOString()
      const endpoint = { ...fields, id, createdAt, signingSecret, enabled: true }
      endpoints.set(id, endpoint)
      onEnabled(endpoint)
      return endpoint
    },
    update,
    disable: (id: string) => void update(id, { enabled: false }),
    succeeded: (id: string) => void failingSince.delete(id),
    /** Records a failure. Returns the time of the first failure since the last success, in milliseconds of the sandbox clock. */
    failed(id: string, atMs: number): number {
      const since = failingSince.get(id) ?? atMs
      failingSince.set(id, since)
      return since
    },
    /** Returns the enabled endpoint whose first failure since its last success is the earliest, or `null` if none fails. */
    longestFailing(): { readonly id: string; readonly sinceMs: number } | null {
      const all = [...failingSince].flatMap(([id, sinceMs]) =>
        endpoints.get(id)?.enabled ? [{ id, sinceMs }] : [],
      )
      return all.sort((one, other) => one.sinceMs - other.sinceMs)[0] ?? null
    },
    remove(id: string): boolean {
      const existed = endpoints.delete(id)
      failingSince.delete(id)
      if (existed) onDisabled(id)
      return existed
    },
  }
}
