import type { BrowserWindow, ContextMenuParams, Menu, MenuItemConstructorOptions } from 'electron'

type Item = MenuItemConstructorOptions

/**
 * Electron has no menu for a right click of its own. Fields offer the usual four, a selection Copy, a link its address; where
 * there is nothing to do, nothing opens. The keyboard's key for it opens the same menu.
 */
export function offerContextMenu(
  window: BrowserWindow,
  menus: Pick<typeof Menu, 'buildFromTemplate'>,
  copy: (text: string) => void,
): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = itemsFor(params, copy)
    if (items.length === 0) return
    const { x, y, frame, menuSourceType: sourceType } = params
    // A mouse is where the menu belongs; a key says nothing of the mouse.
    const place = sourceType === 'mouse' ? {} : { x, y }
    menus.buildFromTemplate(items).popup({ window, ...place, ...(frame ? { frame } : {}), sourceType })
  })
}

type Offered = Pick<ContextMenuParams, 'isEditable' | 'editFlags' | 'selectionText' | 'linkURL'>

function itemsFor(
  { isEditable, editFlags, selectionText, linkURL }: Offered,
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

/** The app's own links are fragments that mean nothing outside of it. */
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
