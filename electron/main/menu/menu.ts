import { homedir } from 'node:os'
import { sep } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { type Command, type CommandId, commands, placeIds } from '#shared/app/commands.ts'

type Item = MenuItemConstructorOptions

export interface MenuActions {
  run(command: CommandId): void
  openSession(path: string): void
  clearRecent(): void
}

export interface MenuFacts {
  readonly platform: NodeJS.Platform
  readonly packaged: boolean
  readonly recent: readonly string[]
}

/**
 * Builds the application menu by each system's conventions. On macOS, the app menu comes first and contains the settings. `&`
 * marks the letter that selects an item after Alt on Windows and Linux. macOS removes it.
 */
export function menuTemplate({ platform, packaged, recent }: MenuFacts, actions: MenuActions): Item[] {
  const item = itemsFor(platform, actions)
  const mac = platform === 'darwin'
  return [
    ...(mac ? [appMenu(item)] : []),
    fileMenu(platform, recent, actions, item),
    editMenu(mac, item),
    viewMenu(packaged, item),
    goMenu(item),
    windowMenu(mac),
    helpMenu(mac, item),
  ]
}

/** Builds the menu of the Dock icon on macOS. The system adds the windows and *Quit*. All items also work without a window. */
export function dockTemplate(recent: readonly string[], actions: MenuActions): Item[] {
  const item = itemsFor('darwin', actions)
  return [
    item('inspector', 'I'),
    item('new-endpoint', 'N'),
    separator,
    item('open-session', 'O'),
    recentMenu('darwin', recent, actions),
  ]
}

const separator: Item = { type: 'separator' }

/**
 * Builds a menu item for a command. `mnemonic` is a letter of its label that selects the item. With `asks`, the label ends in
 * `…`, because a dialog follows.
 */
type CommandItem = (id: CommandId, mnemonic: string, asks?: boolean) => Item

function itemsFor(platform: NodeJS.Platform, actions: MenuActions): CommandItem {
  return (id, mnemonic, asks) => {
    const command: Command = commands[id]
    const { label, keys, menuKeys = keys } = command
    const own = typeof menuKeys === 'object' ? menuKeys[platform === 'darwin' ? 'mac' : 'other'] : menuKeys
    return {
      label: titleCase(label).replace(mnemonic, `&${mnemonic}`) + ((asks ?? command.asks) ? '…' : ''),
      ...(own === undefined ? {} : { accelerator: own.replace('Mod', 'CmdOrCtrl') }),
      click: () => actions.run(id),
    }
  }
}

/** Converts a label to title case, as menus use it on every system: *Search or Jump To*. */
function titleCase(label: string): string {
  return label.replace(/(?<=^|[\s-])[a-z]+/g, (word, at: number) =>
    smallWords.has(word) && at + word.length < label.length
      ? word
      : word.charAt(0).toUpperCase() + word.slice(1),
  )
}

const smallWords: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'of',
  'or',
  'and',
  'in',
  'on',
  'to',
  'with',
])

function appMenu(item: CommandItem): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      item('settings', 'S', true),
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

function fileMenu(
  platform: NodeJS.Platform,
  recent: readonly string[],
  actions: MenuActions,
  item: CommandItem,
): Item {
  const quit: Item = { role: 'quit', label: platform === 'win32' ? 'E&xit' : '&Quit' }
  const end: Item[] = platform === 'darwin' ? [{ role: 'close' }] : [item('settings', 'S'), separator, quit]
  return {
    label: '&File',
    submenu: [
      item('new-endpoint', 'N'),
      item('new-receiver', 'A'),
      item('compose-delivery', 'D'),
      item('catch-up', 't'),
      item('connect-workspace', 'C'),
      separator,
      item('open-session', 'O'),
      recentMenu(platform, recent, actions),
      separator,
      ...end,
    ],
  }
}

/**
 * Builds a menu of recent files for every system. The one that macOS provides can't be used, because apps can't read its
 * contents.
 */
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

/** Abbreviates the home folder, and escapes ampersands because they mark mnemonics. */
function labelOf(path: string): string {
  const home = homedir()
  const short = path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
  return short.replaceAll('&', '&&')
}

function editMenu(mac: boolean, item: CommandItem): Item {
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
      ...(mac ? [{ role: 'pasteAndMatchStyle', label: 'Paste and Match Style' } as const] : []),
      { role: 'delete', label: '&Delete' },
      { role: 'selectAll', label: 'Select &All' },
      separator,
      item('search-list', 'S'),
      ...(mac ? [separator, speech] : []),
    ],
  }
}

function viewMenu(packaged: boolean, item: CommandItem): Item {
  return {
    label: '&View',
    submenu: [
      { role: 'reload', label: '&Reload' },
      ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
      separator,
      { role: 'resetZoom', label: '&Actual Size' },
      { role: 'zoomIn', label: 'Zoom &In' },
      { role: 'zoomOut', label: 'Zoom &Out' },
      // Adds plus without Shift, and plus on the number pad, because the `zoomIn` role has only one shortcut.
      ...moreKeys('zoomIn', ['CmdOrCtrl+=', 'CmdOrCtrl+numadd']),
      ...moreKeys('zoomOut', ['CmdOrCtrl+numsub']),
      separator,
      item('toggle-sidebar', 'S'),
      { role: 'togglefullscreen', label: '&Full Screen' },
    ],
  }
}

const moreKeys = (role: 'zoomIn' | 'zoomOut', accelerators: readonly string[]): Item[] =>
  accelerators.map((accelerator) => ({ role, accelerator, visible: false, acceleratorWorksWhenHidden: true }))

function goMenu(item: CommandItem): Item {
  return {
    label: '&Go',
    submenu: [
      item('go-back', 'B'),
      item('go-forward', 'F'),
      separator,
      item('open-palette', 'J'),
      separator,
      ...placeIds.flatMap((id) => {
        const place = commands[id]
        return 'letter' in place ? item(id, place.letter) : []
      }),
      separator,
      item('tunnel', 'T'),
      item('sandbox', 'x'),
      item('switch-workspace', 'S'),
      item('workspaces', 'W'),
    ],
  }
}

/** Builds the window menu. On macOS, the system adds the open windows. */
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

function helpMenu(mac: boolean, item: CommandItem): Item {
  return {
    role: 'help',
    label: '&Help',
    submenu: [
      item('help', 'H'),
      item('show-shortcuts', 'K'),
      item('open-website', 'W'),
      separator,
      item('show-log', 'L'),
      item('open-data-folder', 'D'),
      item('report-problem', 'R'),
      separator,
      item('show-licenses', 'T'),
      ...(mac ? [] : [{ role: 'about', label: '&About Notehook' } as const]),
    ],
  }
}
