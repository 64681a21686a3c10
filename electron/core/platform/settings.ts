import { z } from 'zod'
import { agentLevels } from '#shared/agents/level.ts'
import { CleanUp } from '#shared/deliveries/storage-contract.ts'
import { Settings } from '#shared/settings/contract.ts'
import { TunnelChoice } from '#shared/tunnel/model.ts'
import { createEmitter } from './emitter.ts'
import type { EventHub } from './event-bus.ts'
import type { HandlersOf } from './feature.ts'
import type { Log, SettingsStore } from './ports.ts'

/** The user's settings, and values that the app keeps between starts. Contains no secrets. */
export type SettingsService = ReturnType<typeof createSettingsService>

export interface SettingsChange {
  readonly before: Settings
  readonly now: Settings
  waitUntil(work: Promise<unknown>): void
}

export interface Remembered {
  readonly tunnel: StoredTunnel
  /** The last port of the listener, which is used again because a tunnel may point to it. */
  readonly lastListenerPort: number
  /** Whether the service at each base URL accepts updates with PATCH or PUT. */
  readonly updateMethods: Readonly<Record<string, 'PATCH' | 'PUT'>>
  readonly lastCleanUp: CleanUp | null
  readonly agents: StoredAgents
  readonly forwards: StoredForwards
}

const StoredTunnel = z.object({ choice: TunnelChoice.nullable(), isOn: z.boolean() })
export type StoredTunnel = z.infer<typeof StoredTunnel>

/** The level that the user chose for agents, or `null`. The level `loopback` is never stored. */
const StoredAgents = z.object({
  level: z.enum(agentLevels).exclude(['loopback']).nullable(),
  content: z.boolean(),
})
export type StoredAgents = z.infer<typeof StoredAgents>

/** By receiver: the forwarding that a running `notehook forward` began, so that it also ends after a restart of the app. */
// biome-ignore lint/plugin: the keys are IDs of receivers
const StoredForwards = z.record(
  z.string(),
  z.object({
    /** The receiver's workspace. Only receivers of the open workspace can be changed. */
    workspaceId: z.string().optional(),
    /** The receiver's earlier state. `null` if it was added. `endpointIds` is `null` if the command didn't change them. */
    before: z.object({ live: z.boolean(), endpointIds: z.array(z.string()).nullable() }).nullable(),
    /** Number of commands that forward to the receiver. */
    commands: z.number().int(),
  }),
)
export type StoredForwards = z.infer<typeof StoredForwards>

const defaults: Settings = {
  theme: 'system',
  density: 'compact',
  listenerPort: 0,
  toleranceSeconds: 300,
  keepReceiving: false,
  keepDays: 0,
  keepMegabytes: 0,
}

const remembered = {
  tunnel: StoredTunnel.catch({ choice: null, isOn: false }),
  lastListenerPort: z.number().int().min(0).max(65535).catch(0),
  // biome-ignore lint/plugin: the keys are base addresses, each with its scheme
  updateMethods: z.record(z.string(), z.enum(['PATCH', 'PUT'])).catch({}),
  lastCleanUp: CleanUp.nullable().catch(null),
  agents: StoredAgents.catch({ level: null, content: false }),
  forwards: StoredForwards.catch({}),
} satisfies { [Name in keyof Remembered]: z.ZodType<Remembered[Name]> }

export const wasUsed = (store: SettingsStore): boolean =>
  remembered.lastListenerPort.parse(store.read().lastListenerPort) !== 0

export function createSettingsService(store: SettingsStore, hub: EventHub, log: Log) {
  let current = readSettings(store.read().preferences)
  const cached: Record<string, unknown> = {}
  const changing = createEmitter<SettingsChange>()
  const changed = createEmitter<SettingsChange>()
  const fire = async (emitter: typeof changed, before: Settings, now: Settings) => {
    const work: Promise<unknown>[] = []
    emitter.fire({ before, now, waitUntil: (one) => work.push(one) })
    await Promise.all(work)
  }
  const set = (changes: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }): Settings => {
    const next = Settings.parse({ ...current, ...withoutGaps(changes) })
    store.write({ preferences: next })
    current = next
    hub.publish('settings.changed', current)
    return current
  }
  return {
    handlers: {
      'settings.get': () => current,
      async 'settings.set'(changes) {
        await fire(changing, current, Settings.parse({ ...current, ...withoutGaps(changes) }))
        const before = current
        const now = set(changes)
        await fire(changed, before, now)
        return now
      },
    } satisfies HandlersOf<'settings'>,
    /** Fires before a change from the page is saved. If a listener rejects, nothing is saved. */
    onWillChange: changing.event,
    onDidChange: changed.event,
    get: (): Settings => current,
    /** Changes settings. Leaves out those that are missing or `undefined`. */
    set,
    recall<Name extends keyof Remembered>(name: Name): Remembered[Name] {
      const value = Object.hasOwn(cached, name) ? cached[name] : store.read()[name]
      return remembered[name].parse(value) as Remembered[Name]
    },
    /** Stores a value. If the file can't be written, keeps the value until the app quits. */
    remember<Name extends keyof Remembered>(name: Name, value: Remembered[Name]) {
      cached[name] = value
      try {
        store.write({ [name]: value })
      } catch (error) {
        log.error(
          `The settings file can’t be written. The value of ${name} lasts until Notehook quits.`,
          error,
        )
      }
    },
  }
}

function readSettings(stored: unknown): Settings {
  const found = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  const entries = Object.entries(Settings.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(found[name])
    return [name, parsed.success ? parsed.data : defaults[name as keyof Settings]]
  })
  return Settings.parse(Object.fromEntries(entries))
}

const withoutGaps = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
