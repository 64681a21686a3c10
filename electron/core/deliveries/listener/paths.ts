import { randomBytes } from 'node:crypto'
import { createEmitter } from '#core/platform/emitter.ts'
import { signingKey } from './signing-key.ts'
import type { PathSecrets } from './verify.ts'

/** What the owner of the endpoints says of one path of the listener. */
export interface PathState {
  /** Whose deliveries come on it; `null` where it does not matter. */
  readonly workspaceId: string | null
  /** `null` while the path is reserved and the service has not named the endpoint yet. */
  readonly endpointId: string | null
  /** The endpoint's URL as registered with the service. */
  readonly url: string | null
  /**
   * The signing secrets as text (two while one is being rotated), turned into keys at once and not held; or why there are
   * none. While they are unavailable, deliveries are answered 503 and kept, so that nothing is lost.
   */
  readonly secrets:
    | { readonly kind: 'ready'; readonly secrets: readonly string[] }
    | { readonly kind: 'unavailable'; readonly reason: 'locked' | 'missing' }
  /** ISO time when the newest secret was kept. */
  readonly keptAt: string | null
  /** A delivery on this path verified before. */
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

/** The paths the listener answers to, looked up synchronously for every request. Filled by the service of the endpoints. */
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
    /** Adds or replaces. Throws `AppError` `invalid-input` for a secret that cannot be one; the path then stays as it was. */
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
    /** The same with the keys at hand. */
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
    /** Called for every path that is set, those already known first. Returns a function that ends it. */
    watch(listener: (path: KnownPath) => void): () => void {
      listeners.add(listener)
      for (const path of known.values()) listener(path)
      return () => void listeners.delete(listener)
    },
  }
}

/** 128 random bits: not a secret to rely on, but it cannot be guessed, and it names the secrets to judge by. */
export function createPathId(): string {
  return randomBytes(16).toString('base64url')
}

function pathSecrets(secrets: PathState['secrets']): PathSecrets {
  if (secrets.kind === 'unavailable') return secrets
  if (secrets.secrets.length === 0) return { kind: 'unavailable', reason: 'missing' }
  return { kind: 'ready', keys: secrets.secrets.map(signingKey) }
}
