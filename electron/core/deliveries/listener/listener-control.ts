import type { Event } from '#core/platform/emitter.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { portOf } from '../engine/delivery-engine.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { pagePortTaken, portRefused } from '../listener-errors.ts'

export interface ListenerControl {
  /** Starts on the port from the settings or, if none is set, on the last port. */
  start(): Promise<ListenerStatus>
  port(): number | null
  readonly onDidChangePort: Event<number | null>
}

export function createListenerControl(
  engine: Pick<EngineClient, 'status' | 'start' | 'stop' | 'onDidChangePort'>,
  settings: SettingsService,
  pagePort: () => number | null,
) {
  /**
   * Opens the last port, because a tunnel may still point to it. If that fails and the settings don't specify a port, opens any
   * free port.
   */
  const listen = async (requestedPort: number) => {
    const last = requestedPort === 0 ? settings.recall('lastListenerPort') : requestedPort
    const status = await engine.start(last)
    const got =
      status.state === 'failed' && requestedPort === 0 && last !== 0 ? await engine.start(0) : status
    if (got.state === 'listening' && got.port !== settings.recall('lastListenerPort')) {
      settings.remember('lastListenerPort', got.port)
    }
    return got
  }

  const move = async (from: number, to: number) => {
    if (to !== 0 && to === pagePort()) throw portRefused(pagePortTaken(to))
    if (engine.status().state === 'stopped') return
    const status = await listen(to)
    if (status.state !== 'failed') return
    await listen(from)
    throw portRefused(status.message)
  }

  // Moves the listener before the settings are saved, so that they never contain a port that can't be opened.
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
