import type { Handlers, ParsedInputOf } from '../../../shared/contract/index.ts'
import type { ListenStatus, ListenStep } from '../../../shared/contract/listen.ts'
import { AppError, asAppError } from '../../../shared/errors.ts'
import type { EventHub } from '../event-hub.ts'
import { createPathToken } from '../inspector/paths.ts'
import type { Receiving } from '../inspector/receiving.ts'
import type { Clock, Log } from '../ports.ts'
import type { EndpointJournal, JournalEntry } from '../store/endpoint-journal.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'
import type { EndpointCreation } from './endpoint-creation.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'
import type { EndpointListing } from './endpoints.ts'
import { createLeftEndpoints } from './left-endpoints.ts'
import { named, type Obstacle, openTunnel, proven, startListener, wayOutOf } from './listen-steps.ts'
import { type OpenWorkspace, openWorkspace } from './open-workspace.ts'
import type { Session } from './session.ts'

/** Receiving by one button: listener, tunnel, proof, endpoint, one after the other, and all of it ended by another. */
export interface Listening {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `listen.${string}`>>
  /** The service listed the endpoints of a workspace, asked at `beganMs` of the monotonic clock. */
  saw(workspaceId: string, listed: EndpointListing, beganMs: number): void
  /** The endpoint of one path was deleted, and that of another stands for it. */
  replaced(token: string, twinToken: string): void
  /** At quit: a temporary endpoint is deleted, if the service answers within five seconds. */
  close(): Promise<void>
}

export interface ListeningOptions {
  readonly session: Session
  readonly tunnel: Tunnel
  readonly receiving: Receiving
  readonly creation: EndpointCreation
  /** The endpoint that is to take the place of that of a path; `null` where none is. */
  readonly twinOf: (token: string) => JournalEntry | null
  readonly journal: EndpointJournal
  readonly secrets: EndpointSecrets
  /** Of a workspace that is written down. */
  readonly labelOf: (workspaceId: string) => string | null
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
}

type Draft = ParsedInputOf<'listen.start'>

/** `token`: the path it listens on. `opened`: the tunnel was opened for it. `gone`: the service lists its endpoint no more. */
type Phase =
  | Extract<ListenStatus, { state: 'idle' | 'starting' | 'failed' }>
  | {
      readonly state: 'live'
      readonly token: string
      readonly opened: boolean
      readonly since: string
      readonly sinceMs: number
      readonly gone: boolean
    }

/** The desktop waits 6 s for everything to end. What is not deleted by then is offered at the next start. */
const quitMs = 5_000

export function createListening(options: ListeningOptions): Listening {
  const { session, tunnel, receiving, creation, twinOf, journal, secrets, hub, clock, log } = options
  let phase: Phase = { state: 'idle' }
  let beganAt = ''
  let ending = false
  let problem: string | null = null
  let running: { readonly abort: AbortController; readonly done: Promise<void> } | null = null

  /** The endpoint it listens with: the one that was made, or the twin that took its place. */
  const liveEntry = (): JournalEntry | null => {
    if (phase.state !== 'live') return null
    const entry = journal.byToken(phase.token)
    return entry?.state === 'removed' ? twinOf(entry.token) : entry
  }

  const status = (): ListenStatus => {
    if (phase.state !== 'live') return phase
    const entry = liveEntry()
    if (!entry?.endpointId || phase.gone) {
      const url = journal.byToken(phase.token)?.url
      // Of a workspace that was removed nothing is left to tell of.
      if (url === undefined) return { state: 'idle' }
      return { state: 'ended', url, openedTunnel: phase.opened }
    }
    const { token, endpointId, url, workspaceId, temporary } = entry
    const mine = { endpointId, url, workspaceId, twin: named(twinOf(token)), temporary }
    return { state: 'live', ...mine, since: phase.since, ending, problem }
  }
  const become = (next: Phase) => {
    phase = next
    tell()
  }
  const tell = () => hub.publish('listen.changed', status())

  const left = createLeftEndpoints({
    ...options,
    isLive: ({ createdAt }) => (running !== null || phase.state === 'live') && createdAt >= beganAt,
  })

  const make = async (workspace: OpenWorkspace, draft: Draft, token: string): Promise<Obstacle | null> => {
    const { temporary, scopes, events, folderIds } = draft
    try {
      const asked = { receiver: { kind: 'inspector' } as const, scopes, events, folderIds }
      await creation.create(workspace, asked, { token, temporary })
      return null
    } catch (thrown) {
      const error = asAppError(thrown)
      // Its secret is in memory until quit, which is as long as a temporary one lives.
      if (error.code === 'keychain-failed') {
        problem = temporary ? null : error.message
        return null
      }
      if (temporary && error.code === 'secret-not-returned') await removeQuietly(token)
      if (error.code === 'internal') log.error('An endpoint to listen with could not be made.', error)
      return { step: 'endpoint', sentence: error.message, wayOut: wayOutOf(error) }
    }
  }

  const removeQuietly = (token: string) =>
    left.remove(token).catch((error) => log.error('A temporary endpoint could not be deleted.', error))

  const run = async (draft: Draft, workspace: OpenWorkspace, signal: AbortSignal) => {
    const since = clock.now().toISOString()
    beganAt = since
    const token = createPathToken()
    const opened = tunnel.status().state === 'off' || (phase.state === 'live' && phase.opened)
    const at = (step: ListenStep) => {
      signal.throwIfAborted()
      become({ state: 'starting', step, temporary: draft.temporary, since })
    }
    const steps: readonly (() => Promise<Obstacle | null>)[] = [
      () => {
        at('listener')
        return startListener(receiving)
      },
      () => {
        at('tunnel')
        return openTunnel(tunnel, signal)
      },
      () => {
        at('proof')
        return proven(tunnel, draft.unproven, signal)
      },
      () => {
        at('endpoint')
        return make(workspace, draft, token)
      },
    ]
    try {
      for (const take of steps) {
        const obstacle = await take()
        if (obstacle) return become({ state: 'failed', ...obstacle })
      }
      signal.throwIfAborted()
      const [since, sinceMs] = [clock.now().toISOString(), clock.monotonicMs()]
      become({ state: 'live', token, opened, since, sinceMs, gone: false })
    } catch (error) {
      if (!signal.aborted) throw error
      await removeQuietly(token)
      if (opened) await tunnel.stop()
      become({ state: 'idle' })
    }
  }

  const start = (draft: Draft): ListenStatus => {
    if (running || status().state === 'live') {
      throw new AppError('invalid-input', 'It listens already. Stop that first.')
    }
    const workspace = openWorkspace(session)
    const abort = new AbortController()
    problem = null
    const done = run(draft, workspace, abort.signal)
      .catch((error) => {
        log.error('Listening could not be started.', error)
        const step = phase.state === 'starting' ? phase.step : 'listener'
        become({ state: 'failed', step, sentence: asAppError(error).message, wayOut: null })
      })
      .finally(() => {
        running = null
      })
    running = { abort, done }
    return status()
  }

  const stop = async (): Promise<ListenStatus> => {
    if (running) {
      running.abort.abort()
      await running.done
      return status()
    }
    if (phase.state !== 'live') {
      become({ state: 'idle' })
      return status()
    }
    const { opened, gone } = phase
    const entry = liveEntry()
    ending = true
    tell()
    try {
      if (entry?.temporary) await (gone ? secrets.forget(entry) : left.remove(entry.token))
      if (opened) await tunnel.stop()
      problem = null
      phase = { state: 'idle' }
    } catch (error) {
      problem = asAppError(error).message
    }
    ending = false
    tell()
    return status()
  }

  return {
    handlers: {
      'listen.status': status,
      'listen.start': start,
      'listen.stop': stop,
      'listen.keep': () => {
        const entry = liveEntry()
        if (entry) journal.keepForGood(entry.token)
        tell()
        return status()
      },
      'listen.leftovers': () => left.list(),
      'listen.clean': async ({ id, action }) => {
        await left.clean(id, action)
        return null
      },
    },
    saw(workspaceId, { items, unreadable }, beganMs) {
      if (phase.state !== 'live' || phase.gone || ending || beganMs < phase.sinceMs || unreadable > 0) return
      const entry = liveEntry()
      if (entry?.workspaceId !== workspaceId) return
      // Or a twin is about to take its place.
      const mine = new Set([entry.endpointId, twinOf(entry.token)?.endpointId])
      if (items.some(({ id }) => mine.has(id))) return
      phase = { ...phase, gone: true }
      tell()
    },
    replaced(token, twinToken) {
      if (phase.state !== 'live' || !new Set([phase.token]).has(token)) return
      phase = { ...phase, token: twinToken, gone: false }
      tell()
    },
    async close() {
      const isOver = !running && !liveEntry()?.temporary
      if (isOver) return
      const late = new Promise((resolve) => setTimeout(resolve, quitMs).unref())
      await Promise.race([stop(), late])
    },
  }
}
