import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createActivity } from './activity.ts'
import { createApi } from './api/app.ts'
import type { RequestEntry } from './api/gate.ts'
import { createDeliveries, type Delivery } from './delivery/deliveries.ts'
import { createEvents, type EventType } from './delivery/events.ts'
import { createPost } from './delivery/post.ts'
import { createEndpointBook, type EndpointRecord } from './endpoint-book.ts'
import { freshId } from './fresh-id.ts'
import { defaultKnobs, type Knobs } from './knobs.ts'
import { sampleWorkspace } from './sample/workspace.ts'
import { createSandboxClock } from './sandbox-clock.ts'

export interface SandboxOptions {
  /** How many notes the sample workspace begins with. Default 1,200. */
  readonly notes?: number
  /** Folders beside the usual sixty. Default none. */
  readonly moreFolders?: number
  /** Where deliveries to one of the `tunnelUrls` go now, on loopback; `null` while nothing listens behind it. */
  readonly listenerOrigin: (tunnelOrigin: string) => string | null
  /** Public-looking https origins that deliveries are carried to. Default: the one that is told. */
  readonly tunnelUrls?: readonly string[]
  /** The same seed gives the same spaces, folders and notes. */
  readonly seed?: string
  /** Default 0: any free one. Rejects when it is taken. */
  readonly port?: number
  /** Default: a new one at every start. */
  readonly apiKey?: string
  /** Divides retry delays and the four days. Default 1,440: 4 days are 4 minutes. */
  readonly speed?: number
  /** How often something happens in a watched workspace. Default 2,500. */
  readonly activityMs?: number
  /** How long a receiver may take (specification, section 8). Default 15,000. */
  readonly receiverTimeoutMs?: number
  readonly knobs?: Partial<Knobs>
}

/** A running sandbox service: what the app needs of it first, then the doors for tests and demonstrations. */
export interface Sandbox {
  readonly baseUrl: string
  readonly apiKey: string
  /** A public-looking https origin that leads to the listener. */
  readonly tunnelUrl: string
  clockSpeed(): number
  /** Events are produced only while somebody watches and an endpoint is enabled. */
  setWatched(watched: boolean): void
  /** While it is suspended nothing happens and nothing is sent: its clock stops, and retries wait. Endpoints stay. */
  setSuspended(suspended: boolean): void
  close(): Promise<void>

  /** May be turned at any time. */
  readonly knobs: Knobs
  setClockSpeed(speed: number): void
  /** Makes something happen now, to the note named or to a fitting one. Throws for an unknown note. */
  emit(type: EventType, noteId?: string): { readonly eventId: string; readonly noteId: string }
  /** Somebody turns it off in the product's settings. */
  disable(endpointId: string): void
  /** With their secrets: this door is not the API. */
  endpoints(): readonly EndpointRecord[]
  requests(): readonly RequestEntry[]
  deliveries(): readonly Delivery[]
}

const usualTunnelUrl = 'https://listener.sandbox.example.com'

/** The specification, alive on 127.0.0.1: paging, keys, endpoints and signed deliveries over a sample workspace. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const apiKey = options.apiKey ?? freshId('key_sandbox_')
  const knobs = { ...defaultKnobs(), ...options.knobs }
  const workspace = sampleWorkspace({
    // Any text: it decides what the sample workspace looks like, and screenshots and tests know this one.
    seed: options.seed ?? 'practice',
    notes: options.notes ?? 1200,
    now: new Date(),
    moreFolders: options.moreFolders ?? 0,
  })
  const clock = createSandboxClock(options.speed ?? 1440)
  const book = createEndpointBook({
    opened: (endpoint) => activity.stir(endpoint),
    closed: (id) => deliveries.drop(id),
  })
  const { tunnelUrls = [usualTunnelUrl], listenerOrigin, receiverTimeoutMs: timeoutMs = 15_000 } = options
  const deliveries = createDeliveries({
    book,
    clock,
    post: createPost({ tunnelUrls, listenerOrigin, timeoutMs }),
  })
  const events = createEvents(book, workspace, deliveries)
  const activity = createActivity({ book, workspace, events, everyMs: options.activityMs ?? 2500 })

  let watched = false
  let suspended = false

  const { app, requests } = createApi({ apiKey, knobs, workspace, book })
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(options.port ?? 0, '127.0.0.1')
  // Rejects with the error of the server, such as a port that is taken.
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    tunnelUrl: tunnelUrls[0] ?? usualTunnelUrl,
    setWatched(next) {
      watched = next
      activity.setWatched(watched && !suspended)
    },
    setSuspended(next) {
      suspended = next
      clock.setPaused(suspended)
      activity.setWatched(watched && !suspended)
    },
    async close() {
      activity.close()
      deliveries.close()
      clock.close()
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },

    knobs,
    clockSpeed: () => clock.speed(),
    setClockSpeed: (speed) => clock.setSpeed(speed),
    emit(type, noteId) {
      const note = noteId === undefined ? undefined : workspace.note(noteId)
      if (noteId !== undefined && !note) throw new Error(`The sandbox workspace has no note ${noteId}.`)
      return activity.happen(type, note)
    },
    disable: (endpointId) => book.disable(endpointId),
    endpoints: () => book.list(),
    requests: () => [...requests],
    deliveries: () => deliveries.log(),
  }
}
