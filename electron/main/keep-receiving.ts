import type { Core } from '#core/core.ts'
import type { Log, Notifier, SettingsStore } from '#core/platform/ports.ts'
import type { InspectorStatus } from '#shared/deliveries/contract.ts'
import { createClient } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { AppTray } from './tray.ts'

/** Whether the app goes on without its window, as the user set it. */
export interface KeepReceiving {
  /** Reads what is set and how things are, then follows both. */
  start(): Promise<void>
  isWanted(): boolean
  /** The window was hidden: says what that means, until the system has shown it once. */
  tell(): void
  close(): void
}

export function createKeepReceiving(options: {
  readonly core: Core
  readonly tray: AppTray
  readonly notify: NonNullable<Notifier>
  readonly settings: SettingsStore
  readonly log: Log
}): KeepReceiving {
  const { core, tray, notify, settings, log } = options
  const client = createClient(core)
  let wanted = false
  let listener: InspectorStatus | null = null
  let tunnel: TunnelStatus | null = null
  let telling = false
  let end = () => {}

  const draw = () => {
    if (!listener || !tunnel) return
    try {
      if (wanted) tray.show(listener, tunnel)
      else tray.remove()
    } catch (error) {
      // A second start brings the window back, so nothing is lost but the icon.
      log.error('The icon beside the clock could not be shown.', error)
    }
  }

  return {
    async start() {
      end = core.subscribe(({ name, data }) => {
        if (name === 'settings.changed') wanted = data.keepReceiving
        else if (name === 'listener.changed') listener = data
        else if (name === 'tunnel.changed') tunnel = data
        else return
        draw()
      }, false)
      const known = [client.call('listener.status'), client.call('tunnel.status')] as const
      wanted = (await client.call('settings.get')).keepReceiving
      listener = await known[0]
      tunnel = await known[1]
      draw()
    },
    isWanted: () => wanted,
    tell() {
      if (telling || settings.read().toldOfTray === true) return
      telling = true
      notify({
        title: 'Notehook keeps receiving',
        body: 'Its icon beside the clock opens the window again, and so does starting Notehook again. Quit is there too.',
        place: '#/inspector',
      })
        .then((shown) => {
          if (shown) settings.write({ toldOfTray: true })
        })
        .catch((error) =>
          log.error('It could not be said, or not be kept, that Notehook keeps receiving.', error),
        )
        .finally(() => {
          telling = false
        })
    },
    close() {
      end()
      tray.remove()
    },
  }
}
