import type { BrowserWindow, ContextMenuParams, Menu, MenuItemConstructorOptions } from 'electron'

type Item = MenuItemConstructorOptions

/**
 * Adds a context menu, because Electron has none. Text fields get Cut, Copy, Paste and Select All, selected text gets Copy, and
 * links get Copy Link. Anything else has no menu. The context menu key opens the same menu.
 */
export function installContextMenu(
  window: BrowserWindow,
  menus: Pick<typeof Menu, 'buildFromTemplate'>,
  copy: (text: string) => void,
): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = itemsFor(params, copy)
    if (items.length === 0) return
    const { x, y, frame, menuSourceType: sourceType } = params
    // Without coordinates, the menu opens at the mouse, which is the wrong place if a key was pressed.
    const position = sourceType === 'mouse' ? {} : { x, y }
    menus.buildFromTemplate(items).popup({ window, ...position, ...(frame ? { frame } : {}), sourceType })
  })
}

type Target = Pick<ContextMenuParams, 'isEditable' | 'editFlags' | 'selectionText' | 'linkURL'>

function itemsFor(
  { isEditable, editFlags, selectionText, linkURL }: Target,
  copy: (text: string) => void,
): Item[] {
  if (isEditable) {
    return [
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
  }
  const link = linkItem(linkURL, copy)
  const isSelected = editFlags.canCopy && selectionText.trim() !== ''
  return [...(link ? [link] : []), ...(isSelected ? [{ role: 'copy' } as const] : [])]
}

/** Returns the item that copies a link. The app's own links have none, because their fragments are useless outside the app. */
function linkItem(linkUrl: string, copy: (text: string) => void): Item | null {
  const url = URL.parse(linkUrl)
  if (url?.protocol === 'https:') return { label: 'Copy Link', click: () => copy(linkUrl) }
  if (url?.protocol === 'mailto:') {
    return { label: 'Copy Email Address', click: () => copy(decoded(url.pathname)) }
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
