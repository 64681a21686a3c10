// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Command, commands, isDesktopAction } from '#shared/app/commands.ts'
import { AppError } from '#shared/errors.ts'
import type { FoundNote } from '#shared/notes/index-contract.ts'
import { copy } from '../../../../renderer/app/palette/copy.ts'
import { keys } from '../../../../renderer/host/query-keys.ts'
import { eventually } from '../../../support/eventually.ts'

import { type Answers, control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { aReceiver } from '../../../support/renderer/receiver-samples.ts'
import {
  aDelivery,
  anEndpoint,
  aSandboxStatus,
  aTextStatus,
  aWholeDelivery,
} from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
beforeEach(() => localStorage.clear())
afterEach(() => app.close())

const pressKey = (
  key: string,
  more: KeyboardEventInit = {},
  on: Element = document.activeElement ?? document.body,
) => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
const palette = () => document.querySelector<HTMLElement>('[data-dialog=palette]')
const field = () => document.querySelector<HTMLInputElement>('[data-dialog=palette] input')
const options = () => [...document.querySelectorAll<HTMLElement>('[data-dialog=palette] [role=option]')]
const option = (name: string | RegExp) => {
  const found = options().find(({ textContent }) =>
    typeof name === 'string' ? textContent?.includes(name) : textContent?.match(name),
  )
  if (!found) throw new Error(`There is no ${String(name)}: ${options().map((one) => one.textContent)}`)
  return found
}
const active = () => document.getElementById(field()?.getAttribute('aria-activedescendant') ?? '')
const groups = () =>
  [...document.querySelectorAll('[data-dialog=palette] [role=group]')].map(
    (group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
  )

async function type(text: string) {
  const input = field()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  await eventually(() => expect(field()?.value).toBe(text))
}

async function openPalette() {
  pressKey('k', { ctrlKey: true })
  await eventually(() => expect(field()).toBe(document.activeElement))
}

async function open(hash: string, answers: Answers = {}) {
  app = await openApp(hash, { 'notes.search': () => found(), 'deliveries.find': () => [], ...answers })
  await eventually(() => expect(document.querySelector('main h1')).not.toBeNull())
  await eventually(() => control('button', /^Workspace Sandbox workspace/))
}

const aNote = (id: string, title: string): FoundNote => ({
  id,
  title,
  owner: { name: 'Noor Haddad', email: 'noor.haddad@example.com' },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  folders: null,
  match: null,
})
const northlake = {
  id: 'north',
  kind: 'service',
  label: 'Northlake',
  baseUrl: 'https://api.example.com',
} as const
const found = (...notes: FoundNote[]) => ({
  notes,
  events: [],
  next: null,
  textsOf: null,
  asOf: null,
  complete: true,
})

test.each(['the key', 'the button'])(
  '%s opens the command palette, and Escape restores the focus',
  async (way) => {
    await open('#/settings')
    const button = control('button', 'Search or jump to')
    button.focus()
    if (way === 'the key') pressKey('k', { ctrlKey: true })
    else button.click()
    await eventually(() => expect(field()).toBe(document.activeElement))
    pressKey('Escape')
    await eventually(() => {
      expect(palette()).toBeNull()
      expect(document.activeElement).toBe(button)
    })
  },
)

test('Ctrl+K closes the command palette when it is open', async () => {
  await open('#/settings')
  await openPalette()
  pressKey('k', { ctrlKey: true })
  await eventually(() => expect(palette()).toBeNull())
})

test('the command palette lists every available command with its shortcut', async () => {
  await open('#/settings')
  await openPalette()
  for (const [id, { label, keys: of }] of Object.entries<Command>(commands)) {
    if (id === 'open-palette' || isDesktopAction(id as keyof typeof commands)) continue
    const shown = option(label)
    if (of !== undefined) expect(shown.textContent).toContain(of.split('+').at(-1))
  }
  expect(groups()).toEqual(['Go to', 'Actions', 'Views', 'Workspaces'])
})

test('the command palette shows its commands in the next frame, without a request to the host', async () => {
  await open('#/settings')
  await openPalette()
  pressKey('Escape')
  await eventually(() => expect(palette()).toBeNull())
  pressKey('k', { ctrlKey: true })
  await new Promise(requestAnimationFrame)
  expect(options().length).toBeGreaterThan(20)
})

test('the command palette does not open on the page of an expired address', async () => {
  // Loads the palette, so that it would open at once.
  await open('#/settings')
  await openPalette()
  await app.close()
  app = await openApp('#/inspector', {
    'workspaces.status': () => {
      throw new AppError('host-lost', 'The address has expired.')
    },
  })
  await app.tell({ name: 'host.lost', data: { reason: 'address-used' } })
  await shows('This address was used or has expired')
  pressKey('k', { ctrlKey: true })
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(palette()).toBeNull()
})

test('the command palette opens a page by a few letters of its name and Enter', async () => {
  await open('#/settings')
  await openPalette()
  await type('cover')
  expect(active()?.textContent).toContain('Coverage')
  pressKey('Enter')
  await eventually(() => expect(location.hash).toBe('#/coverage'))
  await eventually(() => expect(document.activeElement?.textContent).toBe('Coverage'))
  expect(palette()).toBeNull()
})

test('the command palette ranks notes by their titles together with commands', async () => {
  let answer = (_: ReturnType<typeof found>) => {}
  await open('#/settings', {
    'notes.search': ({ text }) =>
      text === 'ret'
        ? new Promise((resolve) => {
            answer = resolve
          })
        : found(aNote('not_Retro', 'Retry policy for mobile')),
  })
  await openPalette()
  await type('ret')
  await eventually(() => expect(app.inputsOf('notes.search')).toEqual([{ text: 'ret' }]))
  await type('retr')
  await eventually(() => option(/^Retry policy for mobile.*Noor Haddad/))
  expect(app.inputsOf('notes.search')).toEqual([{ text: 'ret' }, { text: 'retr' }])
  answer(found(aNote('not_Late', 'Too late')))
  expect(groups()[0]).toBe('Notes')
  option(/Retry policy/).click()
  await eventually(() => expect(location.hash).toContain('note=not_Retro'))
})

test.each(['Board meeting', 'Q3 board', 'Dashboard plan'])(
  'for “board”, the command palette ranks the note %s above Keyboard shortcuts',
  async (title) => {
    await open('#/settings', { 'notes.search': () => found(aNote('not_Board', title)) })
    await openPalette()
    await type('board')
    await eventually(() => option(title))
    const lines = options().map(({ textContent }) => textContent ?? '')
    expect(lines.findIndex((line) => line.startsWith(title))).toBeLessThan(
      lines.findIndex((line) => line.startsWith('Keyboard shortcuts')),
    )
  },
)

test('the command palette lists notes with the words in their title before those of an owner', async () => {
  const notes = [aNote('not_Ingrid', '1:1 with Ingrid'), aNote('not_Noor', '1:1 with Noor: feedback')]
  await open('#/settings', { 'notes.search': () => found(...notes) })
  await openPalette()
  await type('1:1 noor')
  await eventually(() => option(/^1:1 with Noor/))
  const lines = options().map(({ textContent }) => textContent ?? '')
  const placeOf = (title: string) => lines.findIndex((line) => line.startsWith(title))
  expect(placeOf('1:1 with Noor')).toBeLessThan(placeOf('1:1 with Ingrid'))
})

test('the command palette lists the notes changed last before pages and actions', async () => {
  const notes = Array.from({ length: 8 }, (_, at) => aNote(`not_${at}`, `Note ${at}`))
  localStorage.setItem('recent:sandbox', '["note:not_1"]')
  await open('#/inspector?delivery=2', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
    'deliveries.get': () => aWholeDelivery(2),
    'notes.list': () => ({ notes, next: null, total: 8, asOf: null, complete: true }),
    'notes.titles': () => [{ id: 'not_1', title: 'Note 1' }],
  })
  await shows('event_id')
  await openPalette()
  await eventually(() => expect(groups().slice(0, 4)).toEqual(['Recent', 'Notes', 'Go to', 'This delivery']))
  const listed = options().flatMap(({ textContent }) => /^Note \d/.exec(textContent ?? '')?.[0] ?? [])
  expect(listed).toEqual(['Note 1', 'Note 0', 'Note 2', 'Note 3', 'Note 4', 'Note 5'])
  option('Note 5').click()
  await eventually(() => expect(location.hash).toContain('note=not_5'))
})

test('the command palette finds notes by their text, after those found by their title', async () => {
  const inText = (id: string, part: 'title' | 'summary' | 'transcript') => ({
    ...aNote(id, `Meeting ${id.slice(4)}`),
    match: { part, speaker: null, text: '… moved the renewal …', marks: [[12, 19]] as [number, number][] },
  })
  const titled = aNote('not_0', 'Renewal plan')
  await open('#/settings', {
    'notes.text-status': () => aTextStatus(),
    'notes.search': ({ text, in: scope }) =>
      scope === 'everything' && text === 'renewal'
        ? found(
            ...[inText('not_0', 'summary'), inText('not_9', 'title')],
            ...[1, 2, 3, 4, 5, 6].map((at) => inText(`not_${at}`, at === 2 ? 'transcript' : 'summary')),
          )
        : found(...(text === 'renewal' ? [titled] : [])),
  })
  await openPalette()
  await type('zzzz')
  await shows('No results')
  await type('renewal')
  await eventually(() => option('Meeting 5'))
  expect(groups()).toEqual(['Notes', 'In the text'])
  const listed = options().map(({ textContent }) => textContent)
  expect(listed.map((line) => line?.match(/^(Renewal plan|Meeting \d|Search everything.*”)/)?.[0])).toEqual([
    'Renewal plan',
    ...[1, 2, 3, 4, 5].map((at) => `Meeting ${at}`),
    'Search everything for “renewal”',
  ])
  expect(option('Meeting 1').querySelector('mark')?.textContent).toBe('renewal')
  option('Meeting 2').click()
  await eventually(() => expect(location.hash).toMatch(/q=renewal&in=everything&note=not_2&tab=transcript/))
  expect(JSON.stringify({ ...localStorage }), 'only ids are stored').not.toContain('renewal')
  await openPalette()
  await type('renewal')
  await eventually(() => option('Search everything'))
  option('Search everything').click()
  await eventually(() => expect(location.hash).toMatch(/#\/notes\?q=renewal&in=everything$/))
})

test('the command palette does not search note text if none is stored', async () => {
  await open('#/settings', { 'notes.search': () => found(aNote('not_0', 'Renewal plan')) })
  await openPalette()
  await type('renewal')
  await eventually(() => option('Renewal plan'))
  await eventually(() => expect(app.cache.isFetching()).toBe(0))
  expect(groups()).toEqual(['Notes'])
  expect(app.inputsOf('notes.search')).toEqual([{ text: 'renewal' }])
})

test('closing the command palette cancels its search for notes', async () => {
  await open('#/settings', { 'notes.search': () => new Promise(() => {}) })
  await openPalette()
  await type('ret')
  await eventually(() => expect(app.inputsOf('notes.search')).toHaveLength(1))
  pressKey('Escape')
  await eventually(() => expect(app.isCanceled('notes.search')).toBe(true))
})

test.each([
  'evt_R56u29tnO7FlML',
  'Nov 22 12:56 webhook-id: evt_R56u29tnO7FlML status=401',
  '# evt_R56u29tnO7FlML',
])('the command palette opens a delivery in the Inspector by its id: %s', async (text) => {
  await open('#/settings', {
    'deliveries.find': () => [aDelivery(7, { webhookId: 'evt_R56u29tnO7FlML' })],
    'deliveries.get': () => aWholeDelivery(7),
  })
  await openPalette()
  await type(text)
  await eventually(() => option(/^evt_R56u29tnO7FlML.*note\.edited/))
  expect(app.inputsOf('deliveries.find').at(-1)).toEqual({ webhookId: 'evt_R56u29tnO7FlML' })
  expect(app.inputsOf('notes.search'), 'the text is not searched in notes').toEqual([])
  pressKey('Enter')
  await eventually(() => expect(location.hash).toContain('#/inspector?delivery=7'))
})

test('the command palette opens a note by its id even if it is not indexed', async () => {
  await open('#/settings', { 'notes.search': () => found() })
  await openPalette()
  await type('https://notes.example.com/d/not_KE6UL4n2Z0fLk9?x=1')
  await eventually(() => option('Open note not_KE6UL4n2Z0fLk9'))
  expect(app.inputsOf('notes.search')).toEqual([{ text: 'not_KE6UL4n2Z0fLk9' }])
})

test('the command palette lists no command twice while an endpoint is open', async () => {
  const { id } = anEndpoint()
  await open(`#/endpoints?endpoint=${id}`, { 'endpoints.list': () => [anEndpoint()] })
  await eventually(() => control('button', 'More actions'))
  await openPalette()
  await type('>simulate')
  await eventually(() => option('Simulate responses of endpoint…'))
  const lines = options().map(({ textContent }) => textContent)
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
})

test('the command palette does not run an unavailable action', async () => {
  await open('#/settings')
  await openPalette()
  await type('stop simul')
  expect(active()?.getAttribute('aria-disabled')).toBe('true')
  expect(active()?.textContent).toContain(copy.reasons.notSimulating)
  pressKey('Enter')
  await shows(`Stop simulating: ${copy.reasons.notSimulating}`)
  expect(palette()).not.toBeNull()
})

test('in the command palette, > lists only actions and pages, and # lists only notes and endpoints', async () => {
  await open('#/settings', {
    'endpoints.list': () => [anEndpoint({ id: 'whe_Settings000001', label: 'Settings' })],
    'notes.search': () => found(aNote('not_Set', 'Settings review')),
  })
  await openPalette()
  await type('settings')
  await eventually(() => expect(groups()).toEqual(['Go to', 'Notes', 'Endpoints', 'Actions']))
  const searches = app.inputsOf('notes.search').length
  await type('>settings')
  await eventually(() => expect(groups()).toEqual(['Go to', 'Actions']))
  expect(app.inputsOf('notes.search')).toHaveLength(searches)
  await type('#whe_Set')
  await eventually(() => expect(groups()).toEqual(['Endpoints']))
})

test('the command palette lists the workspace’s recent items first', async () => {
  const title = 'Salary talk with Mara'
  await open('#/settings', {
    'notes.search': () => found(aNote('not_Salary', title)),
    'notes.titles': () => [{ id: 'not_Salary', title }],
  })
  localStorage.setItem('recent:other', '["command:coverage"]')
  await openPalette()
  await type('salary')
  await eventually(() => option(title))
  option(title).click()
  await eventually(() => expect(location.hash).toContain('note=not_Salary'))
  await openPalette()
  await type('attention')
  pressKey('Enter')
  await eventually(() => expect(location.hash).toBe('#/attention'))
  await openPalette()
  await eventually(() => expect(groups()[0]).toBe('Recent'))
  await eventually(() =>
    expect(
      options()
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Needs attention'), expect.stringContaining(title)]),
  )
  expect(options().filter(({ textContent }) => textContent?.startsWith('Needs attention'))).toHaveLength(1)
  expect(JSON.parse(localStorage.getItem('recent:sandbox') ?? '')).toEqual([
    'command:attention',
    'note:not_Salary',
  ])
  expect(JSON.stringify({ ...localStorage })).not.toContain('alary talk')
})

test.each([
  'not json',
  '{"a":1}',
  '[1,null,"command:gone","endpoint:whe_gone"]',
  `["${'x'.repeat(10_000)}"]`,
])('the command palette ignores invalid recent items in storage: %.40s', async (stored) => {
  localStorage.setItem('recent:sandbox', stored)
  await open('#/settings')
  await openPalette()
  expect(groups()[0]).toBe('Go to')
})

test('the command palette closes when another workspace opens', async () => {
  localStorage.setItem('recent:sandbox', '["command:coverage"]')
  localStorage.setItem('recent:north', '["command:tunnel"]')
  await open('#/settings')
  await openPalette()
  await app.tell({
    name: 'workspaces.status-changed',
    data: { state: 'connected', keychain: 'ready', workspace: northlake, keyHint: 'abcd' },
  })
  await eventually(() => expect(palette()).toBeNull())
  await eventually(() => control('button', /^Workspace Northlake/))
  await openPalette()
  await eventually(() => expect(groups()[0]).toBe('Recent'))
  expect(options()[0]?.textContent).toContain('Tunnel')
  expect(options()[1]?.textContent).toContain('Inspector')
})

test('the command palette does not open over a dialog with a form', async () => {
  await open('#/endpoints?form=new', {})
  await eventually(() => expect(document.querySelector('[data-dialog=side]')).not.toBeNull())
  expect(pressKey('k', { ctrlKey: true }), 'the browser does nothing else with the key').toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(palette()).toBeNull()
  expect(document.querySelector('[data-dialog=side]')).not.toBeNull()
})

test('the command palette replaces the open list of shortcuts', async () => {
  await open('#/settings')
  pressKey('?', {}, document.body)
  await shows('Toggle sidebar')
  pressKey('k', { ctrlKey: true })
  await eventually(() => expect(field()).toBe(document.activeElement))
  expect(document.querySelectorAll('[data-dialog]')).toHaveLength(1)
})

test('Enter that ends Japanese input runs no command', async () => {
  await open('#/settings')
  await openPalette()
  await type('cover')
  pressKey('Enter', { isComposing: true })
  pressKey('Enter', { keyCode: 229 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(palette()).not.toBeNull()
  expect(location.hash).toBe('#/settings')
})

test('the command palette shortens hostile note titles and shows them as text', async () => {
  const hostile = [
    aNote('not_1', '<img src=x onerror=alert(1)> plan'),
    aNote('not_2', 'plan \u202Egnp.exe'),
    aNote('not_3', `plan ${'long '.repeat(400)}`),
    aNote('not_4', ''),
  ]
  await open('#/settings', { 'notes.search': () => found(...hostile) })
  await openPalette()
  await type('plan')
  await eventually(() => option('<img src=x onerror=alert(1)> plan'))
  expect(palette()?.querySelector('img')).toBeNull()
  expect(palette()?.textContent).toContain('U+202E')
  expect(palette()?.textContent).not.toContain('\u202E')
  expect(option(/^plan long/).textContent?.length).toBeLessThan(300)
  expect(option('Untitled')).toBeTruthy()
})

test('the command palette lists a few of sixty endpoints and a link to the complete list', async () => {
  const sixty = Array.from({ length: 60 }, (_, index) =>
    anEndpoint({ id: `whe_Many${String(index).padStart(10, '0')}`, label: `Team hook ${index}` }),
  )
  await open('#/settings', { 'endpoints.list': () => sixty })
  await openPalette()
  await eventually(() => option('Show all 60 endpoints'))
  await type('hook 5')
  await eventually(() => expect(option(/^Team hook 5hooks/)).toBeTruthy())
  expect(options().length).toBeLessThan(20)
  option('Show all 15 endpoints').click()
  await eventually(() => expect(location.hash).toContain('#/endpoints?q=hook+5'))
})

test('the command palette opens an endpoint’s secret by the endpoint’s name', async () => {
  await open('#/settings', {
    'endpoints.list': () => [
      anEndpoint({ id: 'whe_Orders00000001', label: 'Orders', revealable: true }),
      anEndpoint({ id: 'whe_Billing0000001', label: 'Billing', revealable: false }),
    ],
    'endpoints.reveal-secret': ({ id }) => ({
      secret: `whsec_of ${id}`,
      until: new Date(Date.now() + 600_000).toISOString(),
    }),
  })
  await openPalette()
  await type('show secret')
  await eventually(() => option('Show secret of Orders…'))
  expect(option('Show secret of Billing…').getAttribute('aria-disabled')).toBe('true')
  expect(option('Show secret of Billing…').textContent).toContain('The secret didn’t come to this computer.')
  option('Show secret of Orders…').click()
  await eventually(() => expect(location.hash).toContain('endpoint=whe_Orders00000001'))
  await eventually(() => control('button', 'Copy secret'))
  expect(app.inputsOf('endpoints.reveal-secret')).toEqual([{ id: 'whe_Orders00000001' }])
  await press('button', 'Done')
  await eventually(() => expect(location.hash).not.toContain('form=secret'))
})

const orders = 'whe_Orders00000001'

test('the command palette disables and enables an endpoint by its name', async () => {
  let endpoint = anEndpoint({ id: orders, label: 'Orders' })
  await open('#/settings', {
    'endpoints.list': () => [endpoint],
    'endpoints.update'({ changes: { enabled = true } }) {
      endpoint = { ...endpoint, enabled }
      return endpoint
    },
  })
  for (const [label, done] of [
    ['Disable Orders', 'Orders was disabled.'],
    ['Enable Orders', 'Orders was enabled.'],
  ] as const) {
    await openPalette()
    await type(label)
    await eventually(() => expect(active()?.textContent).toBe(`${label}↵`))
    pressKey('Enter')
    await shows(done)
  }
  expect(app.inputsOf('endpoints.update')).toEqual([
    { id: orders, changes: { enabled: false } },
    { id: orders, changes: { enabled: true } },
  ])
})

test('the command palette copies a secret in the desktop app without reading it into the page', async () => {
  await open('#/settings', {
    'app.info': () => ({
      ...{ name: 'Notehook', version: '0.0.0', host: 'desktop', platform: 'linux' },
      ...{ dataFolder: '/home/sam/notehook', notices: [] },
    }),
    'endpoints.list': () => [
      anEndpoint({ id: orders, label: 'Orders', revealable: true }),
      anEndpoint({ id: 'whe_Billing0000001', label: 'Billing', revealable: false }),
    ],
    'endpoints.copy-secret': () => ({ clearsAt: new Date(Date.now() + 60_000).toISOString() }),
  })
  await openPalette()
  await type('copy secret')
  await eventually(() => option('Copy secret of Orders'))
  expect(option('Copy secret of Billing').getAttribute('aria-disabled')).toBe('true')
  option('Copy secret of Orders').click()
  await shows('Secret of Orders copied')
  await shows(/Clears from the clipboard in \d+ s/)
  expect(app.inputsOf('endpoints.copy-secret')).toEqual([{ id: orders }])
  expect(app.inputsOf('endpoints.reveal-secret')).toEqual([])
})

test('in a browser, copies a sandbox secret, but asks for the endpoint’s name before others', async () => {
  const writeText = vi.fn(async (_text: string) => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  await open('#/settings', {
    'endpoints.list': () => [anEndpoint({ id: orders, label: 'Orders', revealable: true })],
    'endpoints.reveal-secret': () => ({ secret: 'whsec_Abc', until: '2026-01-01T00:00:00Z' }),
  })
  await openPalette()
  await type('copy secret')
  await eventually(() => option('Copy secret of Orders'))
  expect(palette()?.textContent).not.toContain('whsec_')
  option('Copy secret of Orders').click()
  await eventually(() => expect(writeText).toHaveBeenCalledWith('whsec_Abc'))
  expect(document.body.textContent).not.toContain('whsec_Abc')

  await app.tell({
    name: 'workspaces.status-changed',
    data: { state: 'connected', keychain: 'ready', workspace: northlake, keyHint: 'abcd' },
  })
  await eventually(() => control('button', /^Workspace Northlake/))
  await openPalette()
  await type('copy secret')
  await eventually(() => option('Copy secret of Orders…'))
  option('Copy secret of Orders…').click()
  await eventually(() => expect(location.hash).toContain('form=secret'))
  expect(writeText).toHaveBeenCalledTimes(1)
})

test('the command palette shows the four best matches in each group', async () => {
  const titles = ['Retry policy', 'Halcyon renewal', 'Research plan', 'Release notes', 'Retro', 'Review']
  await open('#/inspector?delivery=2', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
    'deliveries.get': () => aWholeDelivery(2),
    'notes.search': () => found(...titles.map((title, at) => aNote(`not_${at}`, title))),
  })
  await shows('event_id')
  await openPalette()
  await type('re')
  await eventually(() => option('Show all matching notes'))
  const linesOf = (title: string) => {
    const heading = [...document.querySelectorAll('[data-dialog=palette] [role=presentation]')].find(
      ({ textContent }) => textContent === title,
    )
    const lines = heading?.parentElement?.querySelectorAll('[role=option]') ?? []
    return [...lines].map(({ textContent }) => textContent ?? '')
  }
  const groups = () => [...document.querySelectorAll('[data-dialog=palette] [role=presentation]')]
  for (const { textContent } of groups()) {
    const most = textContent === 'Notes' ? 5 : 4
    expect(linesOf(textContent ?? '').length, textContent ?? '').toBeLessThanOrEqual(most)
  }
  expect(linesOf('This delivery')[0]).toMatch(/^Replay/)
  expect(linesOf('Actions').join()).not.toContain(copy.actions.replay)
  expect(linesOf('This delivery').join()).not.toContain('Delete delivery')
  await type('>re')
  await eventually(() => expect(linesOf('This delivery').join()).toContain('Delete delivery'))
})

test('the command palette rotates an endpoint’s secret by the endpoint’s name', async () => {
  await open('#/settings', {
    'endpoints.list': () => [
      anEndpoint({ id: 'whe_Orders00000001', label: 'Orders' }),
      anEndpoint({ id: 'whe_Billing0000001', label: 'Billing' }),
    ],
    'endpoints.replacements': () => [
      {
        id: 1,
        why: 'rotate',
        step: 'waiting',
        oldId: 'whe_Billing0000001',
        oldUrl: 'https://hooks.example.com/hooks/abc',
        newId: null,
        newUrl: 'https://hooks.example.com/hooks/abc',
        provable: true,
        startedAt: '2026-01-01T00:00:00Z',
        provenAt: null,
        endedAt: null,
        cutsOff: { seen: true, events: 0, refused: 0, downtime: null },
        problem: null,
      },
    ],
  })
  await openPalette()
  await type('rotate')
  await eventually(() => option('Rotate secret of Orders…'))
  await eventually(() =>
    expect(option('Rotate secret of Billing…').textContent).toContain(copy.reasons.isReplaced),
  )
  option('Rotate secret of Orders…').click()
  await shows('Rotate signing secret?')
  expect(location.hash).toContain('endpoint=whe_Orders00000001')
  await press('button', 'Cancel')
  await eventually(() => expect(location.hash).not.toContain('form=rotate'))
})

test('the command palette finds receivers and deliveries by words for sending again', async () => {
  await open('#/settings')
  for (const typed of ['forward', 'resend', 'send again']) {
    await openPalette()
    await type(typed)
    await eventually(() => option('Add receiver…'))
    option('Receivers')
    option(copy.actions.replay)
    pressKey('Escape')
    await eventually(() => expect(palette()).toBeNull())
  }
  await openPalette()
  await type('replay')
  await eventually(() => expect(options()[0]?.textContent).toContain(copy.actions.replay))
  pressKey('Enter')
  await eventually(() => expect(location.hash).toBe('#/inspector'))
})

test('the command palette turns the forwarding to a receiver off by the receiver’s name', async () => {
  const receiver = aReceiver({ name: 'Orders', live: true })
  const ask = vi.fn(() => ({ ...receiver, live: false }))
  await open('#/settings', { 'receivers.list': () => [receiver], 'receivers.set-live': ask })
  for (const typed of ['stop forwarding', 'turn off forwarding']) {
    await openPalette()
    await type(typed)
    await eventually(() => option(copy.actions.stopForwarding('Orders')))
    if (typed.startsWith('turn')) break
    pressKey('Escape')
    await eventually(() => expect(palette()).toBeNull())
  }
  pressKey('Enter')
  await eventually(() => expect(ask).toHaveBeenCalled())
  expect(ask.mock.calls[0]).toMatchObject([{ id: receiver.id, live: false }])
})

test.each([
  ['trigger event', 'Sandbox'],
  ['generate', 'Sandbox'],
  ['make an outage', 'Sandbox'],
  ['make an endpoint', 'New endpoint'],
  ['add webhook', 'New endpoint'],
  ['clear list', 'Settings: Storage'],
  ['delete old deliveries', 'Settings: Storage'],
  ['bug report', 'Notehook help'],
  ['show logs', 'Settings: General'],
  ['log out', 'Workspaces'],
  ['retry', copy.actions.replay],
])('%s finds %s in the command palette', async (typed, label) => {
  await open('#/settings')
  await openPalette()
  await type(typed)
  await eventually(() => option(label))
})

test('the command palette starts a live session only outside of the sandbox, which would send each event twice', async () => {
  await open('#/settings')
  await openPalette()
  await type('session')
  await eventually(() => option(copy.actions.endSession))
  expect(
    options()
      .map(({ textContent }) => textContent)
      .join(),
  ).not.toContain(copy.actions.startSession)
  await app.tell({
    name: 'workspaces.status-changed',
    data: { state: 'connected', keychain: 'ready', workspace: northlake, keyHint: 'abcd' },
  })
  await eventually(() => control('button', /^Workspace Northlake/))
  await openPalette()
  await type('session')
  await eventually(() => option(copy.actions.startSession))
})

test('Show secret opens the list of endpoints if there are many', async () => {
  const six = Array.from({ length: 6 }, (_, at) => anEndpoint({ id: `whe_Six0000000000${at}` }))
  await open('#/settings', { 'endpoints.list': () => six })
  await openPalette()
  await type('show secret')
  option('Show secret…').click()
  await eventually(() => expect(location.hash).toContain('#/endpoints'))
})

test('the arrow keys wrap around in the command palette, and each group is announced', async () => {
  await open('#/settings')
  await openPalette()
  await type('e')
  const count = options().length
  pressKey('ArrowUp')
  await eventually(() => expect(active()).toBe(options()[count - 1]))
  pressKey('ArrowDown')
  await eventually(() => expect(active()).toBe(options()[0]))
  const status = palette()?.querySelector('[role=status]')
  await eventually(() => expect(status?.textContent).toBe(groups()[0]))
  await type('zzzz')
  await eventually(() => expect(status?.textContent).toBe(copy.none))
  await type('sett')
  await eventually(() => expect(status?.textContent).toMatch(/^\d+ results?$/))
})

test('the command palette changes the theme and stops the listener', async () => {
  const settings = {
    theme: 'light' as const,
    density: 'compact' as const,
    listenerPort: 0,
    toleranceSeconds: 300,
    keepReceiving: false,
    keepDays: 0,
    keepMegabytes: 0,
  }
  await open('#/settings', {
    'settings.set': () => ({ ...settings, theme: 'dark' }),
    'listener.stop': () => ({ state: 'stopped' }),
  })
  await openPalette()
  await type('dark')
  pressKey('Enter')
  await eventually(() => expect(app.inputsOf('settings.set')).toEqual([{ theme: 'dark' }]))
  await eventually(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  await openPalette()
  await type('stop rec')
  pressKey('Enter')
  await shows('Not receiving')
})

test('the command palette still lists commands if its search for notes fails', async () => {
  await open('#/settings', {
    'notes.search': () => {
      throw new Error('The index is damaged.')
    },
  })
  await openPalette()
  await type('sett')
  await shows('Couldn’t search the notes')
  expect(option('Settings')).toBeTruthy()
})

test('without a workspace, the command palette lists pages and explains unavailable actions', async () => {
  app = await openApp('#/settings', {
    'workspaces.status': () => ({ state: 'welcome', keychain: 'ready' }),
    'workspaces.list': () => [],
  })
  await eventually(() => expect(document.querySelector('main h1')).not.toBeNull())
  await openPalette()
  await type('new endpoint')
  expect(active()?.textContent).toContain(copy.reasons.noWorkspace)
  await type('budget')
  await shows(copy.none)
  expect(app.inputsOf('notes.search')).toEqual([])
  expect(app.cache.getQueryData(keys.deliveries.views)).toBeUndefined()
})

test('the command palette selects the line under the pointer', async () => {
  await open('#/settings')
  await openPalette()
  const line = option('Endpoints')
  line.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: 5, clientY: 5 }))
  await eventually(() => expect(active()).toBe(option('Endpoints')))
  line.click()
  await eventually(() => expect(location.hash).toBe('#/endpoints'))
})

test('the application menu opens the command palette', async () => {
  await open('#/settings')
  await app.tell({ name: 'app.command', data: { action: 'open-palette' } })
  await eventually(() => expect(field()).toBe(document.activeElement))
  await press('option', /^Endpoints/)
  await eventually(() => expect(location.hash).toBe('#/endpoints'))
})

test('the command palette triggers an event of the sandbox, turns a switch on and off, and skips a day', async () => {
  let status = aSandboxStatus()
  await open('#/settings', {
    'sandbox.status': () => status,
    'sandbox.set-switches'(changes) {
      status = { ...status, switches: { ...status.switches, ...(changes as object) } }
      return status
    },
    'sandbox.skip-day': () => status,
    'sandbox.trigger': () => ({ events: 1, deliveries: 1 }),
  })
  await openPalette()
  await type('test event')
  await eventually(() => expect(options()[0]?.textContent).toContain('Generate note'))
  pressKey('Enter')
  await shows('Triggered note.generated')
  expect(app.inputsOf('sandbox.trigger')).toEqual([{ type: 'note.generated', count: 1 }])
  for (const label of ['Turn on: Broken deliveries', 'Turn off: Broken deliveries']) {
    await openPalette()
    await type('broken')
    await eventually(() => expect(options()[0]?.textContent).toContain(label))
    pressKey('Enter')
    await eventually(() => expect(palette()).toBeNull())
    await shows(label.replace('Turn', 'Turned'))
  }
  await eventually(() =>
    expect(app.inputsOf('sandbox.set-switches')).toEqual([
      { producesFailures: true },
      { producesFailures: false },
    ]),
  )
  const isOut = () => app.inputsOf('sandbox.set-switches').at(-1)
  await openPalette()
  await type('outage')
  await eventually(() => expect(options()[0]?.textContent).toContain('Turn on: Outage'))
  pressKey('Enter')
  await eventually(() => expect(isOut()).toEqual({ outage: true }))
  await openPalette()
  await type('skip a day')
  await eventually(() => expect(options()[0]?.textContent).toContain('Skip a day'))
  pressKey('Enter')
  await eventually(() => expect(app.inputsOf('sandbox.skip-day')).toHaveLength(1))
  await openPalette()
  await type('run script')
  await eventually(() => expect(options()[0]?.textContent).toContain('Run script…'))
  pressKey('Enter')
  await eventually(() => expect(location.hash).toBe('#/sandbox?form=script'))
  await eventually(() => control('dialog', 'Run script'))
})

test('the command palette lists switches and scripts of the sandbox only in the sandbox', async () => {
  await open('#/settings', { 'sandbox.status': () => aSandboxStatus() })
  await openPalette()
  await type('broken')
  await eventually(() => expect(options()[0]?.textContent).toContain('Turn on: Broken deliveries'))
  await app.tell({
    name: 'workspaces.status-changed',
    data: { state: 'connected', keychain: 'ready', workspace: northlake, keyHint: 'abcd' },
  })
  await eventually(() => control('button', /^Workspace Northlake/))
  await openPalette()
  await type('broken')
  await eventually(() => expect(options()).toHaveLength(1))
  expect(options()[0]?.textContent).toMatch(/^Sandbox/)
  await type('run script')
  await eventually(() => expect(options()).toEqual([]))
})
