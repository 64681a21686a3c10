import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EndpointToMatch, MatchReason, NoteToMatch } from '#shared/endpoints/matching.ts'
import { matchEndpoint } from '#shared/endpoints/matching.ts'
import type { Folder, FolderCertainty } from '#shared/notes/folder.ts'
import { property } from '../../support/runs.ts'

const mara = { name: 'Mara Lindqvist', email: 'mara@example.com' }
const kim = { name: 'Kim Osei', email: 'kim@example.com' }
const folder = (id: string, parentFolderId: string | null = null): Folder => ({
  id,
  name: `Folder ${id}`,
  parentFolderId,
  spaceId: null,
})

const note = (parts: Partial<NoteToMatch> = {}): NoteToMatch => ({
  owner: mara,
  folders: [],
  hasSummary: true,
  ...parts,
})
const endpoint = (parts: Partial<EndpointToMatch> = {}): EndpointToMatch => ({
  enabled: true,
  events: ['note.generated', 'note.edited', 'note.access_granted'],
  scopes: ['personal', 'public'],
  folderIds: [],
  createdBy: mara,
  ...parts,
})
const reason = (about: MatchReason['about'], of: ReturnType<typeof matchEndpoint>) =>
  of.reasons.find((one) => one.about === about)?.result

describe('reasons for a match', () => {
  test('a verified delivery of a note proves that its endpoint matches', () => {
    const foreign = note({ owner: kim, folders: null, hasReached: true })
    const limited = endpoint({ folderIds: ['top'] })
    const { result, reasons } = matchEndpoint(foreign, limited, null)
    expect(result).toBe('yes')
    expect(reasons.map(({ sentence }) => sentence)).toContain('It received the note’s last event.')
    expect(matchEndpoint({ ...foreign, hasReached: false }, limited, null).result).toBe('unknown')
    expect(matchEndpoint(foreign, { ...limited, enabled: false }, null).result).toBe('no')
    expect(matchEndpoint({ ...foreign, folders: [] }, limited, []).result, 'it left the folder').toBe('no')
    const shared = endpoint({ events: ['note.access_granted'] })
    expect(matchEndpoint(foreign, shared, null).result, 'sharing may not happen again').toBe('unknown')
  })

  test('an endpoint matches the notes that its creator owns', () => {
    expect(matchEndpoint(note(), endpoint(), []).result).toBe('yes')
    const shouting = { name: 'Mara', email: ' MARA@example.com' }
    expect(matchEndpoint(note({ owner: shouting }), endpoint(), []).result).toBe('yes')
  })

  test('a disabled endpoint matches no notes', () => {
    expect(matchEndpoint(note(), endpoint({ enabled: false }), []).result).toBe('no')
  })

  test.each<readonly [string[], boolean | null, string]>([
    [['note.edited'], true, 'yes'],
    [['note.edited'], null, 'yes'],
    [['note.generated'], true, 'no'],
    [['note.generated'], false, 'yes'],
    [['note.generated'], null, 'unknown'],
    [['note.access_granted'], true, 'unknown'],
    [['note.generated', 'note.access_granted'], true, 'unknown'],
    [['note.archived'], true, 'unknown'],
    [[], true, 'unknown'],
  ])(
    'whether an endpoint with the events %j matches a note with a summary (%s): %s',
    (events, hasSummary, result) => {
      expect(reason('events', matchEndpoint(note({ hasSummary }), endpoint({ events }), []))).toBe(result)
    },
  )

  test.each<readonly [string[], EndpointToMatch['createdBy'], string]>([
    [['personal'], mara, 'yes'],
    [['personal'], kim, 'unknown'],
    [['personal', 'public'], kim, 'unknown'],
    [['personal'], null, 'unknown'],
    [['personal'], { name: 'Mara Lindqvist', email: '' }, 'unknown'],
    [['public'], mara, 'unknown'],
    [['workspace'], mara, 'unknown'],
    [[], mara, 'unknown'],
  ])(
    'whether an endpoint with the scopes %j of the user %j matches a note: %s',
    (scopes, createdBy, result) => {
      expect(reason('scopes', matchEndpoint(note(), endpoint({ scopes, createdBy }), []))).toBe(result)
    },
  )

  const listed = [folder('top'), folder('mid', 'top'), folder('low', 'mid'), folder('side')]
  test.each<readonly [string, Folder[] | null, string[], Folder[] | null, string]>([
    ['no filter', null, [], null, 'yes'],
    ['the folder itself', [folder('mid')], ['mid'], listed, 'yes'],
    ['a folder above', [folder('low', 'mid')], ['top'], listed, 'yes'],
    ['a folder beside', [folder('low', 'mid')], ['side'], listed, 'no'],
    ['a folder below is not above', [folder('mid')], ['low'], listed, 'no'],
    ['one of several folders', [folder('side'), folder('low')], ['top'], listed, 'yes'],
    ['its folders are not known', null, ['top'], listed, 'unknown'],
    ['it is filed nowhere', [], ['top'], listed, 'no'],
    ['the folders are not read', [folder('low', 'mid')], ['side'], null, 'unknown'],
    ['the note itself names the parent', [folder('low', 'mid')], ['mid'], null, 'yes'],
    ['a parent that is not listed', [folder('lost', 'gone')], ['top'], listed, 'unknown'],
    ['a filter by that parent', [folder('lost', 'gone')], ['gone'], listed, 'yes'],
    ['a cycle', [folder('a')], ['x'], [folder('a', 'b'), folder('b', 'a')], 'unknown'],
  ])(
    'compares an endpoint’s folders with those of a note: %s',
    (_name, folders, folderIds, known, result) => {
      expect(reason('folders', matchEndpoint(note({ folders }), endpoint({ folderIds }), known))).toBe(result)
    },
  )

  test.each<readonly [FolderCertainty, string, Folder[], string]>([
    ['whole', 'one that is in the filter', [folder('low', 'mid')], 'yes'],
    ['whole', 'one that is not', [folder('side')], 'no'],
    ['whole', 'none', [], 'no'],
    ['part', 'one that is in the filter', [folder('low', 'mid')], 'yes'],
    ['part', 'one that is not', [folder('side')], 'unknown'],
    ['part', 'none', [], 'unknown'],
    ['old', 'one that is in the filter', [folder('low', 'mid')], 'unknown'],
    ['old', 'one that is not', [folder('side')], 'unknown'],
    ['old', 'none', [], 'unknown'],
  ])(
    'compares an endpoint’s folders with those from the index, %s: %s',
    (certainty, _name, folders, result) => {
      const learnt = note({ folders, certainty })
      expect(reason('folders', matchEndpoint(learnt, endpoint({ folderIds: ['top'] }), listed))).toBe(result)
    },
  )
})

describe('for any input', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const anyFolder = fc.record({
    id,
    name: fc.string(),
    parentFolderId: fc.option(id),
    spaceId: fc.option(fc.string()),
  })
  /** Picks the likely value in half of the runs, so that few runs are enough for a match. */
  const often = <T>(likely: T, other: fc.Arbitrary<T>) => fc.oneof(fc.constant(likely), other)
  const anyPerson = often(
    { name: 'Mara', email: 'mara@example.com' },
    fc.option(
      fc.record({
        name: fc.string(),
        email: fc.constantFrom('', 'mara@example.com', 'mara@example.com', 'kim@example.com'),
      }),
    ),
  )
  const anyNote = fc.record({
    owner: anyPerson,
    folders: fc.option(fc.array(anyFolder, { maxLength: 4 })),
    hasSummary: fc.option(fc.boolean()),
  })
  const anyEndpoint = fc.record({
    enabled: fc.constantFrom(true, true, false),
    events: often(
      ['note.edited'],
      fc.uniqueArray(
        fc.constantFrom('note.generated', 'note.edited', 'note.access_granted', 'note.archived', ''),
      ),
    ),
    scopes: often(['personal'], fc.uniqueArray(fc.constantFrom('personal', 'public', 'workspace'))),
    folderIds: often([], fc.uniqueArray(id)),
    createdBy: anyPerson,
  })
  const anyFolders = fc.option(fc.uniqueArray(anyFolder, { selector: (one) => one.id }))

  test('gives a reason for every part of the result, whatever the note and endpoint', () => {
    fc.assert(
      fc.property(anyNote, anyEndpoint, anyFolders, (note, endpoint, folders) => {
        const { result, reasons } = matchEndpoint(note, endpoint, folders)
        expect(reasons.map(({ about }) => about)).toEqual(['enabled', 'events', 'scopes', 'folders'])
        for (const { sentence } of reasons) expect(sentence).toMatch(/^[A-Z].{8,}[.]$/s)
        const all = reasons.map((one) => one.result)
        expect(result).toBe(all.includes('no') ? 'no' : all.includes('unknown') ? 'unknown' : 'yes')
      }),
      property(50_000),
    )
  })

  test('an endpoint never matches a note that the specification excludes', () => {
    let seen = 0
    fc.assert(
      fc.property(anyNote, anyEndpoint, anyFolders, (note, endpoint, folders) => {
        if (matchEndpoint(note, endpoint, folders).result !== 'yes') return
        seen += 1
        const { events, scopes, folderIds, createdBy } = endpoint
        // Section 3: the service sends nothing to a disabled endpoint.
        expect(endpoint.enabled).toBe(true)
        // Section 6: the first summary is generated once.
        expect(
          events.includes('note.edited') || (events.includes('note.generated') && !note.hasSummary),
        ).toBe(true)
        // Section 5.3: ownership is the only access that is visible from outside.
        expect(scopes).toContain('personal')
        expect(note.owner?.email).toBeTruthy()
        expect(note.owner?.email).toBe(createdBy?.email)
        // Section 4: with a filter, the note is in one of its folders or below.
        if (folderIds.length > 0)
          expect(folderIds.some((id) => isAbove(id, note.folders ?? [], folders ?? []))).toBe(true)
      }),
      property(500_000),
    )
    expect(seen, 'it was yes often enough to be looked at').toBeGreaterThan(0)
  })

  test('missing information changes the result only to “unknown”', () => {
    fc.assert(
      fc.property(
        anyNote,
        anyEndpoint,
        anyFolders,
        fc.func(fc.boolean()),
        (anyhow, endpoint, folders, keeps) => {
          // A folder must be equal in both lists. Otherwise, leaving it out of one list would change what is known about it.
          const once = new Map([...(anyhow.folders ?? []), ...(folders ?? [])].map((one) => [one.id, one]))
          const note = { ...anyhow, folders: anyhow.folders?.map((one) => once.get(one.id) ?? one) ?? null }
          const whole = matchEndpoint(note, endpoint, folders).result
          const some = folders?.filter(({ id }) => keeps(id)) ?? null
          for (const less of [
            matchEndpoint(note, endpoint, some),
            matchEndpoint({ ...note, folders: null }, endpoint, folders),
            matchEndpoint(
              { ...note, folders: note.folders?.slice(1) ?? null, certainty: 'part' },
              endpoint,
              folders,
            ),
            matchEndpoint({ ...note, hasSummary: null }, endpoint, folders),
            matchEndpoint({ ...note, owner: null }, endpoint, folders),
          ]) {
            expect([whole, 'unknown']).toContain(less.result)
          }
        },
      ),
      property(50_000),
    )
  })
})

/** Returns whether `id` is one of these folders or an ancestor, by brute force over the parents in both lists. */
function isAbove(id: string, of: readonly Folder[], listed: readonly Folder[]): boolean {
  let near = new Set(of.map((folder) => folder.id))
  for (let step = 0; step <= listed.length + of.length; step += 1) {
    if (near.has(id)) return true
    const parents = [...listed, ...of].filter((folder) => near.has(folder.id)).map((f) => f.parentFolderId)
    near = new Set([...near, ...parents.filter((parent) => parent !== null)])
  }
  return near.has(id)
}
