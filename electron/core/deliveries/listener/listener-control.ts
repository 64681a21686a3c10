import type { SettingsService } from '#core/platform/settings.ts'
import type { InspectorStatus } from '#shared/deliveries/contract.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Inspector } from '../inspector.ts'

/** Where the listener listens, as the settings say. */
export interface Receiving {
  /** The port of the settings, else that of last time. */
  start(): Promise<InspectorStatus>
  /** `null` while nothing listens. */
  port(): number | null
  readonly handlers: Pick<
    Handlers,
    'listener.status' | 'listener.start' | 'listener.stop' | 'settings.get' | 'settings.set'
  >
}

export function createReceiving(
  inspector: Pick<Inspector, 'status' | 'start' | 'stop'>,
  settings: SettingsService,
): Receiving {
  /** The port of last time first, since a tunnel may lead to it; any other when nobody asked for that one. */
  const listen = async (asked: number) => {
    const last = asked === 0 ? settings.recall('lastListenerPort') : asked
    const status = await inspector.start(last)
    const got = status.state === 'failed' && asked === 0 && last !== 0 ? await inspector.start(0) : status
    if (got.state === 'listening' && got.port !== settings.recall('lastListenerPort')) {
      settings.remember('lastListenerPort', got.port)
    }
    return got
  }

  return {
    start: () => listen(settings.get().listenerPort),
    port() {
      const status = inspector.status()
      return status.state === 'listening' ? status.port : null
    },
    handlers: {
      'listener.status': () => inspector.status(),
      'listener.start': ({ port }) => listen(port ?? settings.get().listenerPort),
      'listener.stop': () => inspector.stop(),
      'settings.get': () => settings.get(),
      'settings.set': async (changes) => {
        const before = settings.get().listenerPort
        const now = settings.set(changes)
        if (now.listenerPort !== before && inspector.status().state !== 'stopped')
          await listen(now.listenerPort)
        return now
      },
    },
  }
}
