// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { Note } from '#shared/notes/model.ts'
import { eventually } from '../support/eventually.ts'
import { type Answers, choose, openApp } from '../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

/** A name that would appear reversed from its middle on if shown unchanged. */
const odd = (what: string) => `${what} \u202Egpj.exe\u2066\u200B`
const raw = /[\u200b\u202a-\u202e\u2066-\u2069]/

const person = { name: odd('Mara'), email: `mara\u202e@example.com` }
const folder = {
  id: 'fol_Aaaaaaaaaaaaa1',
  name: odd('Folder'),
  parentFolderId: null,
  spaceId: 'spa_Aaaaaaaaaaaaa1',
}
const inner = { ...folder, id: 'fol_Aaaaaaaaaaaaa2', name: odd('Inner'), parentFolderId: folder.id }
const tree = {
  spaces: [{ id: 'spa_Aaaaaaaaaaaaa1', name: odd('Space') }],
  folders: [folder, inner],
  asOf: '2026-03-01T10:00:00Z',
  incomplete: null,
  unreadable: 0,
}
const note: Note = {
  id: 'not_Aaaaaaaaaaaaa1',
  title: odd('Title'),
  owner: person,
  createdAt: '2026-03-01T10:00:00Z',
  updatedAt: '2026-03-02T10:00:00Z',
  summaryMarkdown: `${odd('Summary')}\n\n# ${odd('Heading')}\n\n- ${odd('Item')}`,
  summaryText: odd('Text'),
  privateNotesMarkdown: odd('Private'),
  privateNotesText: null,
  attendees: [person],
  calendarEvent: {
    title: odd('Event'),
    scheduledStart: null,
    scheduledEnd: null,
    organiser: odd('Organizer'),
    invitees: [],
  },
  folders: [inner],
  webUrl: null,
  unknown: JSON.stringify({ [odd('field')]: odd('value') }),
}
const endpoint = anEndpoint({
  label: odd('Endpoint'),
  url: `https://hooks.example.com/\u202ea`,
  folderIds: [folder.id, inner.id],
  createdBy: person,
})
const other = anEndpoint({
  id: 'whe_Aaaaaaaaaaaaa2',
  url: `https://hooks.example.com/\u202eb`,
  urlRedacted: true,
})
const delivery = {
  eventType: odd('note.edited'),
  noteId: note.id,
  webhookId: odd('evt_1'),
  remark: odd('Remark'),
}
const workspace = {
  id: 'sandbox',
  kind: 'service',
  label: odd('Workspace'),
  baseUrl: 'https://api.example.com',
} as const

const answers: Answers = {
  'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: 'k9Qz' }),
  'workspaces.list': () => [
    {
      ...workspace,
      notePath: '/v1/notes/{note_id}',
      updateMethod: 'auto',
      pace: { burst: 25, perSecond: 5 },
      key: 'kept',
      isOpen: true,
      endpointsOff: { all: 0, notFromHere: 0 },
      polling: 'active',
    },
  ],
  'notes.page': () => ({ items: [note], cursor: null, unreadable: 0, incomplete: null }),
  'notes.get': () => note,
  'notes.spaces': () => ({ items: tree.spaces, incomplete: null, unreadable: 0 }),
  'notes.folders': () => ({ items: tree.folders, incomplete: null, unreadable: 0 }),
  'notes.known-folders': () => tree,
  'notes.find': () => ({ note: null }),
  'notes.folders-of': ({ ids }) => ids.map((id) => ({ id, folders: [inner], certainty: 'whole' })),
  'endpoints.list': () => [endpoint, other],
  'deliveries.list': () => ({ deliveries: [aDelivery(1, delivery)], hasMore: false }),
  'deliveries.get': () => aWholeDelivery(1, delivery),
  'deliveries.note-events': () => [],
  'deliveries.views': () => [{ id: 1, name: odd('View'), filter: 'type:note.edited' }] as never,
}

test.each([
  '#/notes',
  `#/notes?folder=${inner.id}`,
  `#/notes?note=${note.id}`,
  `#/notes?note=${note.id}&tab=events`,
  `#/notes?note=${note.id}&tab=details`,
  '#/endpoints',
  `#/endpoints?endpoint=${endpoint.id}`,
  `#/endpoints?endpoint=${other.id}`,
  '#/coverage',
  `#/endpoints?endpoint=${endpoint.id}&form=edit`,
  '#/inspector',
  '#/inspector?delivery=1',
  '#/workspaces',
  '#/settings',
  '#/tunnel',
])('the page %s reveals invisible characters in every name', async (hash) => {
  app = await openApp(hash, answers, 1200)
  await eventually(() => expect(document.body.textContent).toContain('U+202E'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(rawNames()).toEqual([])
})

test('reveals invisible characters in the dialog that deletes an endpoint', async () => {
  app = await openApp(`#/endpoints?endpoint=${endpoint.id}`, answers, 1200)
  await eventually(() => choose('More actions', 'Delete…'))
  await eventually(() => expect(document.querySelector('[role=dialog], [role=alertdialog]')).not.toBeNull())
  expect(rawNames()).toEqual([])
})

/** Returns text nodes and tooltips with raw names, and their elements. Excludes fields, because their text is the user's own. */
function rawNames(): readonly string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('body, body *')) {
    if (element.matches('script, style, option, select, input, textarea')) continue
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const texts = [...own.map(({ data }: Node & { data?: string }) => data), element.getAttribute('title')]
    for (const text of texts)
      if (raw.test(text ?? '')) found.push(`${element.localName}.${element.className}: ${text}`)
  }
  return found
}
