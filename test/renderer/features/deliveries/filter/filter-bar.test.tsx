// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const field = () => control('textbox', 'Filter deliveries') as HTMLInputElement
const asked = () => app.inputsOf('deliveries.list').map((input) => (input as { q?: string }).q)

/** Types a text, with the caret after it or inside it. */
async function typed(text: string, caret = text.length) {
  field().focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
  field().setSelectionRange(caret, caret)
  field().dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve, 60))
}

test('says which term of the filter is invalid, but not while it is typed', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
  })
  await shows('note.edited')
  for (const text of ['b', 'budget', 'budget v', 'budget verdict:', 'budget verdict:foo']) await typed(text)
  expect(document.body.textContent).not.toContain('isn’t a verdict')
  await eventually(() => expect(asked().at(-1)).toBe('budget'))
  await typed('budget verdict:foo ')
  await shows('verdict:foo isn’t a verdict. Use verified, ')
  await typed('budget verdict:stale')
  await eventually(() => expect(asked().at(-1)).toBe('budget verdict:stale'))
  await eventually(() => expect(document.body.textContent).not.toContain('isn’t a verdict'))
})

test('reports an invalid term after a pause, but never the one at the caret', async () => {
  app = await openApp('#/inspector?q=verdict:stale is:starred', {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
  })
  await shows('note.edited')
  await typed('verdict:fo is:starred', 'verdict:fo'.length)
  await eventually(() => expect(asked().at(-1)?.trim()).toBe('is:starred'))
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(document.body.textContent).not.toContain('isn’t a verdict')
  const began = performance.now()
  await typed('verdict:fo  is:starred', 'verdict:fo '.length)
  const soon = document.body.textContent
  // On a machine as slow as the pause, this cannot be checked.
  if (performance.now() - began < 400) expect(soon).not.toContain('isn’t a verdict')
  await shows('verdict:fo is no verdict.')
})

test('says what to write instead of OR', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
  })
  await shows('note.edited')
  await typed('verdict:stale OR ')
  await eventually(() => expect(asked().at(-1)).toBe('verdict:stale'))
  await typed('verdict:stale OR verdict:future')
  await shows('OR joins nothing. Two of one filter are one or the other already')
})

test('searches for the prefix of a key on Enter, and when the field loses focus', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
  })
  await shows('note.edited')
  await typed('note')
  expect(asked()).toEqual([undefined])
  field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await eventually(() => expect(asked().at(-1)).toBe('note'))
  await typed('lag')
  expect(asked().at(-1)).not.toBe('lag')
  field().blur()
  await eventually(() => expect(asked().at(-1)).toBe('lag'))
})
