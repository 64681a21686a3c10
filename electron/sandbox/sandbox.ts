import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createActivity, type Triggered } from './activity.ts'
import { createApi } from './api/app.ts'
import type { GateKnobs } from './api/gate.ts'
import { noteJson } from './api/notes.ts'
import { isLoopbackUrl } from './api/public-url.ts'
import type { RequestEntry } from './api/request-log.ts'
import { createCheckNotes } from './check-notes.ts'
import { createDeliveries, type Delivery } from './delivery/deliveries.ts'
import { createEvents, type EventType, eventTypes } from './delivery/events.ts'
import { createPost } from './delivery/post.ts'
import { createProducer } from './delivery/producer.ts'
import { createEndpointBook, type EndpointRecord } from './endpoint-book.ts'
import { freshId } from './fresh-id.ts'
import { defaultKnobs, type Knobs } from './knobs.ts'
import { sampleWorkspace } from './sample/workspace.ts'
import { createSandboxClock } from './sandbox-clock.ts'
import { parseScript, ScriptError, type ScriptLine } from './script/parse-script.ts'
import { type PlayOptions, playScript, type ScriptResult } from './script/play-script.ts'
import { createSwitchBoard, type SwitchChanges } from './switches.ts'

export interface SandboxOptions {
  readonly notes?: number
  readonly moreFolders?: number
  /** Returns the loopback origin that one of the `tunnelUrls` forwards to, or `null` if there is no listener. */
  readonly listenerOrigin: (tunnelOrigin: string) => string | null
  /** Public-looking https origins of the sandbox tunnels. Defaults to a single origin, `Sandbox.tunnelUrl`. */
  readonly tunnelUrls?: readonly string[]
  /** The same seed gives the same spaces, folders and notes. */
  readonly seed?: string
  /** Defaults to 0, which means any free port. `openSandbox` rejects if the port is in use. */
  readonly port?: number
  readonly apiKey?: string
  /** A second key, for the user's receiver. Defaults to a new key at every start. */
  readonly receiverKey?: string
  /**
   * Factor by which retry delays and the four days of retries are shortened. Defaults to 1,440, so that four days take four
   * minutes.
   */
  readonly speed?: number
  /** Minimum real time between a response and the retry at any clock speed, in milliseconds. Defaults to 0. */
  readonly minRetryMs?: number
  readonly activityMs?: number
  readonly producedEveryMs?: number
  /** Timeout for a receiver's response, in milliseconds (specification, section 8). Defaults to 15,000. */
  readonly receiverTimeoutMs?: number
  readonly knobs?: Partial<Knobs>
  readonly onChange?: () => void
  readonly onTimeMoved?: () => void
  /** Called when a delivery through a tunnel got no response, which counts against its endpoint. `at` is an ISO time. */
  readonly onUnanswered?: (endpointId: string, at: string) => void
}

export interface ReceiverRequest extends RequestEntry {
  /**
   * The endpoint whose receiver probably sent the request, because it is the only one outside the app that was sent an event for
   * the note. `null` if there is none or more than one.
   */
  readonly endpointId: string | null
}

/** A running sandbox service. The members after `close` are only for tests and demos. */
export type Sandbox = Awaited<ReturnType<typeof openSandbox>>

/** Opens the app's sandbox, whose retries are slow enough for a person to see each response. */
export const openWatchedSandbox = (options: SandboxOptions): Promise<Sandbox> =>
  openSandbox({ minRetryMs: 5_000, ...options })

const defaultTunnelUrl = 'https://listener.sandbox.example.com'

/** Runs the specified service on 127.0.0.1, with API keys, paging, endpoints and signed deliveries for a sample workspace. */
export async function openSandbox(options: SandboxOptions) {
  const apiKey = options.apiKey ?? freshId('key_sandbox_')
  const receiverKey = options.receiverKey ?? freshId('key_receiver_')
  const knobs = { ...defaultKnobs(), ...options.knobs }
  const receiverKnobs: GateKnobs = { latencyMs: 0, status: null, rateLimit: null }
  const { onChange = () => {}, onTimeMoved = () => {}, onUnanswered = () => {} } = options
  const workspace = sampleWorkspace({
    // The default workspace of the sandbox. Screenshots and tests depend on it.
    seed: options.seed ?? 'practice',
    notes: options.notes ?? 1200,
    now: new Date(),
    moreFolders: options.moreFolders ?? 0,
  })
  const clock = createSandboxClock(options.speed ?? 1440)
  const book = createEndpointBook({
    onEnabled(endpoint) {
      activity.prioritize(endpoint)
      onChange()
    },
    onDisabled(id) {
      deliveries.drop(id)
      onChange()
    },
  })
  const { tunnelUrls = [defaultTunnelUrl], receiverTimeoutMs: timeoutMs = 15_000 } = options
  const listenerOrigin = (tunnelOrigin: string) =>
    switches.read().outage ? null : options.listenerOrigin(tunnelOrigin)
  const leadsToApp = (url: string) =>
    tunnelUrls.some((tunnel) => new URL(tunnel).origin === new URL(url).origin)
  const deliveries = createDeliveries({
    book,
    clock,
    post: createPost({ tunnelUrls, listenerOrigin, timeoutMs }),
    minRetryMs: options.minRetryMs ?? 0,
    onChange,
    onUnanswered({ id, url }, { at }) {
      if (leadsToApp(url)) onUnanswered(id, at)
    },
  })
  const events = createEvents(book, workspace, deliveries)
  const activity = createActivity({ book, workspace, events, everyMs: options.activityMs ?? 2500 })

  const { producedEveryMs: everyMs = 20_000 } = options
  const producer = createProducer({ book, workspace, events, deliveries, everyMs })

  const testEvents = new Set<string>()

  let watched = false
  let suspended = false
  const setActivity = () => {
    const isWatched = watched && !suspended
    const { automatic, producesFailures } = switches.read()
    activity.setWatched(isWatched && automatic)
    producer.setActive(isWatched && producesFailures)
  }
  const switches = createSwitchBoard({ knobs, receiverKnobs, onActivity: setActivity })

  const forChecks = createCheckNotes(workspace)
  const { app, requests } = createApi({
    apiKey,
    receiverKey,
    knobs,
    receiverKnobs,
    workspace: forChecks.workspace,
    book,
    beforeNote: forChecks.middleware,
    onRequest: onChange,
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const sandbox = {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    receiverKey,
    tunnelUrl: tunnelUrls[0] ?? defaultTunnelUrl,
    /** Events are only generated while the workspace is watched and an endpoint is enabled. */
    setWatched(next: boolean) {
      watched = next
      setActivity()
    },
    /** While suspended, the clock, events and deliveries are stopped. Endpoints and pending retries are kept. */
    setSuspended(next: boolean) {
      suspended = next
      clock.setPaused(suspended)
      setActivity()
    },
    checkNotes: forChecks.checkNotes,
    /** Reads a note without a request, so that the app can index all texts at once. */
    noteJson: (id: string): string | null => noteJson(id, workspace, knobs),
    hasNote: (id: string): boolean => workspace.note(id) !== undefined,
    clockSpeed: (): number => clock.speed(),
    /** Returns how much time passed on the sandbox clock during the last `realMs` real milliseconds, including skipped days. */
    passedMs: clock.passedMs,
    setClockSpeed(speed: number) {
      clock.setSpeed(speed)
      onTimeMoved()
      onChange()
    },
    /** Moves the clock ahead. Each attempt that becomes due is sent once. */
    skip(ms: number) {
      clock.skip(ms)
      onTimeMoved()
      onChange()
    },
    /** Returns the enabled endpoint that has failed longest on the sandbox clock, or `null` if none fails. */
    failing(): { readonly endpointId: string; readonly forMs: number } | null {
      const failing = book.longestFailing()
      return failing && { endpointId: failing.id, forMs: clock.nowMs() - failing.sinceMs }
    },
    switches: switches.read,
    setSwitches(changes: SwitchChanges) {
      switches.set(changes)
      onChange()
    },
    /**
     * Triggers events for the enabled endpoints, which take turns. With `endpointId`, sends test events to that endpoint alone.
     * Returns the number of new deliveries.
     */
    trigger(type: EventType, count: number, endpointId?: string): { readonly deliveries: number } {
      const only = endpointId === undefined ? undefined : book.get(endpointId)
      if (endpointId !== undefined && !only) return { deliveries: 0 }
      const trigger = () => (only ? activity.test(type, only) : activity.triggerInTurn(type)).eventId
      const eventIds = new Set(Array.from({ length: count }, trigger))
      if (only) for (const id of eventIds) testEvents.add(id)
      return { deliveries: deliveries.log().filter(({ eventId }) => eventIds.has(eventId)).length }
    },
    isWithinReach(endpointId: string): boolean {
      const url = book.get(endpointId)?.url
      return url === undefined || leadsToApp(url) || isLoopbackUrl(new URL(url))
    },
    receiverRequests,
    isProduced: deliveries.isProduced,
    isTest: (eventId: string): boolean => testEvents.has(eventId),
    deliveries: (): readonly Delivery[] => deliveries.log(),
    /** Parses a script. `problem` is a sentence that names the first invalid line and how to correct it. */
    readScript(
      text: string,
    ):
      | { readonly problem: string }
      | { readonly steps: number; readonly play: (options: PlayOptions) => Promise<ScriptResult> } {
      try {
        const lines = parseScript(text)
        return { steps: lines.length, play: (options) => playScript(sandbox, lines, options) }
      } catch (error) {
        if (error instanceof ScriptError) return { problem: error.message }
        throw error
      }
    },
    async close() {
      activity.close()
      producer.close()
      deliveries.close()
      clock.close()
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },

    knobs,
    /**
     * Triggers an event now, for the given note or a suitable one. With `endpointId`, sends it to that endpoint alone. Throws if
     * the note or endpoint is unknown.
     */
    emit(type: EventType, noteId?: string, endpointId?: string): Triggered {
      const note = noteId === undefined ? undefined : workspace.note(noteId)
      if (noteId !== undefined && !note) throw new Error(`The sandbox workspace has no note ${noteId}.`)
      const endpoint = endpointId === undefined ? undefined : book.get(endpointId)
      if (endpointId !== undefined && !endpoint)
        throw new Error(`The sandbox workspace has no endpoint ${endpointId}.`)
      return activity.trigger(type, note, endpoint)
    },
    addEndpoint: (url: string, signingSecret: string): EndpointRecord =>
      book.create({ url, scopes: ['personal', 'public'], events: eventTypes, folderIds: [] }, signingSecret),
    /** Enables an endpoint, as a user could in the service's own settings. */
    enable: (endpointId: string) => void book.update(endpointId, { enabled: true }),
    /** Disables an endpoint, as a user could in the service's own settings. */
    disable: (endpointId: string) => book.disable(endpointId),
    endpoints: (): readonly EndpointRecord[] => book.list(),
    requests: (): readonly RequestEntry[] => [...requests],
    playScript: (lines: readonly ScriptLine[], options: PlayOptions): Promise<ScriptResult> =>
      playScript(sandbox, lines, options),
  }
  return sandbox

  function receiverRequests(): readonly ReceiverRequest[] {
    const sentTo = new Map<string, Set<string>>()
    const toApp = new Set(book.list().flatMap(({ id, url }) => (leadsToApp(url) ? [id] : [])))
    for (const { noteId, endpointId } of deliveries.log()) {
      if (!toApp.has(endpointId)) sentTo.set(noteId, (sentTo.get(noteId) ?? new Set()).add(endpointId))
    }
    return requests.flatMap((entry) => {
      if (entry.from === 'app') return []
      const endpointIds = [...(sentTo.get(noteIdIn(entry.path)) ?? [])]
      const [only = null] = endpointIds
      return [{ ...entry, endpointId: endpointIds.length === 1 ? only : null }]
    })
  }
}

const noteIdIn = (path: string) => /^\/v1\/notes\/([^/?]+)/.exec(path)?.[1] ?? ''
