import { randomBytes } from 'node:crypto'
import { createEmitter } from '#core/platform/emitter.ts'
import { signingKey } from './signing-key.ts'
import type { PathSecrets } from './verify.ts'

/** State of a listener path, set by the owner of the endpoints. */
export interface PathState {
  /** Workspace of its deliveries, or `null` if it does not matter. */
  readonly workspaceId: string | null
  /** `null` while the path is reserved and the service has not named the endpoint yet. */
  readonly endpointId: string | null
  /** The endpoint's URL as registered with the service. */
  readonly url: string | null
  /**
   * The signing secrets as text (two during a rotation), converted to keys at once and not stored, or the reason why there are none.
   * While they are unavailable, deliveries are stored and answered 503, so that none is lost.
   */
  readonly secrets:
    | { readonly kind: 'ready'; readonly secrets: readonly string[] }
    | { readonly kind: 'unavailable'; readonly reason: 'locked' | 'missing' }
  /** ISO time when the newest secret was stored. */
  readonly keptAt: string | null
  /** Whether a delivery on this path was verified before. */
  readonly hasVerified: boolean
}

export interface KnownPath {
  readonly pathId: string
  readonly workspaceId: string | null
  readonly endpointId: string | null
  readonly url: string | null
  readonly secrets: PathSecrets
  readonly keptAt: string | null
  readonly hasVerified: boolean
  /** Whether requests get no response, as from a host that is down. */
  readonly isOut: boolean
}

/** Paths that the listener accepts, looked up synchronously for every request. Filled by the service for endpoints. */
export type Paths = ReturnType<typeof createPaths>

export function createPaths() {
  const known = new Map<string, KnownPath>()
  const listeners = new Set<(path: KnownPath) => void>()
  const removed = createEmitter<string>()
  let outWorkspaceId: string | null = null
  const put = (path: KnownPath) => {
    known.set(path.pathId, path)
    for (const listener of listeners) listener(path)
  }

  return {
    /** Adds or replaces a path. Throws `AppError` `invalid-input` for an invalid secret, and then leaves the path unchanged. */
    set(pathId: string, state: PathState) {
      const isOut = state.workspaceId !== null && state.workspaceId === outWorkspaceId
      put({ ...state, pathId, secrets: pathSecrets(state.secrets), isOut })
    },
    /** Stops accepting requests on the paths of this workspace only; `null`: accepts them on every path. */
    setOutage(workspaceId: string | null) {
      outWorkspaceId = workspaceId
      for (const path of known.values()) {
        const isOut = workspaceId !== null && path.workspaceId === workspaceId
        if (isOut !== path.isOut) put({ ...path, isOut })
      }
    },
    /** Adds or replaces a path whose keys are already created. */
    put,
    remove(pathId: string) {
      if (known.delete(pathId)) removed.fire(pathId)
    },
    onDidRemove: removed.event,
    find: (pathId: string): KnownPath | undefined => known.get(pathId),
    all: (): readonly KnownPath[] => [...known.values()],
    ofEndpoint: (endpointId: string): KnownPath | undefined =>
      [...known.values()].find((path) => path.endpointId === endpointId),
    markVerified(pathId: string) {
      const path = known.get(pathId)
      if (path && !path.hasVerified) known.set(pathId, { ...path, hasVerified: true })
    },
    /** Calls the listener for every known path, then for each path that is set. Returns a function that unsubscribes. */
    watch(listener: (path: KnownPath) => void): () => void {
      listeners.add(listener)
      for (const path of known.values()) listener(path)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns 128 random bits. The id is not a secret, but it cannot be guessed, and it selects the secrets for verification. */
export function createPathId(): string {
  return randomBytes(16).toString('base64url')
}

function pathSecrets(secrets: PathState['secrets']): PathSecrets {
  if (secrets.kind === 'unavailable') return secrets
  if (secrets.secrets.length === 0) return { kind: 'unavailable', reason: 'missing' }
  return { kind: 'ready', keys: secrets.secrets.map(signingKey) }
}
