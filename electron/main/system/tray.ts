import type { Menu, Tray } from 'electron'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

export type AppTray = ReturnType<typeof createTray>

export interface TrayActions {
  open(): void
  quit(): void
}

/**
 * Creates an optional tray icon. Some Linux desktops have no tray, and no system reports whether the icon is visible, so starting
 * Notehook again opens the window too.
 */
export function createTray(
  System: typeof Tray,
  menus: Pick<typeof Menu, 'buildFromTemplate'>,
  image: string,
  actions: TrayActions,
) {
  let tray: Tray | null = null
  return {
    /**
     * Creates or updates the icon. `behind` is the number of missed notes in the open workspace, or `null` if it is unknown or no
     * workspace is open.
     */
    show(listener: ListenerStatus, tunnel: TunnelStatus, behind: number | null) {
      if (!tray) {
        tray = new System(image)
        // macOS never emits this event, nor do Linux desktops where a click opens the menu.
        tray.on('click', actions.open)
      }
      const state = [listenerText(listener), tunnelText(tunnel), ...behindText(behind)]
      tray.setToolTip(['Notehook', ...state].join('\n'))
      // Linux shows menu changes only after another call to `setContextMenu`.
      tray.setContextMenu(
        menus.buildFromTemplate([
          ...state.map((label) => ({ label, enabled: false })),
          { type: 'separator' },
          { label: 'Open Notehook', click: actions.open },
          { label: 'Quit', click: actions.quit },
        ]),
      )
    },
    remove() {
      tray?.destroy()
      tray = null
    },
  }
}

function listenerText(listener: ListenerStatus): string {
  switch (listener.state) {
    case 'listening':
      return listener.degraded === null
        ? `Receiving on port ${listener.port}`
        : 'Can’t store deliveries: responding with 503'
    case 'stopped':
      return 'Listener stopped'
    case 'failed':
      return listener.code === 'port-busy'
        ? `Not receiving: port ${listener.port} is in use`
        : 'Not receiving: the listener couldn’t start'
  }
}

const behindText = (behind: number | null) => (behind === null ? [] : [`${behind.toLocaleString()} missed`])

function tunnelText({ source, state }: TunnelStatus): string {
  return source === 'sandbox' ? 'Sandbox tunnel' : tunnelTexts[state]
}

const tunnelTexts: Readonly<Record<TunnelStatus['state'], string>> = {
  off: 'No tunnel',
  starting: 'Tunnel starting',
  proving: 'Verifying tunnel',
  up: 'Tunnel up',
  degraded: 'Tunnel unstable',
  down: 'Tunnel down',
  unprovable: 'Tunnel can’t be verified from here',
}
