// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => localStorage.clear())
afterEach(() => app.close())

test('shows in the folder tree how many notes each folder contains', async () => {
  await open()
  await shows('Product')
  await eventually(() => {
    expect(row('fol_top')).toMatch(/12\+, at least 12 notes, at least 4 directly in this folder$/)
    expect(row('fol_full')).toMatch(/30, 30 notes$/)
    expect(row('fol_empty')).toMatch(/0, 0 notes$/)
    expect(row('fol_unknown')).toBe('fol_unknown')
  })
  expect(document.querySelector('footer [title*="Folders updated"]')).not.toBeNull()
})

test('does not show a folder as empty before its notes were read', async () => {
  await open({
    answers: {
      'notes.folder-counts': () => ({
        counts: [{ id: 'fol_top', own: 0, total: 8 }],
        listedAt: '2026-01-01T10:42:00Z',
        unread: ['fol_top'],
        coverage: { read: 1, total: 2, asOf: null },
      }),
    },
  })
  await shows('Product')
  await eventually(() => expect(row('fol_top')).toMatch(/8\+, at least 8 notes$/))
})

test('shows no count for a folder that is newer than the counts', async () => {
  await open({
    answers: {
      'notes.folder-counts': () => ({
        counts: [{ id: 'fol_full', own: 3, total: 3 }],
        listedAt: null,
        unread: [],
        coverage: { read: 0, total: 0, asOf: null },
      }),
    },
  })
  await shows('Product')
  await eventually(() => expect(row('fol_full')).toMatch(/3\+, at least 3 notes$/))
  expect(row('fol_empty')).toBe('fol_empty')
})

test('shows placeholders for spaces and folders without a name', async () => {
  await open({
    answers: {
      'notes.known-folders': () => ({
        spaces: [{ id: 'spa_a', name: '' }],
        folders: [{ ...folder('fol_a', null, 'spa_a'), name: ' ' }],
        asOf: '2026-01-01T10:42:00Z',
        incomplete: null,
        unreadable: 0,
      }),
    },
  })
  await shows('Untitled space')
  expect(rows()).toEqual(['All notes', 'Untitled space', 'Untitled folder'])
})

test('marks folders in the tree whose parent is missing or that contain themselves', async () => {
  await open({
    folders: [folder('fol_lost', 'fol_gone'), folder('fol_a', 'fol_b'), folder('fol_b', 'fol_a')],
  })
  await shows('No space')
  expect(row('fol_lost')).toContain('Parent folder not listed')
  expect(row('fol_a')).toContain('Its parent folders form a loop')
})

test('the folder tree supports the usual keys', async () => {
  await open({
    folders: [
      folder('fol_x', null),
      folder('fol_xx', 'fol_x'),
      folder('fol_y', null),
      folder('fol_yy', 'fol_y'),
    ],
  })
  await shows('fol_x')
  expect(rows()).toEqual(['All notes', 'Product', 'No space', 'fol_x', 'fol_y'])
  key('End')
  await active('fol_y')
  key('*')
  await eventually(() =>
    expect(rows()).toEqual(['All notes', 'Product', 'No space', 'fol_x', 'fol_xx', 'fol_y', 'fol_yy']),
  )
  key('Home')
  await active('All notes')
  for (const letter of 'fol_yy') key(letter)
  await active('fol_yy')
  key('ArrowLeft')
  await active('fol_y')
  key('ArrowLeft')
  await eventually(() => expect(rows()).not.toContain('fol_yy'))
  key('Enter')
  await eventually(() => expect(location.hash).toContain('folder=fol_y'))
})

test('remembers which folders are expanded in each workspace', async () => {
  const folders = [folder('fol_x', null), folder('fol_xx', 'fol_x')]
  await open({ folders })
  await shows('fol_x')
  await choose('Expand all folders')
  await shows('fol_xx')
  await app.close()
  await open({ folders })
  await shows('fol_xx')
  await app.close()
  await open({ folders, workspaceId: 'another' })
  await shows('fol_x')
  expect(rows()).not.toContain('fol_xx')
})

async function choose(name: string): Promise<void> {
  await press('button', 'Folder actions')
  await eventually(() => control('menuitem', name))
  await press('menuitem', name)
}

test('filters the folder tree by name, with the parents of each match', async () => {
  const many = Array.from({ length: 12 }, (_, index) => folder(`fol_${index}`, null))
  await open({
    folders: [folder('fol_x', null), folder('fol_deep', 'fol_x'), folder('fol_deepest', 'fol_deep'), ...many],
  })
  await shows('fol_11')
  await type('Search folders', 'DEEPEST')
  await eventually(() => expect(rows()).toEqual(['No space', 'fol_x', 'fol_deep', 'fol_deepest']))
  await type('Search folders', '')
  await eventually(() => expect(rows()).toContain('fol_11'))
  expect(rows()).not.toContain('fol_deepest')
})

test('shows the folders that are stored locally while the service is unreachable', async () => {
  await open({
    answers: {
      'notes.read-folders': () => {
        throw new AppError('unreachable', 'The service cannot be reached.')
      },
    },
  })
  await shows('fol_full')
  await choose('Refresh folders')
  await shows('The service cannot be reached.')
  expect(rows()).toContain('fol_full')
})

test('offers to load the folders if the user had paused the index', async () => {
  let asOf: string | null = null
  const tree = () => ({
    spaces: [],
    folders: [folder('fol_new', null)],
    asOf,
    incomplete: null,
    unreadable: 0,
  })
  await open({
    answers: {
      'notes.known-folders': tree,
      'notes.index-status': () => ({
        state: 'paused',
        notes: 0,
        run: null,
        completeAsOf: null,
        incomplete: null,
        problem: null,
        folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
      }),
      'notes.read-folders': () => {
        asOf = '2026-01-01T00:00:00Z'
        return tree()
      },
    },
  })
  await shows('Folders not loaded')
  await press('button', 'Load folders')
  await shows('fol_new')
})

test('shows the progress of loading folders, and stops when the user cancels', async () => {
  const status = {
    state: 'reading',
    notes: 0,
    run: null,
    completeAsOf: null,
    incomplete: null,
    problem: null,
    folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null, reading: 1230 },
  } as const
  await open({
    answers: {
      'notes.known-folders': () => ({ spaces: [], folders: [], asOf: null, incomplete: null, unreadable: 0 }),
      'notes.index-status': () => status,
      'notes.pause-index': () => ({ ...status, state: 'paused' }),
      'notes.read-folders': () => new Promise(() => {}),
    },
  })
  await shows('1,230 folders loaded…')
  await press('button', 'Pause')
  await shows('Folders not loaded')
  await press('button', 'Load folders')
  await shows('1,230 folders loaded…')
  await press('button', 'Stop')
  await shows('Folders not loaded')
  expect(app.isCanceled('notes.read-folders')).toBe(true)
  expect(document.body.textContent).not.toContain('Canceled.')
})

async function open({
  folders,
  workspaceId = 'sandbox',
  answers = {},
}: {
  readonly folders?: readonly ReturnType<typeof folder>[]
  readonly workspaceId?: string
  readonly answers?: Answers
} = {}) {
  app = await openApp('#/notes', {
    'notes.page': () => ({ items: [], cursor: null, unreadable: 0, incomplete: null }),
    'workspaces.status': () => ({
      state: 'connected',
      keychain: 'ready',
      workspace: { id: workspaceId, kind: 'sandbox', label: 'W', baseUrl: 'http://127.0.0.1:4999' },
      keyHint: null,
    }),
    'notes.known-folders': () => ({
      spaces: [{ id: 'spa_a', name: 'Product' }],
      folders: [...(folders ?? usual)],
      asOf: '2026-01-01T10:42:00Z',
      incomplete: null,
      unreadable: 0,
    }),
    'notes.folder-counts': () => ({
      counts: [
        { id: 'fol_top', own: 4, total: 12 },
        { id: 'fol_full', own: 30, total: 30 },
      ],
      listedAt: '2026-01-01T10:42:00Z',
      unread: ['fol_top', 'fol_unknown'],
      coverage: { read: 2, total: 5, asOf: null },
    }),
    ...answers,
  })
}

function folder(id: string, parentFolderId: string | null, spaceId: string | null = null) {
  return { id, name: id, parentFolderId, spaceId }
}

const usual = ['fol_top', 'fol_full', 'fol_empty', 'fol_unknown'].map((id) => folder(id, null, 'spa_a'))

const items = () =>
  [...document.querySelectorAll<HTMLElement>('[role=treeitem]')].sort((a, b) => offset(a) - offset(b))
const offset = (element: HTMLElement) => Number(element.style.transform.match(/\d+/)?.[0])
const nameOf = (element: HTMLElement) => element.querySelector('[title]')?.getAttribute('title') ?? ''
const rows = () => items().map(nameOf)
const row = (name: string) => items().find((element) => nameOf(element) === name)?.textContent ?? ''

function key(name: string) {
  const tree = control('tree', 'Spaces and folders')
  tree.focus()
  tree.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
}

function active(name: string): Promise<void> {
  return eventually(() => {
    const id = control('tree', 'Spaces and folders').getAttribute('aria-activedescendant') ?? ''
    const element = document.getElementById(id)
    expect(element && nameOf(element)).toBe(name)
  })
}
