import type { Page } from 'playwright-core'
import { fromChromium } from './protocol.ts'

/**
 * Runs in every page. Sends right clicks and key presses that the page does not handle to the app, as Chromium does in Electron. Chromium
 * itself reports which editing commands apply to the selection.
 */
export const userInputScript = `(() => {
  if (window !== window.top) return
  const afterThePage = (event, send) => setTimeout(() => event.defaultPrevented || send(), 0)
  const textTypes = ['text', 'search', 'url', 'tel', 'email', 'password', 'number']
  const isEditable = (target) => {
    const field = target.closest('input, textarea')
    if (!field) return target.isContentEditable
    return !field.readOnly && !field.disabled && (field.tagName === 'TEXTAREA' || textTypes.includes(field.type))
  }
  const selectionIn = (target) => {
    const field = target.closest('input, textarea')
    if (field && typeof field.selectionStart === 'number') {
      return field.value.slice(field.selectionStart, field.selectionEnd)
    }
    return String(window.getSelection())
  }
  const can = (command) => document.queryCommandEnabled(command)
  window.addEventListener('contextmenu', (event) => {
    const { target, clientX, clientY, button } = event
    const editable = isEditable(target)
    const secret = target.closest('input')?.type === 'password'
    const selectionText = selectionIn(target)
    const selected = selectionText !== '' && !secret
    // Read now: until the page is done, the selection may be another one.
    const params = {
      x: Math.round(clientX),
      y: Math.round(clientY),
      isEditable: editable,
      selectionText: secret ? '' : selectionText,
      linkURL: target.closest('a[href]')?.href ?? '',
      menuSourceType: button === 2 ? 'mouse' : 'keyboard',
      editFlags: {
        canUndo: can('undo'),
        canRedo: can('redo'),
        canCut: editable && selected,
        canCopy: selected,
        canPaste: editable,
        canDelete: editable && selectionText !== '',
        canSelectAll: can('selectAll'),
        canEditRichly: target.isContentEditable,
      },
    }
    afterThePage(event, () => window.__standInInput('context-menu', params))
  }, true)
  window.addEventListener('keydown', (event) => afterThePage(event, () => {
    const { key, ctrlKey, altKey, shiftKey, metaKey } = event
    if (!ctrlKey && !altKey && !metaKey && !/^F\\d+$/.test(key)) return
    window.__standInInput('pressed', { key, ctrl: ctrlKey, alt: altKey, shift: shiftKey, meta: metaKey })
  }), true)
})()`

/** Converts the page's report of user input to the form of Electron's events. */
export function inputMessage(kind: string, data: { linkURL?: string }): object {
  if (kind !== 'context-menu') return { key: data }
  return { params: { ...data, linkURL: fromChromium(data.linkURL ?? '') } }
}

/** Runs one of Chromium's editing commands on the focused element. Returns the selected text for copy and cut. */
export async function edit(page: Page, command: string, text: string): Promise<string> {
  if (command === 'paste') {
    await page.keyboard.insertText(text)
    return ''
  }
  return page.evaluate((name) => {
    const field = document.activeElement as HTMLInputElement | null
    const { selectionStart, selectionEnd } = field ?? {}
    const selected =
      typeof selectionStart === 'number' && typeof selectionEnd === 'number'
        ? (field?.value.slice(selectionStart, selectionEnd) ?? '')
        : String(window.getSelection())
    if (name === 'copy') return selected
    document.execCommand(name === 'cut' ? 'delete' : name)
    return name === 'cut' ? selected : ''
  }, command)
}
