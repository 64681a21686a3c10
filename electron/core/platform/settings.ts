import { z } from 'zod'
import { CleanUp } from '#shared/deliveries/storage-contract.ts'
import { Settings } from '#shared/settings/contract.ts'
import { TunnelChoice } from '#shared/tunnel/model.ts'
import { createEmitter, type Event } from './emitter.ts'
import type { EventHub } from './event-bus.ts'
import type { Feature } from './feature.ts'
import type { Log, SettingsStore } from './ports.ts'

/** What the user chose, and what the app remembers from one start to the next. Nothing secret. */
export interface SettingsService extends Feature<'settings'> {
  /** Settings were changed from the page. */
  readonly onDidChange: Event<SettingsChange>
  get(): Settings
  /** What is not named, or `undefined`, stays. */
  set(changes: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }): Settings
  recall<Name extends keyof Remembered>(name: Name): Remembered[Name]
  /** For this run at least: settings that cannot be written stop nothing that is under way. */
  remember<Name extends keyof Remembered>(name: Name, value: Remembered[Name]): void
}

export interface SettingsChange {
  readonly before: Settings
  readonly now: Settings
  /** The page has its answer once this is done. */
  waitUntil(work: Promise<unknown>): void
}

export interface Remembered {
  /** How the listener is made reachable. */
  readonly tunnel: StoredTunnel
  /** The port a tunnel may lead to, taken again where it is free. */
  readonly lastListenerPort: number
  /** How endpoints were seen to be updated, by base address. */
  readonly updateMethods: Readonly<Record<string, 'PATCH' | 'PUT'>>
  readonly lastCleanUp: CleanUp | null
}

const StoredTunnel = z.object({ choice: TunnelChoice.nullable(), isOn: z.boolean() })
export type StoredTunnel = z.infer<typeof StoredTunnel>

const defaults: Settings = {
  theme: 'system',
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
} satisfies { [Name in keyof Remembered]: z.ZodType<Remembered[Name]> }

/** Each start remembers the port it listens on, so there was one, with a store. */
export const wasUsed = (store: SettingsStore): boolean =>
  remembered.lastListenerPort.parse(store.read().lastListenerPort) !== 0

export function createSettingsService(store: SettingsStore, hub: EventHub, log: Log): SettingsService {
  let current = readSettings(store.read().preferences)
  const kept: Record<string, unknown> = {}
  const changed = createEmitter<SettingsChange>()
  const set: SettingsService['set'] = (changes) => {
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
        const before = current
        const now = set(changes)
        const work: Promise<unknown>[] = []
        changed.fire({ before, now, waitUntil: (one) => work.push(one) })
        await Promise.all(work)
        return now
      },
    },
    onDidChange: changed.event,
    get: () => current,
    set,
    recall<Name extends keyof Remembered>(name: Name): Remembered[Name] {
      const value = Object.hasOwn(kept, name) ? kept[name] : store.read()[name]
      return remembered[name].parse(value) as Remembered[Name]
    },
    remember(name, value) {
      kept[name] = value
      try {
        store.write({ [name]: value })
      } catch (error) {
        log.error(
          `What is remembered as ${name} lasts until Notehook ends: the settings cannot be written.`,
          error,
        )
      }
    },
  }
}

/** A value that was damaged falls back alone; its neighbours stay as the user chose them. */
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
