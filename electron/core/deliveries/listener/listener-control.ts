import type { Event } from '#core/platform/emitter.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { portOf } from '../engine/delivery-engine.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { pagePortTaken, portRefused } from '../listener-messages.ts'

/** The listener on the port that the settings say. */
export interface ListenerControl {
  /** The port of the settings, else that of last time. */
  start(): Promise<ListenerStatus>
  /** `null` while nothing listens. */
  port(): number | null
  readonly onDidChangePort: Event<number | null>
}

export function createListenerControl(
  engine: Pick<EngineClient, 'status' | 'start' | 'stop' | 'onDidChangePort'>,
  settings: SettingsService,
  pagePort: () => number | null,
) {
  /** The port of last time first, since a tunnel may lead to it; any other when none was asked for. */
  const listen = async (asked: number) => {
    const last = asked === 0 ? settings.recall('lastListenerPort') : asked
    const status = await engine.start(last)
    const got = status.state === 'failed' && asked === 0 && last !== 0 ? await engine.start(0) : status
    if (got.state === 'listening' && got.port !== settings.recall('lastListenerPort')) {
      settings.remember('lastListenerPort', got.port)
    }
    return got
  }

  /** Rejects where the port cannot be had; the listener then stays where it is. */
  const move = async (from: number, to: number) => {
    if (to !== 0 && to === pagePort()) throw portRefused(pagePortTaken(to))
    if (engine.status().state === 'stopped') return
    const status = await listen(to)
    if (status.state !== 'failed') return
    await listen(from)
    throw portRefused(status.message)
  }

  // Before the change is saved, so that a port that cannot be had is never saved.
  settings.onWillChange(({ before, now, waitUntil }) => {
    if (now.listenerPort !== before.listenerPort) waitUntil(move(before.listenerPort, now.listenerPort))
  })

  const control: ListenerControl = {
    start: () => listen(settings.get().listenerPort),
    port: () => portOf(engine.status()),
    onDidChangePort: engine.onDidChangePort,
  }
  const handlers = {
    'listener.status': () => engine.status(),
    'listener.start': ({ port }) => listen(port ?? settings.get().listenerPort),
    'listener.stop': () => engine.stop(),
  } satisfies Partial<Handlers>
  return { control, handlers }
}
