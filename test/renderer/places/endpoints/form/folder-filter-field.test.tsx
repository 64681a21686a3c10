// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { folders as copy, names } from '../../../../../renderer/nouns/endpoints/copy.ts'
import { unfinished } from '../../../../../renderer/ui/controls/tag-picker.tsx'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, pressKey, shows, type } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => app.close())

const folder = (id: string, name: string, parentFolderId: string | null = null) => ({
  ...{ id, name, parentFolderId, spaceId: null },
})
const tree = (folders: ReturnType<typeof folder>[], asOf: string | null = '2026-03-01T10:00:00Z') => ({
  ...{ spaces: [], folders, asOf, incomplete: null, unreadable: 0 },
})
const offline = () => {
  throw new AppError('unreachable', 'No connection to the service.')
}

async function find(text: string): Promise<void> {
  control('textbox', /^Folders/).focus()
  await type('^Folders', text)
}

test('finds an endpoint’s folders among ten thousand without a request to the service', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    folder(`fol_${at}`, `Folder ${at}`, at % 10 === 0 ? null : `fol_${at - (at % 10)}`),
  )
  app = await openApp('#/endpoints?form=new', {
    'notes.known-folders': () => tree(many),
    'notes.read-folders': offline,
    'notes.folders': offline,
    'notes.spaces': offline,
    'endpoints.list': () => [anEndpoint({ folderIds: ['fol_40'] })],
  })
  await shows(/Folders updated .*\./)
  // The list includes the filter, which a screen reader announces with its number of subfolders.
  await eventually(() => control('option', /Folder 40 \+ 9 subfolders/))
  await find('older 9991')
  await eventually(() => control('option', 'Folder 9990 / Folder 9991'))
  await press('button', copy.readAgain)
  await shows('Couldn’t refresh: No connection to the service.')
  expect(app.inputsOf('notes.folders')).toEqual([])
})

test('names circular and unnamed folders as the folder tree does', async () => {
  const circle = [
    folder('fol_a', 'Alpha', 'fol_b'),
    folder('fol_b', 'Beta', 'fol_a'),
    folder('fol_c', '', 'fol_b'),
  ]
  app = await openApp('#/endpoints?form=new', {
    'notes.known-folders': () => tree(circle),
    'endpoints.list': () => [anEndpoint()],
  })
  await shows(/Folders updated .*\./)
  await find('a')
  await eventually(() => control('option', /^Alpha$/))
  control('option', /^Alpha \/ Beta$/)
  control('option', /^Alpha \/ Beta \/ Untitled folder$/)
})

test('keeps the error of another field when the focus moves past the folder field', async () => {
  app = await openApp('#/endpoints?form=new', {
    'notes.known-folders': () => tree([folder('fol_a', 'Budget')]),
    'endpoints.list': () => [anEndpoint()],
  })
  await shows(/Folders updated .*\./)
  await press('checkbox', /^personal/)
  await press('checkbox', /^public/)
  await press('button', 'Create endpoint')
  await shows('Select at least one scope.')
  control('textbox', /^Folders/).focus()
  await pressKey('textbox', /^Folders/, 'Tab')
  control('button', 'Cancel').focus()
  await eventually(() => expect(document.querySelector('[role=listbox][aria-label="Folders"]')).toBeNull())
  expect(document.body.textContent).toContain('Select at least one scope.')
})

test('loads the folders on request if they were never loaded before', async () => {
  let read = false
  const known = () => (read ? tree([folder('fol_a', 'Budget')]) : tree([], null))
  app = await openApp('#/endpoints?form=new', {
    'notes.known-folders': known,
    'notes.read-folders': () => {
      read = true
      return known()
    },
    'endpoints.list': () => [anEndpoint()],
  })
  await shows(copy.neverRead)
  await press('button', copy.read)
  await shows(/Folders updated .*\./)
  await find('budg')
  await eventually(() => control('option', 'Budget'))
})

test('creates no endpoint if a folder was typed but not selected', async () => {
  app = await openApp('#/endpoints?form=new', {
    'notes.known-folders': () =>
      tree([folder('fol_00000000000001', 'Board'), folder('fol_00000000000002', 'Hiring')]),
  })
  await shows(/Folders updated .*\./)
  await find('boa')
  await eventually(() => control('option', 'Board'))
  await press('button', 'Create endpoint')
  await shows(unfinished)
  expect(control('textbox', /^Folders/)).toHaveProperty('value', 'boa')
  expect(app.inputsOf('endpoints.create')).toEqual([])

  await pressKey('textbox', /^Folders/, 'Enter')
  await find('hir')
  await pressKey('textbox', /^Folders/, 'Escape')
  expect(control('textbox', /^Folders/)).toHaveProperty('value', '')
  await press('button', 'Create endpoint')
  await eventually(() =>
    expect(app.inputsOf('endpoints.create')).toMatchObject([{ folderIds: ['fol_00000000000001'] }]),
  )
})

test('proposes a name for an endpoint by its folders, but keeps a typed one', async () => {
  const known = { 'notes.known-folders': () => tree([folder('fol_00000000000001', 'Board')]) }
  const edit = async (label: string) => {
    const list = [anEndpoint({ label })]
    app = await openApp('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit', {
      ...known,
      'endpoints.list': () => list,
    })
    await shows(/Folders updated .*\./)
    await find('boa')
    await pressKey('textbox', /^Folders/, 'Enter')
  }
  await edit('Ticket sync')
  expect(control('textbox', 'Name')).toHaveProperty('value', 'Ticket sync')
  await app.close()
  sessionStorage.clear()

  await edit('All notes')
  await eventually(() => expect(control('textbox', 'Name')).toHaveProperty('value', 'Board'))
  await press('button', 'Save changes')
  await eventually(() =>
    expect(app.inputsOf('endpoints.update')).toMatchObject([
      { changes: { label: 'Board', folderIds: ['fol_00000000000001'] } },
    ]),
  )
})

test('shows the id of a selected folder that is not in the list', async () => {
  const id = 'whe_Hidden00000001'
  app = await openApp(`#/endpoints?endpoint=${id}`, {
    'endpoints.list': () => [anEndpoint({ id, folderIds: ['fol_hidden'] })],
    'notes.known-folders': () => tree([folder('fol_a', 'Budget')]),
  })
  await shows(names.unlistedFolder('fol_hidden'))
})
