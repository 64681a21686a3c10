import type { MenuItemConstructorOptions } from 'electron'

type Item = MenuItemConstructorOptions

export interface MenuActions {
  /** Opens a page of the app by its fragment, such as `#/notes`. */
  goTo(fragment: string): void
  openExternal(url: string): void
  openDataFolder(): void
}

/** The application menu that each system expects: on macOS the app menu comes first and contains the settings. */
export function menuTemplate(platform: NodeJS.Platform, packaged: boolean, actions: MenuActions): Item[] {
  const mac = platform === 'darwin'
  const settings: Item = {
    label: mac ? 'Settings…' : 'Settings',
    accelerator: 'CmdOrCtrl+,',
    click: () => actions.goTo('#/settings'),
  }
  return [
    ...(mac ? [appMenu(settings)] : []),
    { label: '&File', submenu: mac ? [{ role: 'close' }] : [settings, separator, { role: 'quit' }] },
    { role: 'editMenu' },
    viewMenu(packaged),
    goMenu(actions),
    { role: 'windowMenu' },
    helpMenu(mac, actions),
  ]
}

const separator: Item = { type: 'separator' }

function appMenu(settings: Item): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
}

function viewMenu(packaged: boolean): Item {
  return {
    label: '&View',
    submenu: [
      { role: 'reload' },
      ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
    ],
  }
}

/** In the order of the page's sidebar, which has the same digits. */
const places = [
  ['Inspector', '#/inspector'],
  ['Endpoints', '#/endpoints'],
  ['Notes', '#/notes'],
  ['Coverage', '#/coverage'],
  ['Needs attention', '#/attention'],
] as const

function goMenu({ goTo }: MenuActions): Item {
  const place = ([label, fragment]: readonly [string, string]) => ({ label, click: () => goTo(fragment) })
  return {
    label: '&Go',
    submenu: [
      ...places.map((one, index) => ({ ...place(one), accelerator: `CmdOrCtrl+${index + 1}` })),
      separator,
      place(['Tunnel', '#/tunnel']),
      separator,
      { label: 'Workspaces…', accelerator: 'CmdOrCtrl+Shift+J', click: () => goTo('#/workspaces') },
    ],
  }
}

function helpMenu(mac: boolean, actions: MenuActions): Item {
  return {
    role: 'help',
    submenu: [
      {
        label: 'About Standard Webhooks',
        click: () => actions.openExternal('https://www.standardwebhooks.com/'),
      },
      { label: 'Open Data Folder', click: () => actions.openDataFolder() },
      ...(mac ? [] : [separator, { role: 'about' } as const]),
    ],
  }
}
