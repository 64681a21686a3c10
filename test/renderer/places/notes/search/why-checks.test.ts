import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Note } from '#shared/notes/model.ts'
import {
  type Check,
  type WhyFacts,
  whyChecks,
  whyConclusion,
} from '../../../../../renderer/places/notes/search/why-checks.ts'

const id = 'not_Aaaaaaaaaaaaa1'
const item = {
  id,
  title: 'Annual budget',
  owner: null,
  createdAt: '2026-03-01T12:00:00Z',
  updatedAt: '2026-03-02T12:00:00Z',
}
const day = (iso: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(iso))
const folder = (folderId: string, parentFolderId: string | null = null) => ({
  id: folderId,
  name: `Folder ${folderId}`,
  parentFolderId,
  spaceId: null,
})
const whole = (folders: Note['folders'] = []): Note => ({
  ...item,
  summaryMarkdown: 'x',
  summaryText: null,
  privateNotesMarkdown: null,
  privateNotesText: null,
  attendees: [],
  calendarEvent: null,
  folders,
  webUrl: null,
  unknown: '{}',
})
const facts = (parts: Partial<WhyFacts> = {}): WhyFacts => ({
  entered: id,
  id,
  search: {},
  session: {
    state: 'connected',
    keychain: 'ready',
    workspace: { id: 'w', kind: 'service', label: 'W', baseUrl: 'https://api.example.com' },
    keyHint: null,
  },
  index: {
    state: 'resting',
    notes: 10,
    run: null,
    completeAsOf: '2026-03-03T12:00:00Z',
    incomplete: null,
    problem: null,
    folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
  },
  indexed: { state: 'known', value: item },
  titles: { state: 'pending' },
  read: { state: 'known', value: whole() },
  folders: { state: 'known', value: { items: [folder('top'), folder('low', 'top')], incomplete: null } },
  lastEvent: null,
  nowMs: Date.parse('2026-03-04T12:00:00Z'),
  ...parts,
})
const failed = (code: ErrorCode) => ({
  state: 'failed' as const,
  error: new AppError(code, 'What the service said.'),
})
const check = (about: Check['about'], parts: Partial<WhyFacts>) => {
  const found = whyChecks(facts(parts)).find((one) => one.about === about)
  if (!found) throw new Error(`There is no check of ${about}.`)
  return found
}
const conclusion = (parts: Partial<WhyFacts>) => whyConclusion(facts(parts), whyChecks(facts(parts)))

test('reports that nothing hides the note from the list', () => {
  expect(whyChecks(facts()).map(({ about, state }) => [about, state])).toEqual([
    ['id', 'fine'],
    ['service', 'fine'],
    ['index', 'fine'],
    ['filters', 'fine'],
    ['folder', 'fine'],
    ['key', 'fine'],
  ])
  expect(check('service', {}).actions).toEqual([{ do: 'open-note' }])
  expect(conclusion({})).toBe('The note exists and nothing hides it.')
})

test('shows finished checks of a missing note one after the other, then the running one', () => {
  const asking = whyChecks(facts({ read: { state: 'pending' } }))
  expect(asking.map(({ about, state }) => [about, state])).toEqual([
    ['id', 'fine'],
    ['service', 'pending'],
  ])
  expect(conclusion({ read: { state: 'pending' } })).toBeNull()
})

test('offers an action for every check of a missing note that fails', () => {
  const everything: readonly Partial<WhyFacts>[] = [
    { read: failed('not-found') },
    { read: failed('forbidden') },
    { read: failed('key-rejected') },
    { read: failed('unreachable') },
    { read: failed('too-large') },
    { read: failed('bad-response') },
    { search: { folder: 'top', after: '2026-03-05' } },
    { search: { q: 'nothing' } },
    { search: { after: '2026-03-05' }, read: failed('not-found'), indexed: { state: 'known', value: null } },
    { read: { state: 'known', value: whole(null) } },
    { read: { state: 'known', value: whole([folder('gone')]) } },
    { session: { state: 'welcome', keychain: 'ready' }, read: failed('not-connected') },
  ]
  for (const parts of everything) {
    for (const { about, state, actions, words } of whyChecks(facts(parts))) {
      expect(words).toMatch(/[.]$/)
      // The index continues without an action.
      if (state !== 'fine' && about !== 'index')
        expect(actions.length, `${about}: ${words}`).toBeGreaterThan(0)
    }
  }
})

describe('whether the service returns the note', () => {
  test('explains a 404 for a note with three causes and the note’s last event', () => {
    const { state, words, actions } = check('service', { read: failed('not-found'), lastEvent: '3 min ago' })
    expect(state).toBe('cause')
    expect(words).toMatch(/summarized yet.*no access.*deleted.*event arrived 3 min ago/)
    expect(actions).toEqual([{ do: 'retry' }])
    expect(conclusion({ read: failed('not-found') })).toBe('The service doesn’t return this note.')
  })

  test('does not report errors other than 404 as missing access to the note', () => {
    expect(conclusion({ read: failed('too-large') })).toBe('The note exists, but is too large to open.')
    expect(conclusion({ read: failed('forbidden') })).toBe('Your key can’t access it.')
  })

  test('reports access to the note as unknown if the service cannot be reached', () => {
    for (const code of ['unreachable', 'timeout', 'service-failed', 'bad-response'] as const) {
      expect(check('service', { read: failed(code) }).state).toBe('unknown')
    }
    expect(conclusion({ read: failed('timeout') })).toBe('Can’t check access right now.')
  })
})

describe('whether the index contains the note', () => {
  const missing = { indexed: { state: 'known', value: null } } as const
  test('shows the progress of indexing if the note is not indexed', () => {
    const reading = { ...facts().index, state: 'reading', completeAsOf: null, notes: 300 } as const
    expect(check('index', { ...missing, index: reading }).words).toMatch(/Indexing: 300 notes/)
    const paused = { ...reading, state: 'paused' } as const
    expect(check('index', { ...missing, index: paused }).actions).toEqual([{ do: 'resume-index' }])
  })

  test('shows when the index was completed if the note is newer', () => {
    expect(check('index', missing).words).toMatch(/^No\. Index complete, .*Later changes may be missing\.$/)
    expect(conclusion(missing)).toMatch(/isn’t in the search index yet/)
  })
})

describe('whether the filters of the list hide the note', () => {
  test.each<readonly [WhyFacts['search'], Check['state'], readonly string[]]>([
    [{}, 'fine', []],
    [{ after: '2026-02-01', before: '2026-04-01', updated: '2026-02-01' }, 'fine', []],
    [{ after: '2026-03-05' }, 'cause', [`Remove “Created after ${day('2026-03-05')}”`]],
    [
      { before: '2026-02-01', updated: '2026-03-05' },
      'cause',
      [`Remove “Created before ${day('2026-02-01')}”`, `Remove “Updated after ${day('2026-03-05')}”`],
    ],
    [{ q: 'nothing', after: '2026-03-05' }, 'unknown', ['Clear search']],
    [{ folder: 'top' }, 'cause', ['Show all folders']],
  ])('checks whether the filters %j hide the note: %s', (search, state, labels) => {
    const found = check('filters', { search })
    expect(found.state).toBe(state)
    expect(found.actions.map((one) => 'label' in one && one.label)).toEqual(labels)
  })

  test.each<readonly [string, Note['folders'], Check['state']]>([
    ['the same folder', [folder('top')], 'fine'],
    ['a subfolder', [folder('low', 'top')], 'fine'],
    ['another folder', [folder('other')], 'unknown'],
    ['unknown folders', null, 'unknown'],
    ['no folder', [], 'cause'],
  ])('compares the selected folder with the folders of the note: %s', (_where, folders, state) => {
    const parts = { search: { folder: 'top' }, read: { state: 'known', value: whole(folders) } } as const
    expect(check('filters', parts).state).toBe(state)
  })

  test('reports that the list shows only direct notes and the note is in a subfolder', () => {
    const inside = (folders: Note['folders']) =>
      check('filters', {
        search: { folder: 'top', direct: true },
        read: { state: 'known', value: whole(folders) },
      })
    expect(inside([folder('top')]).state).toBe('fine')
    const below = inside([folder('low', 'top')])
    expect(below.state).toBe('cause')
    expect(below.actions).toEqual([
      { do: 'change', label: 'Include subfolders', changes: { direct: undefined } },
    ])
  })

  test('uses the indexed data of a note to check filters if the service cannot return it', () => {
    const parts = { search: { after: '2026-03-05' }, read: failed('unreachable') }
    expect(check('filters', parts).state).toBe('cause')
    expect(check('filters', { ...parts, indexed: { state: 'known', value: null } }).state).toBe('unknown')
  })
})

describe('whether the note’s folder is listed', () => {
  const filed = (...folders: ReturnType<typeof folder>[]) => ({
    read: { state: 'known' as const, value: whole(folders) },
  })
  test('reports that a note in a folder that is not listed appears only under All notes', () => {
    expect(check('folder', filed(folder('top'))).state).toBe('fine')
    expect(check('folder', filed(folder('gone')))).toMatchObject({
      state: 'cause',
      words: expect.stringContaining('Folder gone'),
    })
    expect(check('folder', filed(folder('gone'), folder('top'))).state).toBe('fine')
    expect(conclusion(filed(folder('gone')))).toBe('The note exists, but only under All notes.')
  })

  test('reports a note’s folder as unknown if the list of folders is incomplete', () => {
    const folders = { state: 'known', value: { items: [], incomplete: 'no-cursor' } } as const
    expect(check('folder', { ...filed(folder('top')), folders }).state).toBe('unknown')
  })
})

test('reports the API key’s access as unknown, because the specification does not define it', () => {
  const { state, words } = check('key', { read: failed('not-found') })
  expect(state).toBe('unknown')
  expect(words).toMatch(/Depends on its scopes.*personal.*public/)
})

test('explains that a text is not the ID of a note', () => {
  expect(check('id', { id: null, entered: 'fol_4y6LduVdwSKC27' })).toMatchObject({
    state: 'cause',
    actions: [{ do: 'change', changes: { folder: 'fol_4y6LduVdwSKC27' } }],
  })
  expect(check('id', { id: null, entered: 'whe_Aaaaaaaaaaaaa1' }).actions).toEqual([
    { do: 'open-endpoint', id: 'whe_Aaaaaaaaaaaaa1' },
  ])
})

describe('a title instead of the ID of a note', () => {
  const entered = (titles: number) =>
    ({ id: null, entered: 'budget', titles: { state: 'known', value: titles } }) as const
  const checks = (parts: Partial<WhyFacts>) =>
    whyChecks(facts({ read: { state: 'pending' }, ...parts })).map(({ about, state }) => [about, state])

  test('runs no check before the user selects one of the notes with a matching title', () => {
    expect(checks(entered(2))).toEqual([])
    expect(conclusion(entered(2))).toBe(
      'Select the note to check it. If it isn’t here, paste its ID or link.',
    )
  })

  test('offers to update the index if no note’s title matches', () => {
    expect(checks(entered(0))).toEqual([
      ['index', 'cause'],
      ['key', 'unknown'],
    ])
    const { words, actions } = check('index', entered(0))
    expect(words).toMatch(
      /^No title matches\. The text of notes isn’t searched\. Index complete, .*Later changes may be missing\.$/,
    )
    expect(actions).toEqual([{ do: 'sync-index' }])
    expect(conclusion(entered(0))).toBe('To check the note itself, paste its ID or link.')
  })

  test('waits until the notes with a matching title are loaded', () => {
    expect(checks({ ...entered(0), titles: { state: 'pending' } })).toEqual([['index', 'pending']])
  })
})
