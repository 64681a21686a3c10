import type { Menu, Tray } from 'electron'
import type { InspectorStatus } from '#shared/deliveries/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/** The icon beside the clock: what is received, in words, and the two things to do about it. */
export interface AppTray {
  /** Makes it where there is none. */
  show(listener: InspectorStatus, tunnel: TunnelStatus): void
  remove(): void
}

export interface TrayActions {
  open(): void
  quit(): void
}

/**
 * No system says whether an icon is seen; some desktops of Linux have no place for one. So nothing depends on it: a second start
 * brings the window back as well.
 */
export function createTray(
  System: typeof Tray,
  menus: Pick<typeof Menu, 'buildFromTemplate'>,
  image: string,
  actions: TrayActions,
): AppTray {
  let tray: Tray | null = null
  return {
    show(listener, tunnel) {
      if (!tray) {
        tray = new System(image)
        // On a Mac, and where Linux opens the menu by a click, this never comes.
        tray.on('click', actions.open)
      }
      const state = [listenerWords(listener), tunnelWords(tunnel)]
      tray.setToolTip(['Notehook', ...state].join('\n'))
      // Linux shows changes of a menu only when it is set anew.
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

function listenerWords(listener: InspectorStatus): string {
  switch (listener.state) {
    case 'listening':
      return listener.degraded === null
        ? `Receiving on port ${listener.port}`
        : 'Not storing: deliveries are answered 503'
    case 'stopped':
      return 'Stopped: nothing is received'
    case 'failed':
      return listener.code === 'port-busy'
        ? `Not receiving: port ${listener.port} is in use`
        : 'Not receiving: the listener could not start'
  }
}

function tunnelWords({ source, state }: TunnelStatus): string {
  return source === 'sandbox' ? 'Sandbox tunnel' : tunnelStates[state]
}

const tunnelStates: Readonly<Record<TunnelStatus['state'], string>> = {
  off: 'No tunnel',
  starting: 'Tunnel starting',
  proving: 'Tunnel being proven',
  up: 'Tunnel up',
  degraded: 'Tunnel in doubt',
  down: 'Tunnel down',
  unprovable: 'Tunnel not provable from here',
}
