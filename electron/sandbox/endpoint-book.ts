import { newSigningSecret } from './delivery/signing.ts'
import { freshId } from './fresh-id.ts'

/** What a client may write (specification, section 4). */
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

/** The webhook endpoints and their states: enabled, disabled, deleted (specification, section 3). */
export interface EndpointBook {
  list(): readonly EndpointRecord[]
  get(id: string): EndpointRecord | undefined
  create(fields: EndpointFields): EndpointRecord
  update(
    id: string,
    changes: Partial<EndpointFields> & { readonly enabled?: boolean },
  ): EndpointRecord | undefined
  disable(id: string): void
  succeeded(id: string): void
  /** Returns since when it has been failing without a success, in sandbox time. */
  failed(id: string, atMs: number): number
  /** Whether there was one. */
  remove(id: string): boolean
}

export function createEndpointBook(told: {
  /** It was created or enabled: it may receive from now on. */
  readonly opened: (endpoint: EndpointRecord) => void
  /** It was disabled or deleted: nothing more may be sent. */
  readonly closed: (id: string) => void
}): EndpointBook {
  const endpoints = new Map<string, EndpointRecord>()
  const failingSince = new Map<string, number>()

  const update: EndpointBook['update'] = (id, changes) => {
    const before = endpoints.get(id)
    if (!before) return undefined
    const after = { ...before, ...changes }
    if (after.enabled && !before.enabled) failingSince.delete(id)
    endpoints.set(id, after)
    if (after.enabled && !before.enabled) told.opened(after)
    if (!after.enabled && before.enabled) told.closed(id)
    return after
  }

  return {
    list: () => [...endpoints.values()],
    get: (id) => endpoints.get(id),
    create(fields) {
      const id = freshId('whe_')
      const createdAt = new Date().toISOString()
      const signingSecret = newSigningSecret()
      const endpoint = { ...fields, id, createdAt, signingSecret, enabled: true }
      endpoints.set(id, endpoint)
      told.opened(endpoint)
      return endpoint
    },
    update,
    disable: (id) => void update(id, { enabled: false }),
    succeeded: (id) => void failingSince.delete(id),
    failed(id, atMs) {
      const since = failingSince.get(id) ?? atMs
      failingSince.set(id, since)
      return since
    },
    remove(id) {
      const known = endpoints.delete(id)
      failingSince.delete(id)
      if (known) told.closed(id)
      return known
    },
  }
}
