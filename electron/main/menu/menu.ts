import { homedir } from 'node:os'
import { sep } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { type Command, type CommandId, commands, placeIds } from '#shared/app/commands.ts'
import type { Help } from './help.ts'

type Item = MenuItemConstructorOptions

export interface MenuActions {
  /** Goes to the command's place, or has the page carry it out. */
  run(command: CommandId): void
  chooseSession(): void
  openSession(path: string): void
  clearRecent(): void
  goBack(): void
  goForward(): void
  openExternal(url: string): void
  readonly help: Help
}

export interface MenuFacts {
  readonly platform: NodeJS.Platform
  readonly packaged: boolean
  /** Paths of the session files opened last. */
  readonly recent: readonly string[]
}

/**
 * The application menu that each system expects: on macOS the app menu comes first and contains the settings. `&` marks the letter that
 * chooses an item after Alt on Windows and Linux; macOS removes it.
 */
export function menuTemplate({ platform, packaged, recent }: MenuFacts, actions: MenuActions): Item[] {
  const mac = platform === 'darwin'
  return [
    ...(mac ? [appMenu(actions)] : []),
    fileMenu(platform, recent, actions),
    editMenu(mac, actions),
    viewMenu(packaged),
    goMenu(mac, actions),
    windowMenu(mac),
    helpMenu(mac, actions),
  ]
}

/** The menu of the app's icon in the Dock of macOS, which adds the windows and Quit. It works without a window. */
export function dockTemplate(recent: readonly string[], actions: MenuActions): Item[] {
  return [
    item(actions, 'inspector', 'I'),
    item(actions, 'new-endpoint', 'N', true),
    separator,
    { label: 'Open Session File…', click: () => actions.chooseSession() },
    recentMenu('darwin', recent, actions),
  ]
}

const separator: Item = { type: 'separator' }

/** The item of a command. `mnemonic`: the letter of its label that chooses it; `more`: it asks for something first. */
function item(actions: MenuActions, id: CommandId, mnemonic: string, more = false): Item {
  const { label, keys }: Command = commands[id]
  return {
    label: label.replace(mnemonic, `&${mnemonic}`) + (more ? '…' : ''),
    ...(keys === undefined ? {} : { accelerator: keys.replace('Mod', 'CmdOrCtrl') }),
    click: () => actions.run(id),
  }
}

function appMenu(actions: MenuActions): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      item(actions, 'settings', 'S', true),
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

function fileMenu(platform: NodeJS.Platform, recent: readonly string[], actions: MenuActions): Item {
  const quit: Item = { role: 'quit', label: platform === 'win32' ? 'E&xit' : '&Quit' }
  const end: Item[] =
    platform === 'darwin' ? [{ role: 'close' }] : [item(actions, 'settings', 'S'), separator, quit]
  return {
    label: '&File',
    submenu: [
      item(actions, 'new-endpoint', 'N', true),
      separator,
      { label: '&Open Session File…', accelerator: 'CmdOrCtrl+O', click: () => actions.chooseSession() },
      recentMenu(platform, recent, actions),
      separator,
      ...end,
    ],
  }
}

/** Our own list on every system: only macOS has a menu of recent documents, and it cannot be read. */
function recentMenu(platform: NodeJS.Platform, recent: readonly string[], actions: MenuActions): Item {
  const items = recent.map((path, index): Item => {
    const number = platform === 'darwin' ? '' : `&${(index + 1) % 10} `
    return { label: number + labelOf(path), click: () => actions.openSession(path) }
  })
  return {
    label: 'Open &Recent',
    enabled: items.length > 0,
    submenu: [...items, separator, { label: '&Clear Menu', click: () => actions.clearRecent() }],
  }
}

/** An ampersand would mark a letter. */
function labelOf(path: string): string {
  const home = homedir()
  const short = path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
  return short.replaceAll('&', '&&')
}

function editMenu(mac: boolean, actions: MenuActions): Item {
  const speech: Item = {
    label: 'Speech',
    submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }],
  }
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo', label: '&Undo' },
      { role: 'redo', label: '&Redo' },
      separator,
      { role: 'cut', label: 'Cu&t' },
      { role: 'copy', label: '&Copy' },
      { role: 'paste', label: '&Paste' },
      { role: 'delete', label: '&Delete' },
      { role: 'selectAll', label: 'Select &All' },
      separator,
      item(actions, 'find', 'F'),
      ...(mac ? [separator, speech] : []),
    ],
  }
}

function viewMenu(packaged: boolean): Item {
  return {
    label: '&View',
    submenu: [
      { role: 'reload', label: '&Reload' },
      ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
      separator,
      { role: 'resetZoom', label: '&Actual Size' },
      { role: 'zoomIn', label: 'Zoom &In' },
      { role: 'zoomOut', label: 'Zoom &Out' },
      // The key of the plus without Shift, and those of the number pad. The role has only one key.
      ...moreKeys('zoomIn', ['CmdOrCtrl+=', 'CmdOrCtrl+numadd']),
      ...moreKeys('zoomOut', ['CmdOrCtrl+numsub']),
      separator,
      { role: 'togglefullscreen', label: '&Full Screen' },
    ],
  }
}

const moreKeys = (role: 'zoomIn' | 'zoomOut', accelerators: readonly string[]): Item[] =>
  accelerators.map((accelerator) => ({ role, accelerator, visible: false, acceleratorWorksWhenHidden: true }))

function goMenu(mac: boolean, actions: MenuActions): Item {
  const mnemonics = { inspector: 'I', endpoints: 'E', notes: 'N', coverage: 'C', attention: 'A' } as const
  return {
    label: '&Go',
    submenu: [
      { label: '&Back', accelerator: mac ? 'Cmd+[' : 'Alt+Left', click: () => actions.goBack() },
      { label: '&Forward', accelerator: mac ? 'Cmd+]' : 'Alt+Right', click: () => actions.goForward() },
      separator,
      ...placeIds.map((id) => item(actions, id, mnemonics[id])),
      separator,
      item(actions, 'tunnel', 'T'),
      item(actions, 'switch-workspace', 'S', true),
      item(actions, 'workspaces', 'W'),
    ],
  }
}

/** On macOS, the system adds the open windows. */
function windowMenu(mac: boolean): Item {
  if (mac) return { role: 'windowMenu' }
  return {
    label: '&Window',
    submenu: [
      { role: 'minimize', label: 'Mi&nimize' },
      { role: 'close', label: '&Close' },
    ],
  }
}

function helpMenu(mac: boolean, actions: MenuActions): Item {
  return {
    role: 'help',
    label: '&Help',
    submenu: [
      { ...item(actions, 'help', 'H'), accelerator: mac ? 'Cmd+Shift+/' : 'F1' },
      item(actions, 'show-shortcuts', 'K'),
      {
        label: 'Standard &Webhooks Website',
        click: () => actions.openExternal('https://www.standardwebhooks.com/'),
      },
      separator,
      { label: 'Show &Log', click: () => actions.help.showLog() },
      { label: 'Open &Data Folder', click: () => actions.help.showDataFolder() },
      { label: '&Report a Problem…', click: () => actions.help.reportProblem() },
      separator,
      { label: '&Third-Party Licenses', click: () => actions.help.showLicenses() },
      ...(mac ? [] : [{ role: 'about', label: '&About Notehook' } as const]),
    ],
  }
}
