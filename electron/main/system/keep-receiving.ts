import type { Core } from '#core/core.ts'
import type { Log, Notifier, SettingsStore } from '#core/platform/ports.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { createClient } from '#shared/rpc/client.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { AppTray } from './tray.ts'

export function createKeepReceiving(options: {
  readonly core: Core
  readonly tray: AppTray
  readonly notify: NonNullable<Notifier>
  readonly settings: SettingsStore
  readonly log: Log
}) {
  const { core, tray, notify, settings, log } = options
  const client = createClient(core)
  let enabled = false
  let listener: ListenerStatus | null = null
  let tunnel: TunnelStatus | null = null
  let behind: number | null = null
  let notifying = false
  let unsubscribe = () => {}

  const updateTray = () => {
    if (!listener || !tunnel) return
    try {
      if (enabled) tray.show(listener, tunnel, behind)
      else tray.remove()
    } catch (error) {
      // The app continues without the icon. The user can open the window by starting Notehook again.
      log.error('The tray icon could not be shown.', error)
    }
  }

  return {
    async start() {
      unsubscribe = core.subscribe(({ name, data }) => {
        if (name === 'settings.changed') enabled = data.keepReceiving
        else if (name === 'listener.changed') listener = data
        else if (name === 'tunnel.changed') tunnel = data
        else if (name === 'missed.changed') {
          if (behind === data.behind) return
          behind = data.behind
        } else return
        updateTray()
      }, false)
      const states = [client.call('listener.status'), client.call('tunnel.status')] as const
      enabled = (await client.call('settings.get')).keepReceiving
      listener = await states[0]
      tunnel = await states[1]
      updateTray()
    },
    isEnabled: (): boolean => enabled,
    /**
     * Must be called when the window was hidden. Notifies the user that Notehook keeps running, until the system has shown this
     * notification once.
     */
    notifyHidden() {
      if (notifying || settings.read().toldOfTray === true) return
      notifying = true
      notify({
        title: 'Notehook is still receiving',
        body: 'Open or quit it from the tray icon, or start Notehook again.',
        place: '#/inspector',
      })
        .then((shown) => {
          if (shown) settings.write({ toldOfTray: true })
        })
        .catch((error) => log.error('The tray notice could not be shown or recorded.', error))
        .finally(() => {
          notifying = false
        })
    },
    close() {
      unsubscribe()
      tray.remove()
    },
  }
}
