// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { eventually, waitAtMost } from '../../../../support/eventually.ts'
import { control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

waitAtMost(8000)
let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

const long = 'budget '.repeat(90).trim()

test('a filter in the address that is too long is reported, kept to be shortened, and not asked', async () => {
  await open(`#/inspector?q=${encodeURIComponent(long)}`)
  await shows('The filter is too long')
  await shows('629 characters; 512 is the limit')
  expect((control('textbox', 'Filter deliveries') as HTMLInputElement).value).toBe(long)
  expect(app.inputsOf('deliveries.list')).toEqual([])
  expect((control('button', 'Delete…') as HTMLButtonElement).disabled, 'it would delete all').toBe(true)
  await press('button', 'Clear the filter')
  await shows('That is all: 2 deliveries')
})

test('a search for notes in the address that is too long is reported and not asked', async () => {
  await open(`#/notes?q=${encodeURIComponent(long)}`)
  await shows('The search is too long')
  await shows('629 characters; 512 is the limit')
  expect(app.inputsOf('notes.search')).toEqual([])
})

test('a filter says when no more fits', async () => {
  await open('#/inspector')
  await shows('That is all: 2 deliveries')
  await type('Filter deliveries', 'a'.repeat(511))
  expect(document.body.textContent).not.toContain('is the limit')
  await type('Filter deliveries', 'a'.repeat(512))
  await shows('No more fits: 512 characters is the limit.')
})

test('a remark says when no more fits', async () => {
  await open('#/inspector?delivery=2')
  await shows('It came from the service')
  const field = control('textbox', 'Remark')
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'a'.repeat(2000))
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await shows('No more fits: 2,000 characters is the limit.')
  await eventually(() =>
    expect(document.querySelector('article [role=status]:not([data-position])')?.textContent).toContain(
      '2,000',
    ),
  )
})

async function open(hash: string) {
  app = await openApp(hash, {
    'endpoints.list': () => [anEndpoint()],
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
  })
  await shows('Inspector')
}
