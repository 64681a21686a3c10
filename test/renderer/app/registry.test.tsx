// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { type Command, commands } from '#shared/app/commands.ts'
import { focusKeys, type ShownCommand, shownCommands } from '#shared/app/shown-commands.ts'
import type { Note } from '#shared/notes/model.ts'
import { keyNames, keysOf } from '../../../renderer/app/keys.ts'
import { type ShownAction, shownNow } from '../../../renderer/frame/use-commands.ts'
import { eventually } from '../../support/eventually.ts'
import { openApp, shows } from '../../support/renderer/open-app.tsx'
import { aReceiver, aSend, aWholeSend } from '../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const noteId = 'not_Aaaaaaaaaaaaa1'
const note: Note = {
  id: noteId,
  title: 'Annual budget',
  owner: null,
  createdAt: null,
  updatedAt: null,
  summaryMarkdown: null,
  summaryText: null,
  privateNotesMarkdown: null,
  privateNotesText: null,
  attendees: [],
  calendarEvent: null,
  folders: [],
  webUrl: 'https://notes.example.com/n/1',
  unknown: '{}',
}
const changed = { flags: ['body-changed'] } as const

const answers = {
  'deliveries.list': () => ({ deliveries: [aDelivery(2, { flags: [...changed.flags] })], hasMore: false }),
  'deliveries.get': () => aWholeDelivery(2, { flags: [...changed.flags] }),
  'deliveries.other-bodies': () => [
    { id: 7, receivedAt: '2026-01-01T00:00:00Z', headers: [], bodyBase64: '' },
  ],
  'endpoints.list': () => [anEndpoint()],
  'receivers.list': () => [aReceiver({ address: { kind: 'private', host: '10.0.0.2', approval: 'needed' } })],
  'receivers.sends': () => ({ sends: [aSend(9)], hasMore: false, total: 1 }),
  'receivers.get-send': () => aWholeSend(9),
  'notes.page': () => ({ items: [], cursor: null, unreadable: 0, incomplete: null }),
  'notes.get': () => note,
  'notes.find': () => ({ note: null }),
  'deliveries.find': () => [],
} as const

function closeDialogs(): void {
  for (const close of document.querySelectorAll<HTMLElement>('[data-dialog] button[aria-label="Close"]'))
    close.click()
}

function selectAll(): void {
  const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
  document.querySelector('main [role=listbox]')?.dispatchEvent(event)
}

const desktopInfo = {
  name: 'Notehook',
  version: '0.0.0',
  host: 'desktop',
  platform: 'linux',
  dataFolder: '/home/sam/notehook',
  notices: [],
} as const

const shown = (): readonly ShownAction[] => [...shownNow().values()].flat()
const idOf = ({ id }: ShownAction) => id.replace(/-\d+$/, '')

test('the registry of commands contains exactly the actions that pages show, with their keys', async () => {
  const offered = new Map<string, ShownAction>()
  const inDesktop = { 'app.info': () => desktopInfo } as const
  for (const [hash, id, own = {}] of [
    ['#/inspector?delivery=2', 'delivery.compare-body'],
    ['#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', 'endpoint.rotate-secret'],
    ['#/receivers?receiver=rcv_Aaaaaaaaaaaaa1', 'receiver.live'],
    ['#/receivers?receiver=rcv_Aaaaaaaaaaaaa1&send=9', 'send.replay'],
    [`#/notes?note=${noteId}`, 'note.copy-id'],
    ['#/notes', 'page.refresh'],
    ['#/sandbox', 'page.generate-many'],
    ['#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', 'endpoint.copy-secret', inDesktop],
    ['#/inspector', 'selection.replay'],
    ['#/endpoints', 'selection.delete'],
  ] as const) {
    app = await openApp(hash, { ...answers, ...own })
    await eventually(() => {
      if (id.startsWith('selection.')) selectAll()
      expect(shown().map(idOf)).toContain(id)
    })
    for (const action of shown()) offered.set(idOf(action), action)
    await app.close()
    expect(shown(), 'a page that is closed offers nothing').toEqual([])
  }
  app = await openApp('#/settings', answers)
  expect([...offered.keys()].sort()).toEqual(Object.keys(shownCommands).sort())
  for (const [id, { keys }] of Object.entries<ShownCommand>(shownCommands))
    expect(offered.get(id)?.keys, id).toBe(keys)
})

/** Addresses at which the subject of each action is open. */
const hashOf: Readonly<Record<string, string>> = {
  endpoint: '#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1',
  note: `#/notes?note=${noteId}`,
  receiver: '#/receivers?receiver=rcv_Aaaaaaaaaaaaa1',
}

test('the shortcuts shown next to actions run those actions', async () => {
  app = await openApp('#/inspector?delivery=2', answers)
  await shows('evt_1')
  await eventually(() => expect(shown()).not.toEqual([]))
  for (const [id, { keys }] of Object.entries<ShownCommand>(shownCommands)) {
    if (typeof keys !== 'string') continue
    location.hash = hashOf[id.split('.')[0] ?? ''] ?? '#/inspector?delivery=2'
    await eventually(() => expect(shown().map((action) => action.id)).toContain(id))
    await eventually(() => expect(document.querySelector('article')).not.toBeNull())
    const key =
      keys === 'Del' ? 'Delete' : keys.startsWith('Shift+') ? keys.slice('Shift+'.length) : keys.toLowerCase()
    // A previous key may have opened a dialog, which receives all keys.
    await eventually(() => {
      closeDialogs()
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.querySelector('article')?.dispatchEvent(event)
      expect(event.defaultPrevented, `${id} ${keys}`).toBe(true)
    })
  }
})

test('every global shortcut in the registry of commands works', async () => {
  app = await openApp('#/settings', answers)
  await shows('Endpoints')
  for (const [id, { keys }] of Object.entries<Command>(commands)) {
    if (keys === undefined) continue
    const [key = '', ...modifiers] = keys.split('+').reverse()
    const event = new KeyboardEvent('keydown', {
      key: key.toLowerCase(),
      ctrlKey: modifiers.includes('Mod'),
      bubbles: true,
      cancelable: true,
    })
    expect(keysOf(event)).toBe(keys)
    document.body.dispatchEvent(event)
    expect(event.defaultPrevented, id).toBe(true)
  }
})

test('the list of shortcuts shows exactly the shortcuts in the registry', async () => {
  app = await openApp('#/settings', answers)
  await shows('Endpoints')
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true }))
  await shows('Trees and panes')
  const listed = [...document.querySelectorAll('[role=dialog] dd')].flatMap((line) =>
    [...line.children].map((keys) => [...keys.children].map((key) => key.textContent).join(' ')),
  )
  const known = [
    ...Object.values<Command>(commands).flatMap(({ keys, pageKeys }) => [keys ?? [], pageKeys ?? []].flat()),
    ...Object.values<ShownCommand>(shownCommands).flatMap(({ keys }) => keys ?? []),
    ...Object.values(focusKeys).flatMap((lines) => lines.flatMap(({ keys }) => [...keys])),
  ]
  expect(listed.sort()).toEqual(known.map((keys) => keyNames(keys).join(' ')).sort())
})
