// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { list } from '../../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, pressKey, shows, type } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

const long = 'budget '.repeat(90).trim()

test('reports that the filter in the URL is too long', async () => {
  await open(`#/inspector?q=${encodeURIComponent(long)}`)
  await shows('The filter is too long')
  await shows('629 characters; 512 is the limit')
  expect((control('textbox', 'Filter deliveries') as HTMLInputElement).value).toBe(long)
  expect(app.inputsOf('deliveries.list')).toEqual([])
  await press('button', 'Inspector actions')
  await eventually(() => control('menuitem', 'Open session…'))
  expect(document.querySelector('[role=menu]')?.textContent, 'it would delete all').not.toContain('Delete')
  await pressKey('menuitem', 'Open session…', 'Escape')
  await press('button', 'Clear the filter')
  await shows(list.end(2))
})

test('reports that the note search in the URL is too long', async () => {
  await open(`#/notes?q=${encodeURIComponent(long)}`)
  await shows('The search is too long')
  await shows('629 characters; 512 is the limit')
  expect(app.inputsOf('notes.search')).toEqual([])
})

test.each([
  ['title', ''],
  ['owner', '&from=index'],
])('reports that the filter by %s in the URL is too long%s', async (field, from) => {
  const words = 'weekly '.repeat(60).trim()
  await open(`#/notes?${field}=${encodeURIComponent(words)}${from}`)
  await shows(`The ${field} filter is too long`)
  await shows('This has 419 characters; 256 is the limit.')
  expect(app.inputsOf('notes.page')).toEqual([])
  expect(app.inputsOf('notes.list')).toEqual([])
  expect(control('button', 'Export…')).toHaveProperty('disabled', true)
  const name = field === 'title' ? 'Title' : 'Owner'
  await press('button', new RegExp(`^${name}`))
  await eventually(() => expect(control('textbox', name)).toHaveProperty('value', words))

  await press('button', `Clear the ${field} filter`)
  await eventually(() => expect(location.hash).not.toContain('weekly'))
  await eventually(() => expect(document.body.textContent).not.toContain('is too long'))
  await eventually(() =>
    expect(app.inputsOf(from === '' ? 'notes.page' : 'notes.list').length).toBeGreaterThan(0),
  )
})

test('reports that the URL selects too many folders for a new endpoint', async () => {
  const folderIds = Array.from({ length: 101 }, (_, at) => `fol_${String(at).padStart(14, '0')}`)
  const start = JSON.stringify({ scopes: ['public'], events: ['note.generated'], folderIds })
  await open(`#/endpoints?form=new&start=${encodeURIComponent(start)}`, 'Endpoints')
  await shows('101 of 100 selected.')
  await shows('Select at most 100 folders')
  expect(control('checkbox', /^personal/)).toHaveProperty('checked', false)
  await press('button', 'Create endpoint')
  expect(app.inputsOf('endpoints.create')).toEqual([])
})

test('reports that a typed filter has reached its maximum length', async () => {
  await open('#/inspector')
  await shows(list.end(2))
  await type('Filter deliveries', 'a'.repeat(511))
  expect(document.body.textContent).not.toContain('is the limit')
  await type('Filter deliveries', 'a'.repeat(512))
  await shows('No more fits: 512 characters is the limit.')
})

test('reports a remark that has reached its maximum length', async () => {
  await open('#/inspector?delivery=2')
  await eventually(() => control('button', 'More actions'))
  await press('button', 'More actions')
  await eventually(() => control('menuitem', 'Add remark'))
  await press('menuitem', 'Add remark')
  await eventually(() => control('textbox', 'Remark'))
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

async function open(hash: string, place = 'Inspector') {
  app = await openApp(hash, {
    'endpoints.list': () => [anEndpoint()],
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
    'notes.page': () => ({ items: [], cursor: null, unreadable: 0, incomplete: null }),
    'notes.list': () => ({ notes: [], total: 0, next: null, complete: true, asOf: '2026-03-01T10:00:00Z' }),
  })
  await shows(place)
}
