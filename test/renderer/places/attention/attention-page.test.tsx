// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseDeliveryFilter, readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { Unfinished } from '#shared/endpoints/unfinished.ts'
import { AppError } from '#shared/errors.ts'
import type { EarlyWarning } from '#shared/missed/model.ts'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { noticeWords } from '../../../../renderer/app/shell/notices/copy.ts'
import { unfinishedActions, unfinished as words } from '../../../../renderer/nouns/attention/copy.ts'
import { actions, affected, groups, page, rows } from '../../../../renderer/places/attention/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { aGap, aMissed, aMissedStatus } from '../../../support/renderer/missed-samples.ts'
import { type Answers, control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { aReceiver, aStatus } from '../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint, aSandboxStatus, aTunnel, noName } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => app.close())

async function open(answers: Answers, hash = '#/attention') {
  app = await openApp(hash, answers)
}

/** Opens the menu of the row about a subject and presses an item. */
async function choose(subject: string, item: string) {
  await eventually(() => control('button', `More actions for ${subject}`))
  await press('button', `More actions for ${subject}`)
  await press('menuitem', item)
}

const pressKey = (key: string) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
const currentRow = () => document.querySelector('li[aria-current]')?.textContent
const listed = () => [...document.querySelectorAll('main li')].map((row) => row.textContent ?? '')
const temporary = 'A temporary endpoint was left behind'

const since = '2026-01-01T00:00:00Z'
const endpointId = 'whe_Aaaaaaaaaaaaa1'
const lost = (parts: Partial<Unfinished>): Unfinished => ({
  id: 'path1',
  state: 'secret-lost',
  url: 'https://tunnel.example.com/hooks/x',
  requestedAt: since,
  draft: { receiver: { kind: 'inspector' }, scopes: ['public'], events: [], folderIds: [] },
  endpoints: [],
  ...parts,
})
const candidate = (id: string) => ({
  id,
  url: 'https://tunnel.example.com/hooks/x',
  urlRedacted: false,
  createdBy: null,
  createdAt: null,
})
const left = {
  url: 'https://one.example.com/hooks/x',
  createdAt: since,
  workspaceId: 'a',
  workspace: 'Ada',
}
const tunnelAt = (publicUrl: string) => aTunnel({ publicUrl, since })
const aReplacement: Replacement = {
  id: 1,
  why: 'rotate',
  step: 'done',
  oldId: endpointId,
  oldUrl: 'https://hooks.example.com/hooks/abc',
  newId: 'whe_New00000000001',
  newUrl: 'https://hooks.example.com/hooks/replacement',
  provable: true,
  startedAt: since,
  provenAt: since,
  endedAt: since,
  cutsOff: { seen: true, events: 2, refused: 0, downtime: { from: since, to: '2026-01-01T00:05:00Z' } },
  problem: null,
}
const disabledState = { by: 'service' as const, lastEnabledAt: since, noticedAt: since }
test('the attention page is empty if nothing needs attention', async () => {
  await open({})
  await shows(page.emptyTitle)
  expect(control('link', /^Needs attention/).textContent).toBe('Needs attention')
})

test('shows that the number of missed events is unknown instead of showing none', async () => {
  await open({
    'missed.status': () => aMissedStatus([aMissed({ isKnown: false, behind: 0 })], { behind: null }),
  })
  await shows(new RegExp(page.missedUnknown))
})

test('shows that missed events are being checked before it says that nothing needs attention', async () => {
  const of = aMissed({ isKnown: false, behind: 0, isChecking: true })
  await open({ 'missed.status': () => aMissedStatus([of], { behind: null }) })
  await shows(page.reading)
  expect(document.body.textContent).not.toContain(page.emptyTitle)
})

test('leads to deliveries that failed at a receiver and were not replayed', async () => {
  await open({
    'receivers.list': () => [aReceiver()],
    'deliveries.count-view': ({ q }) => ({ count: q === 'sent:failed' ? 8 : 0, isMore: false }),
  })
  await shows(page.failedSends({ count: 8, isMore: false }))
  expect(document.body.textContent).not.toContain(page.emptyTitle)
  expect(control('link', actions.showDeliveries).getAttribute('href')).toContain('sent%3Afailed')
})

test('links a failing endpoint to its failed deliveries', async () => {
  const failing: EarlyWarning = {
    kind: 'failing-day',
    about: endpointId,
    name: 'Quickstart',
    since,
    count: 3,
    sandboxTime: false,
  }
  await open({
    'missed.status': () => aMissedStatus([], { warnings: [failing] }),
    'deliveries.timeline': () => ({
      start: 0,
      stepMs: 60_000,
      steps: 62,
      counts: [[61, 0, 2, 1]],
      since: null,
    }),
  })
  await eventually(() => control('button', actions.seeWhy))
  await shows(affected.failed(3))
  await press('button', actions.seeWhy)
  await eventually(() => expect(location.hash).toContain('#/inspector'))
  const q = new URLSearchParams(location.hash.split('?')[1]).get('q') ?? ''
  expect(readDeliveryFilter(q)).toMatchObject({ problems: [], filter: { endpoints: { any: [endpointId] } } })
  const failed = (status: number) =>
    matchesFilter(parseDeliveryFilter(q), aDelivery(1, { endpointId, status }))
  expect([200, 301, 404, 503].map(failed)).toEqual([false, true, true, true])
})

test('every page shows the current number of items that need attention', async () => {
  let creations = [lost({ state: 'not-created' })]
  await open(
    {
      'endpoints.unfinished': () => creations,
      'endpoints.list': () => [
        anEndpoint({ enabled: false, disabledState, downtime: { from: since, to: null } }),
      ],
      'endpoints.replacements': () => [aReplacement],
      'listening.leftovers': () => [{ ...left, id: 't1', endpointId, isOpen: true }],
    },
    '#/notes',
  )
  await eventually(() => expect(control('link', /^Needs attention/).textContent).toBe('Needs attention4'))
  await press('link', /^Needs attention/)
  await shows(/Needs attention4/)
  await eventually(() => expect(listed()).toHaveLength(4))
  creations = []
  await app.tell({ name: 'endpoints.changed', data: {} })
  await eventually(() => expect(control('link', /^Needs attention/).textContent).toBe('Needs attention3'))
})

test('omits endpoints that the user disabled or that were disabled before the first list', async () => {
  const off = (id: string, by: 'here' | 'unknown') =>
    anEndpoint({
      id,
      enabled: false,
      disabledState: { ...disabledState, by },
      downtime: { from: since, to: null },
    })
  await open({
    'endpoints.list': () => [off(endpointId, 'here'), off('whe_Aaaaaaaaaaaaa2', 'unknown')],
    'listening.leftovers': () => [{ ...left, id: 't2', endpointId, isOpen: false }],
    'endpoints.replacements': () => [{ ...aReplacement, step: 'waiting' }],
  })
  await shows(page.emptyTitle)
})

test.each([
  ['not-created', unfinishedActions.create, null, { kind: 'retry' }],
  ['not-created', null, unfinishedActions.discard, { kind: 'forget' }],
  ['secret-lost', unfinishedActions.recreate, null, { kind: 'recreate' }],
  ['secret-lost', null, unfinishedActions.keepWithoutSecret, { kind: 'keep' }],
  ['secret-gone', null, unfinishedActions.keepWithoutSecret, { kind: 'keep' }],
  ['secret-gone', null, unfinishedActions.recreate, { kind: 'recreate' }],
  [
    'several',
    unfinishedActions.choose,
    'whe_Orphan00000001',
    { kind: 'choose', endpointId: 'whe_Orphan00000001' },
  ],
  ['several', unfinishedActions.choose, unfinishedActions.none, { kind: 'choose', endpointId: null }],
  ['several', null, unfinishedActions.discard, { kind: 'forget' }],
] as const)(
  'lists an unfinished endpoint that is %s with the actions: %s %s',
  async (state, button, item, action) => {
    let creations = [lost({ state, endpoints: state === 'several' ? [candidate('whe_Orphan00000001')] : [] })]
    await open({
      'endpoints.unfinished': () => creations,
      'endpoints.finish': () => {
        creations = []
        return { endpoint: null }
      },
    })
    await shows(`tunnel.example.com/hooks/x ${words[state].what}`)
    await shows(/Jan 1/)
    if (button === null) await choose('tunnel.example.com/hooks/x', item)
    else {
      await press('button', button)
      if (item !== null) await press('menuitem', item)
    }
    await shows(page.emptyTitle)
    expect(app.inputsOf('endpoints.finish')).toEqual([{ id: 'path1', action }])
  },
)

test('shows the secret of an endpoint when its unfinished creation is completed', async () => {
  let creations = [lost({})]
  const made = anEndpoint({
    id: 'whe_Made0000000001',
    revealUntil: new Date(Date.now() + 600_000).toISOString(),
  })
  await open({
    'endpoints.unfinished': () => creations,
    'endpoints.list': () => [made],
    'endpoints.finish': () => {
      creations = []
      return { endpoint: made }
    },
    'endpoints.reveal-secret': () => ({ secret: 'whsec_AAAA', until: made.revealUntil ?? '' }),
  })
  await eventually(() => control('button', unfinishedActions.recreate))
  await press('button', unfinishedActions.recreate)
  await shows('Endpoint created')
  await eventually(() => expect(location.hash).toContain('endpoint=whe_Made0000000001'))
})

test('links to the import of a secret that was lost when the app restarted', async () => {
  await open({
    'endpoints.list': () => [anEndpoint({ id: 'whe_Gone0000000001', secret: 'missing' })],
    'endpoints.unfinished': () => [
      lost({ state: 'secret-gone', endpoints: [candidate('whe_Gone0000000001')] }),
    ],
  })
  await shows('stored in memory only')
  await press('button', unfinishedActions.importSecret)
  await eventually(() => expect(location.hash).toBe('#/endpoints?endpoint=whe_Gone0000000001'))
})

test.each(['delete', 'keep'] as const)(
  'the user can %s an endpoint that a live session did not delete',
  async (action) => {
    let all = [
      { ...left, id: 't1', endpointId, isOpen: true },
      { ...left, id: 't2', endpointId: 'whe_Aaaaaaaaaaaaa2', isOpen: false },
    ]
    await open({
      'listening.leftovers': () => all,
      'listening.clean': () => {
        all = []
        return null
      },
    })
    await shows(temporary)
    if (action === 'delete') await press('button', actions.delete)
    else await choose('A temporary endpoint', actions.keep)
    await shows(page.emptyTitle)
    expect(app.inputsOf('listening.clean')).toEqual([{ id: 't1', action }])
  },
)

test('shows the error when an action on the attention page fails', async () => {
  await open({
    'listening.leftovers': () => [{ ...left, id: 't1', endpointId, isOpen: true }],
    'listening.clean': () => {
      throw new AppError('unreachable', 'The service did not answer.')
    },
  })
  await eventually(() => control('button', actions.delete))
  await press('button', actions.delete)
  await shows('The service did not answer.')
  expect(listed()).toHaveLength(1)
})

test('updates the URL of endpoints that still point to the tunnel’s previous URL', async () => {
  const one = { url: 'https://one.example.com/hooks/x', newUrl: 'https://two.example.com/hooks/x' }
  const found = [1, 2, 3, 4].map((n) => ({
    ...one,
    id: `whe_Aaaaaaaaaaaaa${n}`,
    workspaceId: 'a',
    workspace: n === 4 ? 'Bo' : 'Ada',
    isOpen: n !== 4,
  }))
  await open({
    'tunnel.status': () => tunnelAt('https://two.example.com'),
    'endpoints.stale-addresses': () => found,
    'endpoints.repoint': ({ id }) => {
      if (id.endsWith('3')) throw new AppError('unreachable', 'The service did not answer.')
      return { outcome: id.endsWith('1') ? 'updated' : 'replacing' }
    },
  })
  await shows('3 endpoints use the old address')
  expect(app.inputsOf('endpoints.repoint')).toEqual([])
  await press('button', actions.update)
  await shows('In Bo. Open it to update.')
  await press('button', 'Update 3 endpoints')
  await shows(/Updated.*Replacement created.*Not updated.*The service did not answer\./)
  expect(app.inputsOf('endpoints.repoint')).toHaveLength(3)
  // A failed update can be retried alone.
  await press('button', /^Update 1 endpoint$/)
  await eventually(() => expect(app.inputsOf('endpoints.repoint')).toHaveLength(4))
})

test('still shows the results of updating endpoints once no endpoint has the previous URL', async () => {
  let found = [
    {
      ...{ url: 'https://one.example.com/hooks/x', newUrl: 'https://two.example.com/hooks/x' },
      ...{ id: endpointId, workspaceId: 'a', workspace: 'Ada', isOpen: true },
    },
  ]
  await open({
    'tunnel.status': () => tunnelAt('https://two.example.com'),
    'endpoints.stale-addresses': () => found,
    'endpoints.repoint': () => {
      found = []
      return { outcome: 'updated' }
    },
  })
  await eventually(() => control('button', actions.update))
  await press('button', actions.update)
  await eventually(() => control('button', 'Update 1 endpoint'))
  await press('button', 'Update 1 endpoint')
  await eventually(() => expect(control('link', /^Needs attention/).textContent).toBe('Needs attention'))
  await shows('Updated')
  await press('button', 'Done')
  await shows(page.emptyTitle)
})

test('links a disabled endpoint and the notes that it missed', async () => {
  await open({
    'endpoints.list': () => [
      anEndpoint({ enabled: false, disabledState, downtime: { from: since, to: null } }),
    ],
    'missed.status': () => aMissedStatus([aMissed({ endpointId })]),
  })
  await shows(`hooks.example.com/hooks/abc ${rows.disabled(true).what}`)
  expect(control('link', '3 missed').getAttribute('href')).toContain(`/missed?endpoint=${endpointId}`)
  await choose('hooks.example.com/hooks/abc', actions.showEndpoint)
  await eventually(() => expect(location.hash).toBe(`#/endpoints?endpoint=${endpointId}`))
})

test('counts a disabled endpoint and the notes that it missed as one item', async () => {
  await open({
    'endpoints.list': () => [
      anEndpoint({ enabled: false, disabledState }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2' }),
    ],
    'missed.status': () =>
      aMissedStatus([aMissed({ endpointId }), aMissed({ endpointId: 'whe_Aaaaaaaaaaaaa2', behind: 5 })]),
  })
  await shows(/3 missed/)
  await shows('missed events for 5 notes')
  expect(control('link', /^Needs attention/).textContent).toBe('Needs attention2')
})

test('reports a disabled endpoint on the attention page without an additional banner', async () => {
  const disabledEndpoint = anEndpoint({ enabled: false, disabledState })
  await open({ 'endpoints.list': () => [disabledEndpoint] })
  await shows(rows.disabled(true).what)
  await app.tell({
    name: 'endpoints.disabled',
    data: {
      workspace: { id: 'sandbox', label: 'Sandbox workspace' },
      endpoints: [{ id: endpointId, url: disabledEndpoint.url, label: null, by: 'service' }],
    },
  })
  await press('link', 'Coverage')
  await shows(noticeWords.disabledEndpoints.consequence)
  await press('link', /^Needs attention/)
  await shows(rows.disabled(true).what)
  // The text must appear only in the row.
  expect(document.body.textContent.split(noticeWords.disabledEndpoints.consequence)).toHaveLength(2)
})

test('ends the notice of an endpoint that was enabled and then disabled in Notehook', async () => {
  let by: 'service' | 'here' = 'service'
  const endpoint = () => anEndpoint({ enabled: false, disabledState: { ...disabledState, by } })
  await open({ 'endpoints.list': () => [endpoint()] }, '#/notes')
  const { id, url } = endpoint()
  await app.tell({
    name: 'endpoints.disabled',
    data: {
      workspace: { id: 'sandbox', label: 'Sandbox workspace' },
      endpoints: [{ id, url, label: null, by: 'service' }],
    },
  })
  await shows(noticeWords.disabledEndpoints.consequence)
  by = 'here'
  await app.tell({ name: 'endpoints.changed', data: {} })
  await eventually(() =>
    expect(document.body.textContent).not.toContain(noticeWords.disabledEndpoints.consequence),
  )
})

test('ends the sandbox’s outage before it offers to enable a disabled endpoint', async () => {
  const { switches, ...status } = aSandboxStatus()
  await open({
    'endpoints.list': () => [anEndpoint({ enabled: false, disabledState })],
    'sandbox.status': () => ({ ...status, switches: { ...switches, outage: true } }),
    'sandbox.set-switches': ({ outage = true }) => ({ ...status, switches: { ...switches, outage } }),
  })
  await shows(rows.disabled(true, true, true).why)
  expect(() => control('button', actions.enable)).toThrow()
  await press('button', actions.endOutage)
  await eventually(() => control('button', actions.enable))
  expect(app.inputsOf('sandbox.set-switches')).toEqual([{ outage: false }])
  await shows(rows.disabled(true).why)
})

test('opens the catch-up or the list of missed notes', async () => {
  await open({ 'missed.status': () => aMissedStatus([aMissed({ endpointId })]) })
  await eventually(() => control('button', actions.catchUp))
  await press('button', actions.catchUp)
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}&form=catch-up`))
  await app.close()
  await open({ 'missed.status': () => aMissedStatus([aMissed({ endpointId })]) })
  await choose('hooks.example.com/in', actions.showMissed)
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}`))
})

test('enables a disabled endpoint from the attention page', async () => {
  let disabled = [anEndpoint({ enabled: false, disabledState })]
  let fails = true
  await open({
    'endpoints.list': () => disabled,
    'endpoints.update': () => {
      if (fails) throw new AppError('unreachable', 'The service did not answer.')
      disabled = [anEndpoint()]
      return anEndpoint()
    },
  })
  await eventually(() => control('button', actions.enable))
  await press('button', actions.enable)
  await shows('The service did not answer.')
  await eventually(() => expect(control('button', actions.enable).ariaDisabled).toBeNull())
  fails = false
  await press('button', actions.enable)
  await shows('hooks.example.com/hooks/abc was enabled.')
  await shows(page.emptyTitle)
  expect(app.inputsOf('endpoints.update').at(-1)).toEqual({ id: endpointId, changes: { enabled: true } })
})

test('keeps the focus on the row of an endpoint that was enabled and missed events', async () => {
  let disabled = [anEndpoint({ enabled: false, disabledState })]
  await open({
    'endpoints.list': () => disabled,
    'missed.status': () => aMissedStatus([aMissed({ endpointId })]),
    'endpoints.update': () => {
      disabled = [anEndpoint()]
      return anEndpoint()
    },
  })
  await eventually(() => control('button', actions.enable).focus())
  await press('button', actions.enable)
  await eventually(() => expect(document.activeElement).toBe(control('button', actions.catchUp)))
})

test('keeps the row current that Enter enabled, although its place in the list changes', async () => {
  const off = (id: string, label: string) => anEndpoint({ id, label, enabled: false, disabledState })
  const second = 'whe_Aaaaaaaaaaaaa2'
  let endpoints = [off(endpointId, 'Mail'), off(second, 'Chat')]
  await open({
    'endpoints.list': () => endpoints,
    'missed.status': () => aMissedStatus([aMissed({ endpointId })]),
    'endpoints.update': ({ id }) => {
      endpoints = endpoints.map((one) => (one.id === id ? anEndpoint({ id, label: one.label }) : one))
      return anEndpoint({ id })
    },
  })
  await shows(/Mail was disabled.*Chat was disabled/)
  pressKey('Enter')
  await shows(/Chat was disabled.*Mail missed/)
  expect(currentRow()).toMatch(/^Mail/)
  expect(document.activeElement).toBe(control('button', actions.catchUp))
  expect(app.inputsOf('endpoints.update')).toEqual([{ id: endpointId, changes: { enabled: true } }])
})

test('makes the next row current and focuses it when the current row is resolved', async () => {
  const ids = [endpointId, 'whe_Aaaaaaaaaaaaa2', 'whe_Aaaaaaaaaaaaa3']
  let off = ids
  await open({
    'endpoints.list': () => off.map((id) => anEndpoint({ id, label: id, enabled: false, disabledState })),
    'endpoints.update': ({ id }) => {
      off = off.filter((one) => one !== id)
      return anEndpoint({ id })
    },
  })
  await eventually(() => expect(listed()).toHaveLength(3))
  pressKey('j')
  await eventually(() => expect(currentRow()).toContain(ids[1]))
  document.activeElement?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await eventually(() => expect(listed()).toHaveLength(2))
  await eventually(() => expect(currentRow()).toContain(ids[2]))
  expect(document.activeElement?.closest('li')?.textContent).toContain(ids[2])
})

test('asks the user to start the listener before enabling endpoints', async () => {
  const disabledHere = { ...disabledState, by: 'here' as const }
  await open({
    'listener.status': () => ({ state: 'stopped' }),
    'endpoints.list': () => [
      anEndpoint({ label: 'Mail', enabled: false, disabledState }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2', enabled: false, disabledState: disabledHere }),
    ],
  })
  await shows('Not receiving. 1 endpoint can’t deliver')
  await shows('Start receiving before you enable an endpoint')
  control('button', actions.startReceiving)
})

test('shows how many enabled endpoints a stopped listener affects', async () => {
  const stopped = { state: 'stopped' } as const
  const listening = {
    state: 'listening',
    origin: 'http://127.0.0.1:8484',
    port: 8484,
    degraded: null,
    clock: null,
  } as const
  await open({
    'listener.status': () => stopped,
    'listener.start': () => listening,
    'endpoints.list': () => [
      anEndpoint({ label: 'Mail' }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2', label: 'Off', enabled: false }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa3', label: 'Far', receivedHere: false }),
    ],
  })
  await shows('Not receiving. 1 endpoint can’t deliver')
  expect(control('link', /^Needs attention/).textContent).toBe('Needs attention1')
  expect(['Mail', 'Off', 'Far'].filter((name) => listed()[0]?.includes(name))).toEqual(['Mail'])
  await press('button', actions.startReceiving)
  await shows(page.emptyTitle)
})

test.each([
  [{ state: 'down', problem: noName }, 'The tunnel is down. 2 endpoints can’t deliver'],
  [{ state: 'off', publicUrl: null }, 'The tunnel is off. 2 endpoints can’t deliver'],
] as const)('shows how many endpoints a failed tunnel affects: %o', async (parts, title) => {
  await open({
    'tunnel.status': () => aTunnel(parts),
    'endpoints.list': () => [
      anEndpoint({ label: 'Mail' }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2', label: 'Off', enabled: false }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa3', label: 'Far', receivedHere: false }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa4', label: 'Chat' }),
    ],
  })
  await shows(title)
  const names = ['Mail', 'Off', 'Far', 'Chat'].filter((name) => listed()[0]?.includes(name))
  expect(names).toEqual(['Mail', 'Chat'])
  await press('button', actions.setUpTunnel)
  await eventually(() => expect(location.hash).toBe('#/tunnel'))
})

test('does not list a tunnel whose public URL is still being verified', async () => {
  await open({
    'tunnel.status': () => aTunnel({ state: 'proving', problem: noName }),
    'endpoints.list': () => [anEndpoint()],
  })
  await shows(page.emptyTitle)
  await app.close()
  await open({
    'listener.status': () => ({ state: 'stopped' }),
    'tunnel.status': () => aTunnel({ state: 'down', problem: noName }),
    'endpoints.list': () => [anEndpoint()],
  })
  await shows('Not receiving. 1 endpoint can’t deliver')
  expect(listed()).toHaveLength(1)
})

test('lists an interrupted replay, and sends the rest or opens its receiver', async () => {
  const receiver = aReceiver()
  await open({
    'receivers.list': () => [receiver],
    'receivers.interrupted-replays': () => [{ receiverId: receiver.id, startedAt: since, done: 3, total: 6 }],
  })
  await shows(`${receiver.name} ${rows.interrupted(3, 6).what}`)
  await press('button', actions.sendRest)
  expect(app.inputsOf('receivers.continue-replay')).toEqual([{ id: receiver.id }])
  await choose(receiver.name, actions.showReceiver)
  await eventually(() => expect(location.hash).toContain(`receiver=${receiver.id}`))
})

test('lists receivers with blocked deliveries and receivers without endpoints', async () => {
  const about = aReceiver().id
  const warning = { kind: 'receiver-waiting', about, name: 'Local dev server', since, count: 27 } as const
  const waiting = { count: 27, since, blocked: { count: 27, reason: 'unsigned' }, isSending: false } as const
  const receivers = [
    aReceiver({ live: true, status: aStatus({ waiting }) }),
    aReceiver({
      ...{ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Orphan', live: true },
      status: aStatus({ waiting: { ...waiting, count: 3 } }),
      rules: { ...aReceiver().rules, endpointIds: ['whe_Zzzzzzzzzzzzz9'] },
    }),
  ]
  await open({
    'receivers.list': () => receivers,
    'endpoints.list': () => [anEndpoint()],
    'missed.status': () =>
      aMissedStatus([], {
        warnings: [
          { ...warning, sandboxTime: false },
          { ...warning, about: 'rcv_Bbbbbbbbbbbbb2', name: 'Orphan', count: 3, sandboxTime: false },
        ],
      }),
  })
  await shows(`Local dev server ${rows.blocked('').what}`)
  await shows(`Orphan ${rows.nothingForwarded.what}`)
  // Only endpoints can be muted.
  expect(document.body.textContent).not.toContain(actions.mute)
  await shows(affected.waiting(3))
  expect(document.body.textContent?.match(/Orphan /g)).toHaveLength(1)
  await shows('Their signing secret is missing. Import it in Endpoints.')
  await press('button', actions.chooseEndpoints)
  await eventually(() => expect(location.hash).toBe('#/receivers?receiver=rcv_Bbbbbbbbbbbbb2&form=edit'))
})

test('lists a forwarding receiver that may still use the secret of the previous sandbox', async () => {
  const receivers = [aReceiver({ live: true }), aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Idle' })]
  await open({
    'receivers.list': () => receivers,
    'endpoints.list': () => [anEndpoint({ createdAt: '2026-01-02T00:00:00Z' })],
  })
  await shows(`${aReceiver().name} ${rows.newSecret.what}`)
  expect(document.body.textContent).not.toContain('Idle')
  await press('button', actions.showReceiver)
  await eventually(() => expect(location.hash).toBe(`#/receivers?receiver=${aReceiver().id}`))
})

test('lists a receiver that fails every request, and opens the deliveries that it failed', async () => {
  const { id, name } = aReceiver()
  const since = '2026-01-02T03:04:00Z'
  const warning = { kind: 'receiver-failing', about: id, name, since, count: 10 } as const
  await open({
    'receivers.list': () => [aReceiver({ live: true })],
    'missed.status': () => aMissedStatus([], { warnings: [{ ...warning, sandboxTime: false }] }),
  })
  await shows(`${name} ${rows.receiverFailing(10, null).what}`)
  await shows('Jan 2, 03:04')
  await press('link', affected.sends)
  await eventually(() => expect(location.hash).toBe('#/inspector?q=sent%3Afailed'))
})

test('does not list a listener that stops only briefly to restart', async () => {
  await open({ 'endpoints.list': () => [anEndpoint()] })
  await shows(page.emptyTitle)
  await app.tell({ name: 'listener.changed', data: { state: 'stopped' } })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await shows(page.emptyTitle)
  await eventually(() => expect(document.body.textContent).toContain('Not receiving.'))
})

test('does not list a tunnel that closes only briefly', async () => {
  await open({ 'tunnel.status': () => aTunnel(), 'endpoints.list': () => [anEndpoint()] })
  await shows(page.emptyTitle)
  await app.tell({ name: 'tunnel.changed', data: aTunnel({ state: 'down' }) })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await shows(page.emptyTitle)
  await shows('The tunnel is down. 1 endpoint can’t deliver')
  await app.tell({ name: 'tunnel.changed', data: aTunnel() })
  await shows(page.emptyTitle)
})

test('lists a replacement whose old endpoint’s retries ended until the user dismisses it', async () => {
  let replacements = [aReplacement]
  await open({
    'endpoints.replacements': () => replacements,
    'missed.status': () => aMissedStatus([aMissed({ endpointId: aReplacement.newId ?? '' })]),
    'endpoints.dismiss-replacement': () => {
      replacements = []
      return null
    },
  })
  await shows('2 failed deliveries won’t be retried.')
  await shows('3 missed')
  control('button', actions.catchUp)
  await choose('hooks.example.com/hooks/abc', actions.dismiss)
  await eventually(() => expect(document.body.textContent).not.toContain('won’t be retried'))
  expect(app.inputsOf('endpoints.dismiss-replacement')).toEqual([{ id: 1 }])
})

test('shows the remaining items if one of their sources fails', async () => {
  let fails = true
  await open({
    'endpoints.unfinished': () => {
      if (fails) throw new AppError('unreachable', 'The service did not answer.')
      return [lost({})]
    },
    'listening.leftovers': () => [{ ...left, id: 't1', endpointId, isOpen: true }],
  })
  await shows(/The service did not answer\..*A temporary endpoint was left behind/)
  fails = false
  await press('button', 'Try again')
  await shows(words['secret-lost'].what)
})

test('on the attention page, J, K, Enter, O and M act on the current row', async () => {
  const second = 'whe_Aaaaaaaaaaaaa2'
  await open({
    'endpoints.list': () => [anEndpoint({ label: 'Mail' }), anEndpoint({ id: second, label: 'Chat' })],
    'missed.status': () => aMissedStatus([aMissed({ endpointId }), aMissed({ endpointId: second })]),
  })
  await shows(/Mail missed.*Chat missed/)
  const accented = () => document.querySelectorAll('li [class*="primary"]').length
  expect(currentRow()).toMatch(/^Mail/)
  expect(accented()).toBe(1)
  pressKey('j')
  await eventually(() => expect(currentRow()).toMatch(/^Chat/))
  expect(document.activeElement?.textContent).toBe(actions.catchUp)
  pressKey('k')
  await eventually(() => expect(currentRow()).toMatch(/^Mail/))
  pressKey('m')
  await eventually(() => expect(app.inputsOf('missed.set-muted')).toEqual([{ endpointId, muted: true }]))
  pressKey('o')
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}`))
  await eventually(() => expect(currentRow()).toBeUndefined())
  location.hash = '#/attention'
  await eventually(() => expect(currentRow()).toMatch(/^Mail/))
  ;(document.activeElement as HTMLElement | null)?.blur()
  pressKey('Enter')
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}&form=catch-up`))
})

test('hides muted endpoints until the user shows and unmutes them', async () => {
  let muted = true
  await open({
    'endpoints.list': () => [anEndpoint({ label: 'Mail', enabled: false, disabledState })],
    'missed.status': () => aMissedStatus([aMissed({ endpointId, muted })]),
    'missed.set-muted': (input) => {
      muted = input.muted
      return null
    },
  })
  await shows(page.emptyTitle)
  expect(control('link', /^Needs attention/).textContent).toBe('Needs attention')
  await press('button', `${page.muted} 1`)
  await shows(`Mail ${rows.muted.what}`)
  await press('button', actions.unmute)
  await shows(`Mail ${rows.disabled(true).what}`)
  expect(app.inputsOf('missed.set-muted')).toEqual([{ endpointId, muted: false }])
})

const tidewater: WorkspaceSummary = {
  ...{ id: 'b', kind: 'service', label: 'Tidewater', baseUrl: 'https://api.example.com' },
  ...{ notePath: '/v1/notes/{note_id}', updateMethod: 'auto', pace: { burst: 25, perSecond: 5 } },
  ...{ key: 'kept', isOpen: false, endpointsOff: { all: 3, notFromHere: 2 }, polling: 'active' },
}

test('groups items by their consequence, and opens the workspace of an item', async () => {
  await open({
    'endpoints.list': () => [anEndpoint({ label: 'Mail', enabled: false, disabledState })],
    'listening.leftovers': () => [{ ...left, id: 't1', endpointId, isOpen: true }],
    'workspaces.list': () => [tidewater],
  })
  await shows(
    new RegExp([groups.missing, 'Mail', groups.risk, temporary, groups.other, 'Tidewater'].join('.*')),
  )
  await shows('has 2 disabled endpoints')
  await press('button', actions.openWorkspace)
  expect(app.inputsOf('workspaces.open')).toEqual([{ id: tidewater.id }])
})

test('lists endpoints whose missed events were caught up in the last few days', async () => {
  const gaps = [aGap({ behind: 0, caughtUp: 6 }), aGap({ key: 'gap-2', behind: 0, caughtUp: 1 })]
  const resolved = { behind: 0, gaps, since: null, caughtUp: 7 }
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  await open({
    'missed.status': () =>
      aMissedStatus([
        aMissed({ ...resolved, label: 'Mail', caughtUpAt: at(1) }),
        aMissed({ ...resolved, endpointId: 'whe_Aaaaaaaaaaaaa2', label: 'Old', caughtUpAt: at(9) }),
      ]),
    'endpoints.list': () => [
      anEndpoint({ label: 'Mail' }),
      anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2', label: 'Old' }),
    ],
  })
  await shows(`Mail ${page.caughtUp(7, 2)}`)
  await shows(page.emptyTitle)
  expect(listed()).toHaveLength(1)
})
