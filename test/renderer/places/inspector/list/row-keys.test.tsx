// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../../support/eventually.ts'
import { openApp } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

test('single-key shortcuts act only on the row with the focus ring', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
    'deliveries.set-star': () => aDelivery(1),
    'endpoints.list': () => [anEndpoint()],
  })
  await eventually(() => expect(document.querySelector('[role=option]')).not.toBeNull())
  const stars = () => app.inputsOf('deliveries.set-star').length
  await act(async () => list().focus())
  await key('ArrowDown')
  await key('s')
  await eventually(() => expect(stars()).toBe(1))

  await key('Enter')
  await eventually(() => expect(document.querySelector('article')).not.toBeNull())
  await act(async () => list().focus())
  await key('Escape')
  await eventually(() => expect(document.querySelector('article')).toBeNull())
  await key('s')
  await eventually(() => expect(stars()).toBe(2))

  await key('Enter')
  await eventually(() => expect(document.querySelector('article')).not.toBeNull())
  // After a click, a browser shows no focus ring.
  const ring = vi.spyOn(list(), 'matches').mockReturnValue(false)
  await act(async () => document.querySelector<HTMLElement>('article button[aria-label="Close"]')?.click())
  await eventually(() => expect(document.querySelector('article')).toBeNull())
  await key('s')
  expect(stars(), 'nothing shows the row').toBe(2)
  ring.mockRestore()
  await key('j')
  await key('s')
  await eventually(() => expect(stars()).toBe(3))
})

test('clicking a shortcut in the footer runs its action', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'endpoints.list': () => [anEndpoint()],
  })
  await eventually(() => expect(document.querySelector('[role=option]')).not.toBeNull())
  await act(async () => foot('X').click())
  await eventually(() => expect(document.body.textContent).toContain('Select a row first.'))
  expect(document.body.textContent).not.toContain('1 selected')

  await act(async () => list().focus())
  await key('ArrowDown')
  await act(async () => foot('X').click())
  await eventually(() => expect(document.body.textContent).toContain('1 selected'))
  expect(document.activeElement).toBe(list())
})

test('the footer shows why an action is unavailable', async () => {
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({
      deliveries: [aDelivery(1, { noteId: null, verdict: 'no-secret', status: 503 })],
      hasMore: false,
    }),
    'endpoints.list': () => [anEndpoint()],
  })
  await eventually(() => expect(document.querySelector('[role=option]')).not.toBeNull())
  await act(async () => list().focus())
  await key('ArrowDown')
  await key('o')
  await eventually(() => expect(document.body.textContent).toContain('Open note isn’t available.'))
  expect(document.body.textContent).not.toContain('Select a row first.')
})

const foot = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('main button[tabindex="-1"]')].find(
    ({ textContent }) => textContent?.startsWith(name) && textContent.length > 1,
  ) ?? document.body
const list = () => document.querySelector<HTMLElement>('main [role=listbox]') ?? document.body
const key = (name: string) =>
  act(async () => {
    list().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  })
