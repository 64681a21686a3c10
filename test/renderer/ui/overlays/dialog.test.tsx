// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog, type DialogProps } from '#ui/overlays/dialog.tsx'
import { render } from '../../../support/render.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  return () => vi.unstubAllGlobals()
})

const nothing = () => {}
const fields = (autoFocus: boolean) => (
  <>
    <TextField label="Name" value="" onChange={nothing} />
    <TextField label="URL" value="" onChange={nothing} autoFocus={autoFocus} />
  </>
)
const confirm = (children: ReactNode, typeToConfirm?: string) => (
  <ConfirmDialog
    title="Delete endpoint"
    isOpen
    onClose={nothing}
    confirmLabel="Delete endpoint"
    onConfirm={nothing}
    typeToConfirm={typeToConfirm}
  >
    {children}
  </ConfirmDialog>
)
const dialog = (children: ReactNode) => (
  <Dialog
    title="Export"
    isOpen
    onClose={nothing}
    footer={
      <>
        <Button>Cancel</Button>
        <Button variant="primary">Export</Button>
      </>
    }
  >
    {children}
  </Dialog>
)

test.each<readonly [what: string, ReactNode, focused: string]>([
  ['focuses Cancel in a dialog that deletes', confirm('It is gone then.'), 'Cancel'],
  ['focuses Cancel in a dialog with a checkbox', confirm(<Checkbox>All</Checkbox>), 'Cancel'],
  ['focuses a confirmation field', confirm('It is gone then.', 'Quickstart'), 'Type Quickstart to confirm'],
  ['focuses the first field of a form', dialog(fields(false)), 'Name'],
  ['focuses the field with autoFocus', dialog(fields(true)), 'URL'],
  ['focuses a button if there is only text', dialog('Nothing to choose.'), 'Cancel'],
])('%s', async (_, shown, focused) => {
  const { remove } = await render(shown)
  expect(nameOf(document.activeElement)).toBe(focused)
  await remove()
})

test('a new dialog focuses its text if that scrolls', async () => {
  const scrollHeight = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  const { remove } = await render(dialog('Many shortcuts.'))
  expect(document.activeElement?.textContent).toBe('Many shortcuts.')
  scrollHeight.mockRestore()
  await remove()
})

function nameOf(element: Element | null): string | null | undefined {
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  return labels[0]?.textContent ?? element?.textContent
}

test.each<readonly [what: string, props: Partial<DialogProps>, closes: boolean]>([
  ['closes a dialog', {}, true],
  ['closes an alert dialog', { role: 'alertdialog' }, true],
  ['does not close a sheet', { place: 'side' }, false],
  ['does not close a dialog that requires a decision', { mustDecide: true }, false],
])('going back in the browser %s', async (_, props, closes) => {
  const onClose = vi.fn()
  const { remove } = await render(
    <Dialog title="Export" isOpen onClose={onClose} {...props}>
      Text
    </Dialog>,
  )
  const back = () => window.dispatchEvent(new PopStateEvent('popstate'))
  back()
  expect(onClose).not.toHaveBeenCalled()
  window.history.replaceState(null, '', '#/before')
  onTestFinished(() => window.history.replaceState(null, '', '#/'))
  back()
  expect(onClose).toHaveBeenCalledTimes(closes ? 1 : 0)
  await remove()
  back()
  expect(onClose).toHaveBeenCalledTimes(closes ? 1 : 0)
})
