import { randomBytes } from 'node:crypto'
import { createEmitter } from '#core/platform/emitter.ts'
import { type PathSecrets, signingKey } from './verify.ts'

export interface PathState {
  /** The workspace that the path's deliveries belong to, or `null` if there is none. */
  readonly workspaceId: string | null
  /** `null` until the service has created the endpoint. */
  readonly endpointId: string | null
  readonly url: string | null
  /**
   * The signing secrets as text (two during a rotation), or the reason why there are none. Without secrets, deliveries are stored
   * and get a 503, so that the service retries them.
   */
  readonly secrets:
    | { readonly kind: 'ready'; readonly secrets: readonly string[] }
    | { readonly kind: 'unavailable'; readonly reason: 'locked' | 'missing' }
  readonly keptAt: string | null
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
  /** Whether requests get no response, as if the computer were down. */
  readonly isOut: boolean
}

/** The paths that the listener accepts. They are looked up synchronously for every request. */
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
    /** Adds or replaces a path. Throws `AppError` `invalid-input` for an invalid secret and leaves the path unchanged. */
    set(pathId: string, state: PathState) {
      const isOut = state.workspaceId !== null && state.workspaceId === outWorkspaceId
      put({ ...state, pathId, secrets: pathSecrets(state.secrets), isOut })
    },
    setOutage(workspaceId: string | null) {
      outWorkspaceId = workspaceId
      for (const path of known.values()) {
        const isOut = workspaceId !== null && path.workspaceId === workspaceId
        if (isOut !== path.isOut) put({ ...path, isOut })
      }
    },
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
    /** Calls the listener for every known path, and again whenever a path is set. */
    watch(listener: (path: KnownPath) => void): () => void {
      listeners.add(listener)
      for (const path of known.values()) listener(path)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns a random 128-bit id for the path of an endpoint's URL. It can't be guessed, but it is not a secret. */
export function createPathId(): string {
  return randomBytes(16).toString('base64url')
}

function pathSecrets(secrets: PathState['secrets']): PathSecrets {
  if (secrets.kind === 'unavailable') return secrets
  if (secrets.secrets.length === 0) return { kind: 'unavailable', reason: 'missing' }
  return { kind: 'ready', keys: secrets.secrets.map(signingKey) }
}
