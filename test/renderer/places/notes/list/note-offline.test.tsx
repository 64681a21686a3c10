// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

test.each([
  ['key-missing', 'Enter the API key again'],
  ['key-locked', 'The keychain is locked'],
  ['key-rejected', 'The service rejected the API key'],
] as const)('with %s, explains above the indexed notes what to do', async (state, words) => {
  app = await openApp('#/notes', { ...fromIndex, 'workspaces.status': () => without(state) })
  await shows(words)
  await shows('Annual budget')
  expect(document.body.textContent, 'the banner says it').not.toContain('From the search index')
  expect(document.body.textContent).not.toContain('Load from service')
  await type('Search notes', 'bud')
  await eventually(() => expect(app.inputsOf('notes.search')).toContainEqual({ text: 'bud' }))
  await shows('1 note found')
  expect(app.inputsOf('notes.page'), 'the service is not called without a key').toEqual([])
})

test('shows the indexed data of a note, and asks for the API key only once', async () => {
  app = await openApp('#/notes?note=not_Aaaaaaaaaaaaa1', {
    ...fromIndex,
    'workspaces.status': () => without('key-missing'),
    'notes.find': () => ({ note: { ...note, id: 'not_Aaaaaaaaaaaaa1' } }),
    'notes.get': () => {
      throw new AppError('key-missing', 'The API key isn’t on this computer. Enter it again.')
    },
  })
  await shows('Opening the note needs the API key.')
  await eventually(() => expect(document.querySelector('article h2')?.textContent).toBe('Annual budget'))
  expect(document.body.textContent?.match(/API key again|Enter it again/g)).toEqual(['API key again'])
})

test('keeps the search text when the API key is lost and when it is restored', async () => {
  app = await openApp('#/notes', fromIndex)
  await shows('Annual budget')
  await type('Search notes', 'bud')
  await shows('1 note found')
  await app.tell({ name: 'workspaces.status-changed', data: without('key-rejected') })
  await shows('The service rejected the API key')
  await shows('1 note found')
  expect(document.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('bud')
})

test('asks only for the API key if the workspace has no index', async () => {
  app = await openApp('#/notes', {
    ...fromIndex,
    'notes.index-status': () => ({ ...status, notes: 0 }),
    'workspaces.status': () => without('key-missing'),
  })
  await shows('Enter the API key again')
  await eventually(() => expect(document.querySelector('[aria-label="Search notes"]')).toBeNull())
})

test('shows the notes of a folder from the index if the service is unreachable', async () => {
  let reachable = false
  app = await openApp('#/notes?folder=fol_Aaaaaaaaaaaaa1', {
    ...fromIndex,
    'notes.known-folders': () => oneFolder,
    'notes.page': () => {
      if (!reachable) throw new AppError('unreachable', 'No way to notes.example.com.')
      return {
        items: [{ ...note, title: 'From the service' }],
        cursor: null,
        unreadable: 0,
        incomplete: null,
      }
    },
  })
  await shows('No way to notes.example.com.')
  await shows('From the search index.')
  await shows('3 of 9 folders loaded; more notes may appear.')
  expect(app.inputsOf('notes.list')[0]).toMatchObject({ folderId: 'fol_Aaaaaaaaaaaaa1' })
  reachable = true
  await press('button', 'Try again')
  await shows('From the service')
  await eventually(() => expect(document.body.textContent).not.toContain('No way to notes.example.com.'))
})

test('lists only notes directly in a folder until the user turns this off', async () => {
  const below = { ...board, id: 'fol_Bbbbbbbbbbbbb2', name: 'Budget', parentFolderId: board.id }
  app = await openApp(
    '#/notes?folder=fol_Aaaaaaaaaaaaa1&from=service',
    {
      ...fromIndex,
      'notes.known-folders': () => ({ ...oneFolder, folders: [board, below] }),
    },
    900,
  )
  await shows('1 note')
  expect(app.inputsOf('notes.list')).toEqual([])
  const asked = app.inputsOf('notes.page').length
  await press('button', 'Direct notes only')
  await shows('Notes that are also in a subfolder may be missing.')
  await shows('3 of 9 folders loaded; this list may change.')
  expect(app.inputsOf('notes.list').at(-1)).toMatchObject({ folderId: board.id, direct: true })
  expect(app.inputsOf('notes.page'), 'the service cannot leave out subfolders').toHaveLength(asked)
  expect(location.hash).toContain('direct=true')
  expect(location.hash).not.toContain('from=')
  expect(() => control('button', 'Load from service')).toThrow()
  expect(control('button', 'Direct notes only').getAttribute('aria-pressed')).toBe('true')
  await app.close()

  app = await openApp(
    '#/notes?folder=fol_Aaaaaaaaaaaaa1&direct=true',
    {
      ...fromIndex,
      'notes.known-folders': () => ({ ...oneFolder, folders: [board, below] }),
    },
    900,
  )
  await shows('Notes that are also in a subfolder may be missing.')
  expect(app.inputsOf('notes.page')).toEqual([])
  await press('button', 'Clear all filters')
  await eventually(() => expect(app.inputsOf('notes.page')).not.toEqual([]))
  expect(location.hash).not.toContain('direct')
  expect(control('button', 'Direct notes only').getAttribute('aria-pressed')).toBe('false')
})

test('offers to list only direct notes if a folder has subfolders', async () => {
  app = await openApp('#/notes?folder=fol_Aaaaaaaaaaaaa1', {
    ...fromIndex,
    'notes.known-folders': () => oneFolder,
  })
  await shows('1 note')
  expect(() => control('button', 'Direct notes only')).toThrow()
  location.hash = '#/notes?direct=true'
  await eventually(() => expect(app.inputsOf('notes.list')).toEqual([{ limit: 500 }]))
  expect(() => control('button', 'Direct notes only')).toThrow()
})

test('reloads the folders on request if the URL names an unknown folder', async () => {
  app = await openApp('#/notes?folder=fol_Zzzzzzzzzzzzz9', {
    ...fromIndex,
    'notes.known-folders': () => oneFolder,
    'notes.read-folders': () => ({
      ...oneFolder,
      folders: [...oneFolder.folders, { ...board, id: 'fol_Zzzzzzzzzzzzz9', name: 'Hiring' }],
    }),
    'notes.page': ({ folderId }) => {
      if (folderId !== undefined) throw new AppError('refused', 'There is no such folder.')
      return { items: [note], cursor: null, unreadable: 0, incomplete: null }
    },
  })
  await shows('Unknown folder')
  await shows('There is no such folder.')
  expect(document.querySelectorAll('main [role=alert]'), 'it is said once').toHaveLength(0)
  await press('button', 'All notes')
  await shows('Annual budget')
  expect(location.hash).not.toContain('fol_')
  location.hash = '#/notes?folder=fol_Zzzzzzzzzzzzz9'
  await shows('Unknown folder')
  await press('button', 'Refresh folders')
  await shows('Hiring')
  await eventually(() => expect(document.body.textContent).not.toContain('Unknown folder'))
})

test.each([
  [[{ id: 'not_1', title: 'Annual budget' }], 'The service lists its notes.'],
  [[], 'The service lists no notes for it.'],
])('lists the notes that the service returns for an unknown folder: %#', async (items, words) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app = await openApp('#/notes?folder=fol_Zzzzzzzzzzzzz9', {
    ...fromIndex,
    'notes.known-folders': () => oneFolder,
    async 'notes.page'() {
      await answered
      return {
        items: items.map((one) => ({ ...note, ...one })),
        cursor: null,
        unreadable: 0,
        incomplete: null,
      }
    },
  })
  await shows('Loading notes')
  expect(document.body.textContent).not.toContain('Unknown folder')
  answer()
  await shows(words)
  await shows('Unknown folder.')
})

test('reports only once that the service does not know the folder', async () => {
  app = await openApp('#/notes?folder=fol_Zzzzzzzzzzzzz9', {
    ...fromIndex,
    'notes.index-status': () => ({ ...status, notes: 0 }),
    'notes.known-folders': () => oneFolder,
    'notes.page': () => {
      throw new AppError('not-found', 'There is no such folder.', { status: 404, requestId: 'req_7' })
    },
  })
  await shows('There is no such folder.')
  await shows('Unknown folder')
  expect(document.body.textContent).not.toContain('The service lists')
  await press('button', 'Details')
  expect(document.querySelector('main')?.textContent).toContain('req_7')
  expect(document.querySelectorAll('main [role=alert]'), 'it is said once').toHaveLength(0)
})

const note = {
  id: 'not_1',
  title: 'Annual budget',
  owner: { name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

const board = { id: 'fol_Aaaaaaaaaaaaa1', name: 'Board', parentFolderId: null, spaceId: null }
const oneFolder = {
  spaces: [],
  folders: [board],
  asOf: '2026-01-01T10:42:00Z',
  incomplete: null,
  unreadable: 0,
}

const status = {
  state: 'resting',
  workspaceId: 'w1',
  notes: 1,
  run: null,
  completeAsOf: '2026-01-01T10:42:00Z',
  incomplete: null,
  problem: null,
  folders: { read: 3, total: 9, asOf: null, listedAt: '2026-01-01T10:42:00Z', problem: null },
} as const

const workspace = { id: 'w1', kind: 'service', label: 'Acme', baseUrl: 'https://notes.example.com' } as const

const without = (state: 'key-missing' | 'key-locked' | 'key-rejected'): SessionStatus => ({
  state,
  keychain: state === 'key-locked' ? 'locked' : 'ready',
  workspace,
  keyHint: null,
})

const fromIndex: Answers = {
  'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: 'k9Qz' }),
  'notes.page': () => ({ items: [note], cursor: null, unreadable: 0, incomplete: null }),
  'notes.index-status': () => status,
  'notes.list': () => ({ notes: [note], next: null, total: 1, asOf: status.completeAsOf, complete: true }),
  'notes.search': () => ({
    notes: [{ ...note, folders: null }],
    events: [],
    next: null,
    asOf: status.completeAsOf,
    complete: true,
  }),
}
