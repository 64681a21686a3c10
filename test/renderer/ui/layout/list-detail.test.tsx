// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { list as listCopy } from '../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Answers, openApp, press as pressOn, shows } from '../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

test('J and K open the next or previous delivery while the pane covers the list', async () => {
  await open('#/inspector?delivery=3', {
    'deliveries.list': () => ({ deliveries: [3, 2, 1].map((id) => aDelivery(id)), hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id, { remark: `the remark of ${id}` }),
  })
  await shows('Signaturewebhook-id')
  expect(list().closest('[inert]'), 'the list is hidden').not.toBeNull()
  detail().focus()
  press('j')
  await eventually(() => expect(location.hash).toContain('delivery=2'))
  await eventually(() => expect(spoken()).toMatch(/note\.edited.*, 2 of 3$/))
  await eventually(() => expect(document.activeElement, 'the next key is for the pane').toBe(detail()))
  await shows('the remark of 2')
  element('main article [role=tab]').focus()
  press('j')
  await eventually(() => expect(location.hash).toContain('delivery=1'))
  await eventually(() => expect(spoken()).toMatch(/, 3 of 3$/))
  expect(document.activeElement, 'what had the focus is gone with its delivery').toBe(detail())
  detail().blur()
  press('k')
  await eventually(() => expect(location.hash).toContain('delivery=2'))
  await eventually(() => expect(spoken()).toMatch(/, 2 of 3$/))
  expect(document.activeElement, 'no hidden list takes the focus').toBe(detail())
})

test('Escape right after J returns to the list that the pane covers', async () => {
  await open('#/inspector?delivery=3', {
    'deliveries.list': () => ({ deliveries: [3, 2, 1].map((id) => aDelivery(id)), hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
  })
  await shows('Signaturewebhook-id')
  detail().focus()
  await eventually(() => expect(list().querySelectorAll('[role=option]')).toHaveLength(3))
  press('j')
  press('Escape')
  await eventually(() => expect(document.activeElement).toBe(list()))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(location.hash).not.toContain('delivery')
  expect(document.activeElement).toBe(list())
})

test('reports an open delivery that does not match the filter while the pane covers the list', async () => {
  await open('#/inspector?q=status:500&delivery=2', {
    'deliveries.list': ({ q }) => ({
      deliveries: q === undefined ? [aDelivery(2), aDelivery(1)] : [],
      hasMore: false,
    }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
  })
  await shows('Signaturewebhook-id')
  await shows('The open delivery does not match the filter.')
  const button = [...document.querySelectorAll('button')].find((one) =>
    /Show all/.test(one.textContent ?? ''),
  )
  expect(button?.closest('[inert]'), 'it is not hidden with the list').toBeNull()
  button?.focus()
  await pressOn('button', 'Show all deliveries')
  await eventually(() => expect(location.hash).not.toContain('status'))
  await eventually(() => expect(document.body.textContent).not.toContain('does not match the filter'))
  expect(location.hash, 'the delivery stays open').toContain('delivery=2')
  await eventually(() => expect(document.activeElement, 'the button is gone').toBe(detail()))
})

test('J pressed in a field of the pane types the letter', async () => {
  await open('#/inspector?delivery=2', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id, { remark: 'Seen' }),
  })
  await shows('Signaturewebhook-id')
  const field = element('article textarea, article input')
  field.focus()
  press('j')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(location.hash).toContain('delivery=2')
})

test('moves the focus to the open delivery if it covers the list', async () => {
  await open('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
  })
  await shows(listCopy.end(2))
  list().focus()
  element('main [role=option]').click()
  await shows('Signaturewebhook-id')
  await eventually(() => expect(document.activeElement).toBe(detail()))
  history.back()
  await eventually(() => expect(document.activeElement).toBe(list()))
})

test('J opens the next note or endpoint', async () => {
  const note = (at: number) => ({
    id: `not_Aaaaaaaaaaaaa${at}`,
    title: `Note ${at}`,
    owner: null,
    createdAt: '2026-03-01T10:00:00Z',
    updatedAt: null,
  })
  await open('#/notes?note=not_Aaaaaaaaaaaaa1', {
    'notes.page': () => ({ items: [note(1), note(2)], cursor: null, unreadable: 0, incomplete: null }),
    'notes.get': () => new Promise(() => {}),
  })
  await eventually(() => expect(list().querySelectorAll('[role=option]')).toHaveLength(2))
  detail().focus()
  press('j')
  await eventually(() => expect(location.hash).toContain('note=not_Aaaaaaaaaaaaa2'))
  await eventually(() => expect(spoken()).toMatch(/^Note 2.*, 2 of 2$/))
  await app.close()

  const ids = ['whe_One00000000001', 'whe_Two00000000002'] as const
  await open(`#/endpoints?endpoint=${ids[0]}`, {
    'endpoints.list': () => ids.map((id) => anEndpoint({ id })),
  })
  await eventually(() => expect(list().querySelectorAll('[role=option]')).toHaveLength(2))
  detail().focus()
  press('j')
  await eventually(() => expect(location.hash).toContain(`endpoint=${ids[1]}`))
  await eventually(() => expect(spoken()).toMatch(/, 2 of 2$/))
})

const list = () => element('main [role=listbox][tabindex="0"]')
const detail = () => element('main article')
const spoken = () => detail().querySelector('[data-position]')?.textContent ?? ''

function press(key: string) {
  const at = document.activeElement ?? document.body
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

async function open(hash: string, answers: Answers) {
  const isNarrow = (query: string) => /max-width/.test(query)
  app = await openApp(hash, { 'endpoints.list': () => [anEndpoint()], ...answers }, 600, isNarrow)
}
