// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { newReceiver, type Receiver, type SendRequest } from '#shared/receivers/model.ts'
import { clipboard, secret } from '../../../../renderer/nouns/endpoints/secret/copy.ts'
import {
  blockedWaiting,
  health,
  replayAction,
  secretGone,
} from '../../../../renderer/nouns/receivers/copy.ts'
import { address, form } from '../../../../renderer/nouns/receivers/form/copy.ts'
import { replay } from '../../../../renderer/nouns/receivers/replay/copy.ts'
import { send, sendActions, sends } from '../../../../renderer/nouns/receivers/sends/copy.ts'
import { page } from '../../../../renderer/places/receivers/copy.ts'
import { detail, interruptedReplay, waiting } from '../../../../renderer/places/receivers/detail/copy.ts'
import { words as meanwhile } from '../../../../renderer/ui/feedback/changed-meanwhile.tsx'
import { words as sheet } from '../../../../renderer/ui/overlays/form-sheet.tsx'
import { eventually } from '../../../support/eventually.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  shows,
  type,
} from '../../../support/renderer/open-app.tsx'
import { aReceiver, aSend, aStatus, aWholeSend } from '../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../support/renderer/samples.ts'

let list: Receiver[]
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  list = []
})
afterEach(() => app.close())

const open = async (hash: string, answers: Answers = {}, width = 1000) => {
  app = await openApp(
    hash,
    {
      'receivers.list': () => list,
      'receivers.check-url': ({ url }) => ({
        kind: 'loopback',
        host: new URL(url).hostname,
        sentence: null,
        connection: { connectMs: 4 },
      }),
      'receivers.set-live': ({ id, live }) => ({
        ...(list.find((one) => one.id === id) ?? aReceiver()),
        live,
      }),
      ...answers,
    },
    width,
  )
  await eventually(() => expect(document.querySelector('main h1')?.textContent).toBe(page.title))
}

const pressKey = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
/** Presses a key until the check passes, because keys work shortly after the page appears. */
const pressUntil = (key: string, check: () => void) =>
  eventually(() => {
    if (!document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])'))
      pressKey(key)
    check()
  })
const openAdvanced = () => eventually(() => press('button', new RegExp(`^${form.advanced}`)))
const sendButton = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"] footer button')].at(-1) ?? null
const submit = () => document.querySelector<HTMLElement>('[role="dialog"] button[type="submit"]')?.click()
const closeDialog = () =>
  document.querySelector<HTMLElement>('[role="dialog"] button[aria-label="Close"]')?.click()
const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
const cached = () =>
  JSON.stringify(
    [app.cache.getQueryCache().getAll(), app.cache.getMutationCache().getAll()]
      .flat()
      .map(({ state }) => state),
  )

test('shows how to start the example receiver, and copies the sandbox’s secret with the command', async () => {
  const workspace = { id: 'sandbox', kind: 'sandbox', label: 'Sandbox workspace', baseUrl: '' } as const
  const sandboxSecret = 'whsec_c2FuZGJveA=='
  const copied: string[] = []
  const writeText = async (text: string) => void copied.push(text)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  await open('#/receivers', {
    'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: '' }),
    'endpoints.list': () => [anEndpoint()],
    'endpoints.reveal-secret': () => ({ secret: sandboxSecret, until: '2026-01-01T00:00:00Z' }),
  })
  await shows(page.emptyTitle)
  await press('button', page.add)
  await shows(form.exampleCommand('4000'))
  await press('button', `Copy ${form.exampleLabel}`)
  await eventually(() => expect(copied).toEqual([form.exampleCommand('4000', sandboxSecret)]))
  expect(document.body.textContent).not.toContain(sandboxSecret)
  await type(form.url, 'localhost:4311/in')
  await shows(/PORT=4311 NOTEHOOK_SIGNING_SECRET=/)
  expect(cached()).not.toContain(sandboxSecret)
})

test('keeps the endpoint that a new receiver preselects when another endpoint gets a delivery', async () => {
  const workspace = { id: 'sandbox', kind: 'sandbox', label: 'Sandbox workspace', baseUrl: '' } as const
  let newest = 'Quickstart'
  await open('#/receivers', {
    'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: '' }),
    'endpoints.list': () =>
      ['Quickstart', 'Support'].map((label, index) =>
        anEndpoint({
          id: `whe_${label}12345678`.slice(0, 18),
          label,
          lastDeliveryAt: `2026-01-01T00:00:0${label === newest ? 9 : index}Z`,
        }),
      ),
  })
  await shows(page.emptyTitle)
  await press('button', page.add)
  await shows(secret.title('Quickstart'))
  newest = 'Support'
  await app.cache.invalidateQueries()
  await type(form.url, 'http://127.0.0.1:4311/in')
  await shows(/PORT=4311/)
  await shows(secret.title('Quickstart'))
})

test('lists each receiver’s name, URL, health, waiting deliveries and last result', async () => {
  list = [
    aReceiver({
      live: true,
      status: aStatus({
        health: { state: 'down', since: '2026-01-01T00:00:00Z', connectMs: null, problem: 'Refused.' },
        waiting: { count: 14, since: '2026-01-01T00:00:00Z', blocked: null, isSending: false },
        lastSend: aSend(1, { status: 500 }),
      }),
    }),
  ]
  await open('#/receivers')
  await eventually(() => {
    const row = document.querySelector('[role="option"]')
    expect(row?.getAttribute('aria-label')).toBe(
      'Local dev server, 127.0.0.1:3000/webhooks, Down, forwarding, 14 waiting, last result 500',
    )
    expect(row?.textContent).toContain('Down14 waiting')
  })
})

test('explains in the list and the pane why deliveries to a receiver are blocked', async () => {
  const waiting = {
    count: 27,
    since: '2026-01-01T00:00:00Z',
    blocked: { count: 27, reason: 'unsigned' },
    isSending: false,
  } as const
  list = [aReceiver({ live: true, status: aStatus({ waiting }) })]
  await open(`#/receivers?receiver=${list[0]?.id}`)
  await shows(/27 deliveries waiting since Jan 1, 00:00\. They are kept until you send them/)
  await shows(blockedWaiting.unsigned.why)
  await shows(blockedWaiting.unsigned.remedy)
  const row = () => document.querySelector('[role="option"]')?.textContent
  expect(row()).toContain(`${health.noSecret}27 waiting`)
  const some = { ...waiting, blocked: { count: 3, reason: 'unsigned' } } as const
  const up = { state: 'up', since: '2026-01-01T00:00:00Z', connectMs: 2, problem: null } as const
  list = [aReceiver({ live: true, status: aStatus({ waiting: some, health: up }) })]
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await shows(`3 of them: ${blockedWaiting.unsigned.why}`)
  await eventually(() => expect(row(), 'the others can be sent').not.toContain(health.noSecret))
  expect(row()).toContain('27 waiting')
  list = [aReceiver({ live: true, status: aStatus({ waiting }) })]
  list = list.map((one) => ({ ...one, rules: { ...one.rules, endpointIds: ['whe_Zzzzzzzzzzzzz9'] } }))
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await shows(secretGone)
  await shows(detail.noneLeft)
  expect(row()).toContain(`${health.noEndpoint}27 waiting`)
})

test('reports that the last send failed although the receiver is up', async () => {
  const upWith = (status: number) =>
    aStatus({
      health: { state: 'up', since: '2026-01-01T00:00:00Z', connectMs: 1, problem: null },
      lastSend: aSend(1, { status }),
    })
  list = [aReceiver({ status: upWith(500) })]
  await open(`#/receivers?receiver=${list[0]?.id}`)
  await shows(health.failing)
  list = [aReceiver({ status: upWith(204) })]
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await eventually(() => expect(document.body.textContent).not.toContain(health.failing))
})

test('opens a replay from the menu of a send', async () => {
  list = [aReceiver()]
  await open(`#/receivers?receiver=${list[0]?.id}&tab=sends`, {
    'receivers.sends': () => ({
      sends: [aSend(2, { deliveryId: 7, status: 500 }), aSend(1, { deliveryId: null, mode: 'edited' })],
      hasMore: false,
      total: 2,
    }),
    'receivers.send': () => aWholeSend(9),
    'receivers.preview': () => ({
      ...(aWholeSend(1).request as SendRequest),
      ...{ ageSeconds: 1, isUnverified: false, signedWith: 'endpoint' },
    }),
  })
  const rows = () => [...document.querySelectorAll<HTMLElement>('main article li')]
  await eventually(() => expect(rows()).toHaveLength(2))
  const key = { key: 'F10', shiftKey: true, bubbles: true, cancelable: true }
  rows()[1]?.querySelector('button')?.dispatchEvent(new KeyboardEvent('keydown', key))
  await eventually(() => control('menuitem', 'Open delivery'))
  expect(control('menuitem', 'Open delivery').getAttribute('aria-disabled')).toBe('true')
  await shows(sendActions.composed)
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await eventually(() => expect(document.querySelector('[role="menu"]')).toBeNull())
  rows()[0]
    ?.querySelector('button')
    ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await eventually(() => control('menuitem', 'Replay to Local dev server…'))
  await press('menuitem', 'Replay to Local dev server…')
  await eventually(() => expect(sendButton()).toHaveProperty('disabled', false))
  sendButton()?.click()
  await eventually(() =>
    expect(app.inputsOf('receivers.send')).toEqual([
      { id: list[0]?.id, sending: { mode: 'retry', deliveryId: 7 } },
    ]),
  )
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  rows()[0]?.querySelectorAll('button')[1]?.click()
  await eventually(() => control('menuitem', 'Open delivery'))
  await press('menuitem', 'Open delivery')
  await eventually(() => expect(location.hash).toBe('#/inspector?delivery=7'))
})

test('Replay preselects the receiver’s failed deliveries', async () => {
  list = [aReceiver({ rules: { ...newReceiver.rules, endpointIds: ['whe_Aaaaaaaaaaaaa1'] } })]
  let sends = [aSend(3, { deliveryId: 7, status: 500 }), aSend(2, { deliveryId: 7 })]
  const answers: Answers = {
    'receivers.sends': () => ({ sends, hasMore: false, total: sends.length }),
    'receivers.count-replay': () => ({
      ...{ matching: 1, unverified: 0, endpointIds: [], oldest: 7, next: null, newest: 9 },
    }),
  }
  const asked = () => app.inputsOf('receivers.count-replay').at(-1)
  await open(`#/receivers?receiver=${list[0]?.id}`, answers)
  await press('button', detail.replay)
  await eventually(() =>
    expect(asked()).toEqual({ filter: { q: 'sent:failed endpoint:whe_Aaaaaaaaaaaaa1' } }),
  )
  await app.close()
  sends = [aSend(4, { deliveryId: 7 }), ...sends]
  await open(`#/receivers?receiver=${list[0]?.id}`, answers)
  await press('button', detail.replay)
  await eventually(() => expect(asked()).toEqual({ filter: {} }))
})

test('keeps an open send in the list while new ones arrive', async () => {
  list = [aReceiver()]
  const from = (newest: number) => Array.from({ length: 8 }, (_, at) => aSend(newest - at, { deliveryId: 7 }))
  let sends = from(8)
  await open(`#/receivers?receiver=${list[0]?.id}&send=5`, {
    'receivers.sends': () => ({ sends, hasMore: false, total: sends.length }),
    'receivers.send': () => aWholeSend(5),
  })
  const isOpen = () => document.querySelector('main [aria-expanded="true"]') !== null
  await eventually(() => expect(isOpen()).toBe(true))
  sends = [...from(20), ...from(12), ...sends]
  for (const send of sends.slice(0, 12).reverse())
    await app.tell({ name: 'receivers.sent', data: send } as never)
  await shows('Show all')
  expect(isOpen()).toBe(true)
})

test('shows the last result of a receiver whose health was not checked yet', async () => {
  const untouched = { state: 'unknown', since: null, connectMs: null, problem: null } as const
  const last = { ...aSend(3), status: 200 }
  list = [
    aReceiver({ name: 'New', status: aStatus({ health: untouched }) }),
    aReceiver({
      id: 'rcv_Aaaaaaaaaaaaa2',
      name: 'Fine',
      status: aStatus({ health: untouched, lastSend: last }),
    }),
    aReceiver({
      ...{ id: 'rcv_Aaaaaaaaaaaaa3', name: 'Broken' },
      status: aStatus({ health: untouched, lastSend: { ...last, status: 500 } }),
    }),
  ]
  await open('#/receivers')
  await shows(health.unknown)
  await shows(health.lastPassed)
  await shows(health.lastFailed)
})

test('reports that a receiver’s endpoints were deleted, so nothing is forwarded', async () => {
  list = [
    aReceiver({
      rules: { endpointIds: ['whe_Gone0000000001'], eventTypes: [], folderIds: [], q: '' },
    }),
  ]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1', { 'endpoints.list': () => [anEndpoint()] })
  await shows(detail.noneLeft)
  await shows('Its endpoints don’t exist anymore.')
  await press('button', detail.chooseEndpoints)
  await shows(form.editTitle)
})

test('offers the new signing secret after a restart of the sandbox, until the receiver accepts a request', async () => {
  const startedAt = '2026-01-02T00:00:00Z'
  const endpoint = anEndpoint({ createdAt: startedAt, label: 'Quickstart', revealable: true })
  const rejected = aSend(1, { at: '2026-01-02T00:00:05Z', status: 401 })
  list = [aReceiver({ live: true, status: aStatus({ lastSend: rejected }) })]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1', {
    'endpoints.list': () => [endpoint],
    'endpoints.reveal-secret': () => ({ secret: 'whsec_new', until: startedAt }),
  })
  await shows(detail.newSecret)
  await press('button', clipboard.copy)
  await eventually(() => expect(app.inputsOf('endpoints.reveal-secret')).toEqual([{ id: endpoint.id }]))
  list = [aReceiver({ live: true, status: aStatus({ lastSend: { ...rejected, status: 204 } }) })]
  await app.tell({ name: 'receivers.changed', data: {} })
  await eventually(() => expect(document.body.textContent).not.toContain(detail.newSecret))
})

test('warns that a receiver may verify deliveries with another secret', async () => {
  list = [aReceiver()]
  const another = anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2', label: 'Orders' })
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1&send=5', {
    'endpoints.list': () => [anEndpoint(), another],
    'receivers.sends': () => ({ sends: [aSend(5, { status: 400 })], total: 1, hasMore: false }),
    'receivers.get-send': () => aWholeSend(5, { status: 400, endpointId: another.id }),
  })
  await shows(new RegExp(`${send.signedWith}.*Orders.*${send.otherSecret}`))
  pressKey('e')
  await shows(form.severalSecrets)
})

test('lets the user search a long list of endpoints for a receiver', async () => {
  const endpoints = Array.from({ length: 12 }, (_, at) =>
    anEndpoint({ id: `whe_Aaaaaaaaaaa${at + 10}`, label: `Team ${at + 1}` }),
  )
  await open('#/receivers?form=new', { 'endpoints.list': () => endpoints })
  await shows('Signing secret of Team 1')
  await press('button', /^Team 1/)
  await eventually(() => control('textbox', 'Search endpoint'))
  await type('Search endpoint', 'team 11')
  const found = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
  await eventually(() => expect(found()).toHaveLength(1))
  await press('option', 'Team 11')
  await shows('Signing secret of Team 11')
})

test('a receiver’s row and its pane have the same menu', async () => {
  list = [aReceiver(), aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Other' })]
  await open(`#/receivers?receiver=${list[0]?.id}`)
  const items = () => [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent)
  await press('button', /^More actions/)
  await eventually(() => expect(items()).not.toEqual([]))
  const ofDetail = items()
  await eventually(() => {
    document
      .querySelector('[role=menu]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    expect(items()).toEqual([])
  })
  const other = [...document.querySelectorAll('[role=option]')].find((row) =>
    row.textContent?.includes('Other'),
  )
  other?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }))
  await eventually(() => expect(items()).toEqual(ofDetail))
  await press('menuitem', /^Delete/)
  await shows('Other')
  expect(document.querySelector('[role=alertdialog]:not(.toast)')?.textContent).toContain('Other')
})

test('reports that another client changed the receiver during an edit', async () => {
  const id = 'rcv_Aaaaaaaaaaaaa1'
  list = [aReceiver({ name: 'Mine' })]
  await open(`#/receivers?receiver=${id}&form=edit`, {
    'receivers.update': ({ changes }) => {
      const changed = { ...aReceiver(), ...(changes as object) }
      list = [changed]
      return changed
    },
  })
  await eventually(() => control('textbox', form.name))
  await type(form.name, 'Typed')
  list = [
    aReceiver({
      name: 'Other',
      timeoutMs: 7_000,
      headers: [{ name: 'X-Team', value: 'one', isVisible: true }],
    }),
  ]
  await app.tell({ name: 'receivers.changed', data: {} })
  await shows(meanwhile.title([form.name]))
  expect((control('textbox', form.name) as HTMLInputElement).value).toBe('Typed')
  await press('button', meanwhile.save)
  await shows(form.saved)
  expect(app.inputsOf('receivers.update')).toMatchObject([
    {
      changes: {
        name: 'Typed',
        timeoutMs: 7_000,
        headers: [{ name: 'X-Team', value: 'one', isVisible: true }],
      },
    },
  ])
})

test('continues a replay with the first receiver after it was added', async () => {
  app = await openApp('#/inspector?delivery=7', {
    'deliveries.list': () => ({ deliveries: [aDelivery(7)], hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
    'receivers.list': () => list,
    'receivers.check-url': () => ({ kind: 'loopback', host: '127.0.0.1', sentence: null, connection: null }),
    'receivers.create': (settings) => {
      const added = aReceiver({ ...settings, live: true, headers: [], ownSecret: 'stored' })
      list = [added]
      return added
    },
  })
  await eventually(() => control('button', replayAction.action))
  await press('button', replayAction.action)
  await shows(replay.noReceiverText)
  await press('button', replay.addReceiver)
  await openAdvanced()
  await type(form.name, 'Ticket sync')
  await type(form.url, 'http://127.0.0.1:4000/in')
  submit()
  await eventually(() =>
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(replay.titleOne),
  )
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Ticket sync')
  expect(location.hash).toContain('#/inspector')
})

test('adds a receiver without keeping its secret in a cache, a draft or the page', async () => {
  const secret = 'whsec_bm90IGZvciBhbnlib2R5IGVsc2U='
  await open('#/receivers?form=new', {
    'receivers.create': (settings) => {
      const added = aReceiver({ ...settings, live: true, headers: [], ownSecret: 'stored' })
      list = [added]
      return added
    },
  })
  await openAdvanced()
  await type(form.name, 'My receiver')
  await type(form.url, 'http://127.0.0.1:4000/in')
  await press('radio', new RegExp(`^${form.signsOwn}`))
  await type(form.secret, secret)
  expect(stored()).not.toContain(secret)
  submit()
  await eventually(() => expect(document.querySelector('h2')?.textContent).toBe('My receiver'))
  expect(document.body.textContent).not.toContain(form.added)
  expect(app.inputsOf('receivers.create')).toMatchObject([
    {
      name: 'My receiver',
      url: 'http://127.0.0.1:4000/in',
      signsWith: 'own',
      live: true,
      ownSecret: secret,
      rules: { endpointIds: [], eventTypes: [], folderIds: [], q: '' },
      timeoutMs: 15_000,
      concurrency: 4,
    },
  ])
  await eventually(() => expect(location.hash).toContain('receiver=rcv_Aaaaaaaaaaaaa1'))
  expect(cached() + stored() + document.documentElement.outerHTML).not.toContain(secret)
})

test('shows a receiver’s header value only if the user enters it again as a visible value', async () => {
  const id = 'rcv_Aaaaaaaaaaaaa1'
  const key = { name: 'X-Key', value: null, isVisible: false }
  list = [aReceiver({ headers: [key] })]
  await open(`#/receivers?receiver=${id}&form=edit`, {
    'receivers.update': ({ changes }) => {
      const changed = { ...aReceiver(), ...(changes as object), headers: [key] }
      list = [changed]
      return changed
    },
  })
  await openAdvanced()
  const field = () => control('textbox', form.headerValue(1)) as HTMLInputElement
  await eventually(() => expect([field().type, field().placeholder]).toEqual(['password', form.headerStored]))
  await press('checkbox', form.headerVisibleOf(1))
  await eventually(() => expect([field().type, field().placeholder]).toEqual(['text', '']))
  submit()
  await shows(form.headerNeedsValue)
  await press('checkbox', form.headerVisibleOf(1))
  await type(form.headerValue(1), 'canary-of-a-header')
  submit()
  await shows(form.saved)
  expect(app.inputsOf('receivers.update')).toMatchObject([
    { changes: { headers: [{ ...key, value: 'canary-of-a-header' }] } },
  ])
  expect(cached() + stored() + document.documentElement.outerHTML).not.toContain('canary-of-a-header')
})

test('asks for a receiver’s header values if they are missing from the keychain', async () => {
  const id = 'rcv_Aaaaaaaaaaaaa1'
  const headers = [{ name: 'X-Key', value: null, isVisible: false }]
  list = [aReceiver({ headers, headerValues: 'missing' })]
  await open(`#/receivers?receiver=${id}`)
  await shows(detail.noHeaders)
  await shows(health.noHeaders)
  await press('button', detail.enterHeaders)
  await eventually(() => control('button', form.save))
  submit()
  await shows(form.headerNeedsValue)
})

test('Enter selects the endpoint whose name was typed', async () => {
  const orders = anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2', label: 'Orders' })
  await open('#/receivers?form=new', {
    'endpoints.list': () => [anEndpoint({ label: 'Billing' }), orders],
    'receivers.create': (settings) => {
      const added = aReceiver({ ...settings, live: true, headers: [], ownSecret: 'missing' })
      list = [added]
      return added
    },
  })
  await openAdvanced()
  await type('Name', 'Local')
  await type('URL', 'http://127.0.0.1:3000')
  await eventually(() => control('combobox', form.endpoints))
  await type(form.endpoints, 'ord')
  control('combobox', form.endpoints).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  )
  await shows('Orders')
  submit()
  await eventually(() => expect(list[0]?.rules.endpointIds).toEqual([anEndpoint().id, orders.id]))
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await eventually(() => expect(document.activeElement?.closest('main')).not.toBeNull())
})

test('shows the keys L and T while the arrow keys are on a receiver, and L acts on it', async () => {
  list = [aReceiver()]
  await open('#/receivers')
  const listbox = await eventually(() => control('listbox', page.title))
  const hints = () => [...document.querySelectorAll('p kbd')].map(({ textContent }) => textContent)
  expect(hints()).toEqual(['N'])
  listbox.focus()
  await eventually(() => expect(hints()).toEqual(['N', 'L', 'T']))
  listbox.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true, cancelable: true }))
  await eventually(() => expect(app.inputsOf('receivers.set-live')).toHaveLength(1))
  expect(location.hash).toBe('#/receivers')
})

test('a new receiver gets the name of its host and forwards from the only endpoint', async () => {
  list = [aReceiver({ name: '127.0.0.1:4000' })]
  await open('#/receivers?form=new', { 'endpoints.list': () => [anEndpoint({ label: 'Billing' })] })
  await eventually(() => control('textbox', form.url))
  await shows(secret.title('Billing'))
  await type(form.url, 'http://127.0.0.1:4000/webhooks')
  await shows(form.named('127.0.0.1:4000 2'))
  await shows(`${form.up} ${form.upIn(4)}`)
  submit()
  await eventually(() =>
    expect(app.inputsOf('receivers.create')).toMatchObject([
      { name: '127.0.0.1:4000 2', live: true, rules: { endpointIds: [anEndpoint().id] } },
    ]),
  )
})

test.each([
  ['127.0.0.1:4000/webhooks?a=b', 'http://127.0.0.1:4000/webhooks?a=b'],
  ['localhost', 'http://localhost'],
  ['[::1]:4000', 'http://[::1]:4000'],
  ['api.localhost:4000', 'http://api.localhost:4000'],
  [' hooks.example.com/a ', 'https://hooks.example.com/a'],
  ['127.0.0.1.example.com:80', 'https://127.0.0.1.example.com:80'],
])('adds the scheme to a receiver URL typed without it: %s', async (typed, whole) => {
  await open('#/receivers?form=new')
  await eventually(() => control('textbox', form.url))
  await type(form.url, typed)
  submit()
  await eventually(() => expect(app.inputsOf('receivers.create')).toMatchObject([{ url: whole }]))
})

test('shows the completed URL of a receiver when the focus leaves the field', async () => {
  await open('#/receivers?form=new')
  await eventually(() => control('textbox', form.url))
  control('textbox', form.url).focus()
  await type(form.url, '127.0.0.1:4000')
  control('button', new RegExp(`^${form.advanced}`)).focus()
  const url = () => (control('textbox', form.url) as HTMLInputElement).value
  await eventually(() => expect(url()).toBe('http://127.0.0.1:4000'))
})

test('offers to open the receiver that already has the typed URL', async () => {
  const receiver = aReceiver()
  await open('#/receivers?form=new', { 'receivers.list': () => [receiver] })
  await eventually(() => control('textbox', form.url))
  await type(form.url, `${receiver.url}x`)
  expect(document.body.textContent).not.toContain(form.duplicate(receiver.name))
  await type(form.url, receiver.url)
  await shows(form.duplicate(receiver.name))
  await press('link', form.openDuplicate)
  await eventually(() => expect(location.hash).toBe(`#/receivers?receiver=${receiver.id}`))
})

test('reports a receiver name that is too long while the user types', async () => {
  await open('#/receivers?form=new')
  await openAdvanced()
  await type(form.name, 'n'.repeat(81))
  await shows('This has 81 characters; 80 is the limit.')
  expect(control('textbox', form.name).getAttribute('aria-invalid')).toBe('true')
  expect((control('textbox', form.name) as HTMLInputElement).value).toHaveLength(81)
})

test('shows next to its field why a receiver was rejected', async () => {
  await open('#/receivers?form=new', {
    'receivers.create': () => {
      throw new AppError('address-refused', 'Refused.', { fields: { url: 'This is a metadata address.' } })
    },
  })
  await openAdvanced()
  submit()
  await shows('Enter the URL of your receiver.')
  await type(form.url, 'receiver')
  submit()
  await shows('Enter the whole URL')
  // The name would default to the host.
  expect(document.body.textContent).not.toContain('Enter a name.')
  await type(form.name, 'Mine')
  await type(form.url, 'http://169.254.169.254/')
  submit()
  await shows('This is a metadata address.')
  closeDialog()
  await eventually(() => expect(location.hash).not.toContain('form'))
  await pressUntil('n', () =>
    expect((control('textbox', form.url) as HTMLInputElement).value).toBe('http://169.254.169.254/'),
  )
  await shows(sheet.restored)
})

test('asks before it closes a form that contains a typed secret', async () => {
  await open('#/receivers?form=new')
  await openAdvanced()
  await press('radio', new RegExp(`^${form.signsOwn}`))
  await type(form.secret, 'whsec_abc')
  closeDialog()
  await shows(form.unsaved)
  await press('button', form.discard)
  await eventually(() => expect(location.hash).not.toContain('form'))
})

test('adds a receiver again if another client deleted it during an edit', async () => {
  list = [aReceiver()]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1&form=edit', {
    'receivers.create': ({ name }) => aReceiver({ name, id: 'rcv_Bbbbbbbbbbbbb2' }),
  })
  await eventually(() => control('textbox', form.name))
  await type(form.name, 'Typed meanwhile')
  list = []
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await shows(form.deleted)
  expect((control('textbox', form.name) as HTMLInputElement).value).toBe('Typed meanwhile')
  submit()
  await eventually(() =>
    expect(app.inputsOf('receivers.create')).toMatchObject([{ name: 'Typed meanwhile' }]),
  )
})

test('asks the user to type the host before it forwards to a public address', async () => {
  list = [
    aReceiver({
      url: 'https://hooks.example.com/in',
      address: { kind: 'public', host: 'hooks.example.com', approval: 'needed' },
    }),
  ]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1', {
    'receivers.approve-address': () =>
      aReceiver({ address: { kind: 'public', host: 'hooks.example.com', approval: 'given' } }),
  })
  await shows(detail.notApproved)
  await pressUntil('l', () => expect(document.body.textContent).toContain(address.title))
  expect(app.inputsOf('receivers.set-live')).toEqual([])
  await type('Type hooks.example.com to confirm', 'hooks.example.com')
  await press('button', address.approve)
  await eventually(() =>
    expect(app.inputsOf('receivers.approve-address')).toEqual([
      { id: 'rcv_Aaaaaaaaaaaaa1', typed: 'hooks.example.com' },
    ]),
  )
  await eventually(() =>
    expect(app.inputsOf('receivers.set-live')).toEqual([{ id: 'rcv_Aaaaaaaaaaaaa1', live: true }]),
  )
})

test('resumes a replay that was interrupted, or dismisses it', async () => {
  list = [aReceiver()]
  const id = 'rcv_Aaaaaaaaaaaaa1'
  const interrupted = { receiverId: id, startedAt: '2026-01-01T00:00:00Z', done: 3, total: 6 }
  let left = [interrupted]
  let fails = true
  await open(`#/receivers?receiver=${id}`, {
    'receivers.interrupted-replays': () => left,
    'receivers.continue-replay': () => {
      if (fails) throw new AppError('approval-needed', 'Approve the address first.')
      left = []
      return { jobId: 'job_2' }
    },
    'receivers.dismiss-replay': () => {
      left = []
      return null
    },
  })
  await shows(interruptedReplay.title)
  await shows(
    '3 of 6 deliveries were sent. Requests that were in progress when Notehook quit may be sent twice.',
  )
  await press('button', interruptedReplay.sendRest)
  await shows('Approve the address first.')
  fails = false
  await press('button', interruptedReplay.sendRest)
  await eventually(() => expect(document.body.textContent).not.toContain(interruptedReplay.title))
  left = [interrupted]
  await app.tell({ name: 'receivers.changed', data: {} })
  await shows(interruptedReplay.title)
  await press('button', interruptedReplay.dismiss)
  await eventually(() => expect(document.body.textContent).not.toContain(interruptedReplay.title))
  expect(app.inputsOf('receivers.continue-replay')).toEqual([{ id }, { id }])
  expect(app.inputsOf('receivers.dismiss-replay')).toEqual([{ id }])
})

test('sends or discards the waiting deliveries of a receiver', async () => {
  list = [
    aReceiver({
      live: true,
      status: aStatus({
        waiting: { count: 3, since: '2026-01-01T00:00:00Z', blocked: null, isSending: false },
      }),
    }),
  ]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1&tab=waiting', {
    'receivers.waiting': () => ({
      waiting: [
        {
          deliveryId: 7,
          endpointId: anEndpoint().id,
          eventType: 'note.edited',
          noteId: null,
          receivedAt: '2026-01-01T00:00:00Z',
          since: '2026-01-01T00:00:00Z',
          why: 'No connection.',
        },
      ],
      hasMore: false,
    }),
    'receivers.send-waiting': () => undefined as never,
    'receivers.drop-waiting': () => ({ dropped: 3 }),
  })
  await shows('No connection.')
  await shows(waiting.keptInOrder)
  await press('button', waiting.sendAll)
  await eventually(() =>
    expect(app.inputsOf('receivers.send-waiting')).toEqual([{ id: 'rcv_Aaaaaaaaaaaaa1' }]),
  )
  await press('button', waiting.drop)
  await shows(waiting.dropTitle(3))
  await press('button', waiting.dropConfirm(3))
  await shows(waiting.dropped(3))
})

test('names the endpoint of each waiting delivery if the receiver forwards several', async () => {
  list = [aReceiver({ live: true })]
  const other = 'whe_Bbbbbbbbbbbbb2'
  const wait = (deliveryId: number, endpointId: string) => ({
    deliveryId,
    endpointId,
    eventType: 'note.edited',
    noteId: null,
    receivedAt: '2026-01-01T00:00:00Z',
    since: '2026-01-01T00:00:00Z',
    why: 'No connection.',
  })
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1&tab=waiting', {
    'endpoints.list': () => [
      anEndpoint({ label: 'Production' }),
      anEndpoint({ id: other, label: 'Staging' }),
    ],
    'receivers.waiting': () => ({ waiting: [wait(7, anEndpoint().id), wait(8, other)], hasMore: false }),
  })
  const rows = () =>
    [...document.querySelectorAll(`[aria-label="${waiting.list}"] li`)].map((row) => row.textContent)
  await eventually(() =>
    expect(rows()).toEqual([expect.stringContaining('Production'), expect.stringContaining('Staging')]),
  )
})

test('shows the keys of a receiver only while one is selected', async () => {
  list = [aReceiver()]
  await open('#/receivers')
  const keys = () => [...document.querySelectorAll('main p[aria-hidden] kbd')].map((key) => key.textContent)
  await eventually(() => expect(keys()).toEqual(['N']))
  document.querySelector<HTMLElement>('main [role="option"]')?.click()
  await eventually(() => expect(keys()).toEqual(expect.arrayContaining(['N', 'L', 'T'])))
})

test('lists the send that finished last first', async () => {
  list = [aReceiver()]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1', {
    'receivers.sends': () => ({ sends: [aSend(1)], hasMore: false, total: 1 }),
    'receivers.get-send': ({ id }) =>
      aWholeSend(id, {
        status: 500,
        response: {
          statusText: 'Oh <b>no</b>',
          headers: [['x-evil', '‮<img src=x onerror=alert(1)>']],
          bodyBase64: btoa('<script>alert(1)</script>'),
          bodyBytes: 1_000_000,
          isCut: true,
        },
      }),
  })
  const rows = () => [...document.querySelectorAll('main li > button')].map((row) => row.textContent)
  await eventually(() => expect(rows()).toHaveLength(1))
  await app.tell({ name: 'receivers.sent', data: aSend(2, { status: 500, verdict: 'regressed' }) } as never)
  await app.tell({ name: 'receivers.sent', data: aSend(3, { workspaceId: 'another' }) } as never)
  await eventually(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toContain('Regressed')
  document.querySelector<HTMLElement>('main li > button')?.click()
  await shows('<script>alert(1)</script>')
  await shows('Oh <b>no</b>')
  await shows('U+202E')
  await shows(/First .* of 976/)
  expect(document.querySelector('main script, main img')).toBeNull()
})

test('shows only failed sends if the user filters them', async () => {
  list = [aReceiver()]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1&tab=sends', {
    'receivers.sends': ({ failed }) => {
      const all = failed ? [] : [aSend(1)]
      return { sends: all, hasMore: false, total: all.length }
    },
  })
  const statuses = () =>
    [...document.querySelectorAll('main li > button')].map((row) => row.querySelector('.answer')?.textContent)
  await eventually(() => expect(statuses()).toEqual(['200']))
  await press('checkbox', sends.failedOnly)
  await shows(sends.noneFailed)
  await app.tell({ name: 'receivers.sent', data: aSend(2) } as never)
  await app.tell({ name: 'receivers.sent', data: aSend(3, { status: 500 }) } as never)
  await eventually(() => expect(statuses()).toEqual(['500']))
  await press('checkbox', sends.failedOnly)
  await eventually(() => expect(statuses()).toEqual(['500', '200', '200']))
})

test('names the endpoint of each send if there is more than one', async () => {
  list = [aReceiver()]
  const other = 'whe_Bbbbbbbbbbbbb2'
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1', {
    'endpoints.list': () => [
      anEndpoint({ label: 'Production' }),
      anEndpoint({ id: other, label: 'Staging' }),
    ],
    'receivers.sends': () => ({
      sends: [aSend(2, { endpointId: other, status: 400 }), aSend(1)],
      hasMore: false,
      total: 2,
    }),
    'receivers.get-send': ({ id }) => aWholeSend(id, { endpointId: other }),
  })
  const rows = () => [...document.querySelectorAll('main li > button')].map((row) => row.textContent)
  await eventually(() =>
    expect(rows()).toEqual([expect.stringContaining('Staging'), expect.stringContaining('Production')]),
  )
  document.querySelector<HTMLElement>('main li > button')?.click()
  await eventually(() =>
    expect(document.querySelector(`section[aria-label="${send.label}"] dl`)?.textContent).toContain(
      `${sends.endpoint}Staging`,
    ),
  )
})

test('deletes a receiver after the user confirms it by its name', async () => {
  list = [aReceiver({ name: 'Old one' })]
  await open('#/receivers?receiver=rcv_Aaaaaaaaaaaaa1', {
    'receivers.remove': () => {
      list = []
      return undefined as never
    },
  })
  await shows('Old one')
  await choose(detail.more, detail.delete)
  await shows('Delete Old one?')
  await press('button', 'Delete receiver')
  await shows(page.emptyTitle)
})

test('shows a receiver with a hostile name in a single row', async () => {
  list = Array.from({ length: 50 }, (_, at) =>
    aReceiver({
      id: `rcv_Aaaaaaaaaaaa${String(at).padStart(2, '0')}`,
      name: `${at} <b>‮name</b>`,
      url: `http://127.0.0.1:3000/${'a'.repeat(2000)}`,
    }),
  )
  await open('#/receivers')
  await shows('50')
  await eventually(() => expect(document.querySelectorAll('[role="option"]').length).toBeGreaterThan(10))
  expect(document.querySelector('main b')).toBeNull()
  await shows('U+202E')
  expect((control('button', page.add) as HTMLButtonElement).disabled).toBe(true)
})
