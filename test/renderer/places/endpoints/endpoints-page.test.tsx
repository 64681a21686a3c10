// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Unfinished } from '#shared/endpoints/unfinished.ts'
import { AppError, type ScopeAdvice } from '#shared/errors.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import {
  unfinishedActions as actions,
  unfinished as words,
} from '../../../../renderer/nouns/attention/copy.ts'
import { overview } from '../../../../renderer/places/endpoints/activity/copy.ts'
import { words as meanwhile } from '../../../../renderer/ui/feedback/changed-meanwhile.tsx'
import { settled } from '../../../support/deliveries/settled.ts'
import { eventually } from '../../../support/eventually.ts'
import { aGap, aMissed, aMissedStatus } from '../../../support/renderer/missed-samples.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../support/renderer/open-app.tsx'
import { aReceiver } from '../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint, aTunnel, noName } from '../../../support/renderer/samples.ts'

const responseTimes = { median: 31, p95: 62 }
const secret = 'whsec_bm9ib2R5IG1heSBmaW5kIHRoaXM='
let list: Endpoint[]
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  list = []
})

afterEach(() => {
  vi.useRealTimers()
  return app.close()
})

test('creates an endpoint and forgets its secret when the dialog closes', async () => {
  await open('#/endpoints?form=new')
  await press('button', 'Create endpoint')
  await shows(/Endpoint created.*All events · Any folder/)
  expect(app.inputsOf('endpoints.create')).toEqual([
    {
      label: 'All notes',
      receiver: { kind: 'inspector' },
      scopes: ['personal', 'public'],
      events: [],
      folderIds: [],
    },
  ])
  await eventually(() => control('button', /^Show$/))
  expect(document.body.innerHTML, 'masked until asked for').not.toContain(secret)
  await press('button', /^Show$/)
  expect(document.body.innerHTML).toContain(secret)
  expect(known(), 'no cache holds it even while it is shown').not.toContain(secret)

  await press('button', 'Done')
  await eventually(() => expect(document.body.textContent).not.toContain('Endpoint created'))
  expect(known() + document.documentElement.outerHTML).not.toContain(secret)
})

test('shows next to its field why the service rejected an endpoint', async () => {
  await open('#/endpoints?form=new', {
    'endpoints.create': () => {
      throw new AppError('refused', 'The service rejected this.', {
        status: 400,
        detail: 'bad_request: url: its address is not public.',
        requestId: 'req_1',
      })
    },
  })
  await press('radio', /Another URL/)
  await type('URL', 'https://10.0.0.1/in')
  await press('button', 'Create endpoint')
  await eventually(() =>
    expect(described('URL')).toContain('The service rejected this: its address is not public.'),
  )
  expect(described('URL')).not.toMatch(/bad_request|req_1/)
  expect(detailsShown()).toMatch(/400: bad_request: url: its address is not public\.Request ID req_1/)
  expect(document.activeElement, 'the field that needs another look').toBe(control('textbox', 'URL'))
})

const boardId = 'fol_3xUUFpjYeNVxJa'
const board = { id: boardId, name: 'Interviews', parentFolderId: null, spaceId: null }
const knownFolders: Answers = {
  'notes.known-folders': () => ({
    spaces: [],
    folders: [board],
    asOf: '2026-01-01T00:00:00Z',
    incomplete: null,
    unreadable: 0,
  }),
}
const refusedScopes = (scopes: ScopeAdvice, detail: string, status = 400) => {
  throw new AppError(status === 403 ? 'forbidden' : 'refused', 'The service rejected this.', {
    ...{ status, detail, requestId: 'req_9', scopes },
  })
}

test('names the folder that does not match the endpoint’s scopes', async () => {
  const said = `bad_request: scopes: the folder ${boardId} is visible to the workspace, so include public.`
  const folder = { id: boardId, visibility: 'workspace' as const }
  let isRefused = true
  await open('#/endpoints?form=new', {
    ...knownFolders,
    'endpoints.create'(draft) {
      if (isRefused) return refusedScopes({ named: true, folder, offers: [['personal', 'public']] }, said)
      const made = anEndpoint({ scopes: draft.scopes })
      list = [made]
      return made
    },
  })
  const inView = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  await press('checkbox', /public/)
  await press('button', 'Create endpoint')
  await shows('Interviews is visible to the workspace. Add the scope public.')
  await eventually(() =>
    expect(inView.mock.contexts.at(-1)).toHaveProperty('textContent', expect.stringContaining('Add public')),
  )
  inView.mockRestore()
  expect(control('checkbox', /personal/)).toBe(document.activeElement)
  const form = document.querySelector('form')
  expect(form?.textContent?.replace(detailsShown(), '')).not.toMatch(/bad_request|fol_|req_9/)
  expect(detailsShown()).toMatch(/400: bad_request: scopes: the folder fol_.*Request ID req_9/)

  isRefused = false
  await press('button', 'Add public')
  await eventually(() => expect(document.body.textContent).not.toContain('visible to the workspace. Add'))
  expect(document.activeElement).toBe(control('button', 'Create endpoint'))
  await press('button', 'Create endpoint')
  await shows('Endpoint created')
  expect(app.inputsOf('endpoints.create').at(-1)).toMatchObject({ scopes: ['personal', 'public'] })
})

test('creates an endpoint while the tunnel is down', async () => {
  await open('#/endpoints?form=new', {
    'tunnel.status': () => aTunnel({ state: 'proving', problem: noName }),
    'endpoints.create': () => anEndpoint(),
  })
  await shows('The tunnel is down.')
  expect(control('link', 'Tunnel').getAttribute('href')).toContain('/tunnel')
  await app.tell({ name: 'tunnel.changed', data: aTunnel() })
  await eventually(() => expect(document.body.textContent).not.toContain('The tunnel is down.'))
  await app.tell({ name: 'tunnel.changed', data: aTunnel({ state: 'down', problem: noName }) })
  await shows('The tunnel is down.')
  await press('radio', /Another URL/)
  await eventually(() => expect(document.body.textContent).not.toContain('The tunnel is down.'))
  await press('radio', /This inspector/)
  await press('button', 'Create endpoint')
  await eventually(() => expect(app.inputsOf('endpoints.create')).toHaveLength(1))
})

test('replaces scopes that the API key may not use with those that it may use', async () => {
  await open('#/endpoints?form=new', {
    'endpoints.create': () =>
      refusedScopes({ named: true, offers: [['workspace']] }, 'invalid scope, expected [workspace]', 422),
  })
  await press('button', 'Create endpoint')
  await shows('Use only the scope workspace.')
  await press('button', 'Use workspace instead')
  expect(control('checkbox', /^workspace/)).toHaveProperty('checked', true)
  expect(control('checkbox', /^personal/)).toHaveProperty('checked', false)
})

test('shows the service’s message about scopes if there is no suggestion', async () => {
  const folder = { id: boardId, visibility: 'private' as const }
  await open('#/endpoints?form=new', {
    ...knownFolders,
    'endpoints.create': () =>
      refusedScopes(
        { named: true, folder, offers: [] },
        `bad_request: folder ${boardId} is private: include personal`,
      ),
  })
  await press('button', 'Create endpoint')
  await shows('The service rejected this: folder Interviews is private: include personal')
  expect(document.body.textContent).not.toMatch(/alone\.|instead|one of these/)
})

test('suggests other scopes if the service rejects an endpoint without a reason', async () => {
  const guess = { named: false, offers: [['personal'], ['workspace']] }
  await open('#/endpoints?form=new', {
    'endpoints.create': () => refusedScopes(guess, 'forbidden', 403),
  })
  await press('button', 'Create endpoint')
  await shows('The service rejected this.')
  control('button', 'Use workspace instead')
  await press('button', 'Use personal instead')
  expect(control('checkbox', /^public/)).toHaveProperty('checked', false)
})

test('offers the scope “workspace” for workspace keys outside the sandbox', async () => {
  const workspace = { id: 'w1', kind: 'service', label: 'Acme', baseUrl: 'https://api.example.com' } as const
  await open('#/endpoints?form=new', {
    'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: '…3kQ9' }),
  })
  expect(() => control('checkbox', /^workspace/)).toThrow()
  await shows('If your API key covers the whole workspace, it may accept only workspace.')
  await press('button', 'Use workspace')
  expect(document.activeElement).toBe(control('checkbox', /^workspace/))
  await press('checkbox', /^workspace/)
  expect(control('checkbox', /^workspace/), 'it stays to be chosen').toHaveProperty('checked', false)
  await press('checkbox', /^workspace/)
  await press('button', 'Create endpoint')
  await shows('Endpoint created')
  expect(app.inputsOf('endpoints.create')).toMatchObject([{ scopes: ['workspace'] }])
})

test('offers the scope “workspace” if an existing endpoint has it', async () => {
  list = [anEndpoint({ scopes: ['workspace'] })]
  await open('#/endpoints?form=new')
  await eventually(() => expect(control('checkbox', /^workspace/)).toHaveProperty('checked', false))
})

test('reports that an endpoint has too many folders before it sends the request', async () => {
  const folders = Array.from({ length: 102 }, (_, at) => ({
    ...board,
    id: `fol_${String(at).padStart(14, '0')}`,
    name: `Folder ${at}`,
  }))
  const index = { spaces: [], folders, asOf: '2026-01-01T00:00:00Z', incomplete: null, unreadable: 0 }
  const one = anEndpoint({ folderIds: folders.map(({ id }) => id) })
  list = [one]
  await open(`#/endpoints?endpoint=${one.id}&form=edit`, { 'notes.known-folders': () => index })
  await shows('102 of 100 selected')
  await press('button', /^Remove/)
  await shows('101 of 100 selected')
  await press('button', 'Save changes')
  await shows('Select at most 100 folders, or a parent folder instead.')
  expect(app.inputsOf('endpoints.update')).toEqual([])
})

test('edits other fields of an endpoint that already has more folders than allowed', async () => {
  const one = anEndpoint({ folderIds: Array.from({ length: 102 }, (_, at) => `fol_Aaaaaaaaaaa${100 + at}`) })
  list = [one]
  await open(`#/endpoints?endpoint=${one.id}&form=edit`)
  await press('radio', 'Only these')
  await press('checkbox', /note\.edited/)
  await press('button', 'Save changes')
  await shows('Endpoint updated.')
  expect(app.inputsOf('endpoints.update')).toEqual([
    { id: one.id, changes: { events: ['note.generated', 'note.access_granted'] } },
  ])
})

test('shows which users may change an endpoint', async () => {
  const colleague = { name: 'Iris Vandenberg', email: 'iris.vandenberg@example.com' }
  const one = anEndpoint({ url: 'https://hooks.example.com', urlRedacted: true, createdBy: colleague })
  list = [one]
  await open(`#/endpoints?endpoint=${one.id}&form=edit`, {
    'endpoints.update'() {
      throw new AppError('forbidden', 'Your key can’t change this endpoint.', {
        ...{ status: 403, detail: 'forbidden: Only its creator', reasons: ['creator', 'scopes', 'plan'] },
      })
    },
  })
  await shows(
    /Another user may have created this endpoint.*Iris Vandenberg \(iris\.vandenberg@example\.com\) created it/,
  )
  await press('radio', 'Only these')
  await press('checkbox', /note\.edited/)
  await press('button', 'Save changes')
  await shows(/Your key can’t change.*Who can change this endpoint.*Iris Vandenberg/)
})

test('shows why an endpoint was rejected above the form if the reason concerns no field', async () => {
  await open('#/endpoints?form=new', {
    'endpoints.create': () => {
      throw new AppError('forbidden', 'The service does not allow this.', {
        status: 403,
        detail: 'forbidden: webhooks are limited by your admin',
        requestId: 'req_2',
      })
    },
  })
  await press('button', 'Create endpoint')
  await shows(/The service does not allow this\..*limited by your admin.*403.*req_2/)
})

test('counts down while the creation of an endpoint waits, and lets the user cancel it', async () => {
  const until = new Date(Date.now() + 90_000).toISOString()
  const stopped = Promise.withResolvers<void>()
  await open('#/endpoints?form=new', {
    'workspaces.connection': () => ({
      waitingUntil: until,
      changeWaits: true,
      changeRefused: false,
      trouble: null,
    }),
    async 'endpoints.create'() {
      await stopped.promise
      throw new AppError('canceled', 'You stopped this while it waited. Nothing was sent.')
    },
    'endpoints.stop-waiting'() {
      stopped.resolve()
      return null
    },
  })
  await press('radio', /Another URL/)
  await type('URL', 'https://hooks.example.com/in')
  expect(document.body.textContent).not.toContain('Sending in')
  await press('button', 'Create endpoint')
  await shows(/Sending in [5-9]\d s\./)
  await press('button', 'Cancel request')
  await shows('You stopped this while it waited. Nothing was sent.')
  expect(document.body.textContent).not.toContain('Sending in')
  expect(control('textbox', 'URL')).toHaveProperty('value', 'https://hooks.example.com/in')
})

test.each([
  [
    'a deletion',
    'endpoints.remove',
    async () => {
      await choose('Delete…')
      await type('Type hooks.example.com/hooks/abc to confirm', 'hooks.example.com/hooks/abc')
      await press('button', 'Delete endpoint')
    },
  ],
  ['a switch', 'endpoints.update', () => press('switch', 'Enabled')],
] as const)(
  'counts down while %s waits for the service, and lets the user cancel it',
  async (_what, name, ask) => {
    list = [anEndpoint()]
    const stopped = Promise.withResolvers<never>()
    const waits = (changeWaits: boolean) => ({
      ...{ waitingUntil: new Date(Date.now() + 90_000).toISOString(), changeWaits },
      ...{ changeRefused: false, trouble: null },
    })
    await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', {
      'workspaces.connection': () => waits(false),
      [name]: () => stopped.promise,
      'endpoints.stop-waiting'() {
        stopped.reject(new AppError('canceled', 'You stopped this while it waited. Nothing was sent.'))
        return null
      },
    })
    await eventually(() => control('switch', 'Enabled'))
    await ask()
    await eventually(() => expect(app.inputsOf(name)).toHaveLength(1))
    expect(document.body.textContent, 'only a reading waits').not.toContain('Sending in')
    await app.tell({ name: 'workspaces.connection-changed', data: waits(true) })
    await shows(/Sending in [5-9]\d s\./)
    await press('button', 'Cancel request')
    await shows('You stopped this while it waited. Nothing was sent.')
    expect(document.body.textContent).not.toContain('Sending in')
    await app.tell({ name: 'endpoints.changed', data: {} })
    await eventually(() => expect(control('option', /^hooks\.example\.com/)).toBeTruthy())
  },
)

test('reports an endpoint whose creation waits for the rate limit as not created yet', async () => {
  const until = new Date(Date.now() + 90_000).toISOString()
  await open('#/endpoints?form=new', {
    'workspaces.connection': () => ({
      waitingUntil: until,
      changeWaits: true,
      changeRefused: true,
      trouble: null,
    }),
    'endpoints.create': () => new Promise<never>(() => {}),
  })
  await press('button', 'Create endpoint')
  await shows(/Rate limited by the service\..*Endpoint not created yet\. Retrying in [5-9]\d s\./)
  expect(document.body.textContent).not.toMatch(/Nothing sent yet|Sending in/)
})

test('shows how long a slow request has been running', async () => {
  await open('#/endpoints?form=new', { 'endpoints.create': () => new Promise(() => {}) })
  await press('button', 'Create endpoint')
  const seconds = () => Number(/Waiting for the service: (\d+) s\. You can close this/.exec(page())?.[1])
  const first = await eventually(() => {
    expect(seconds(), 'what is quick needs no words').toBeGreaterThanOrEqual(2)
    return seconds()
  })
  await eventually(() => expect(seconds()).toBeGreaterThan(first))
  await shows('the request continues')

  await press('button', 'Close')
  await eventually(() => expect(location.hash).not.toContain('form=new'))
  location.hash = '#/endpoints?form=new'
  await eventually(() => expect(seconds(), 'counted from when it was sent').toBeGreaterThan(first))
  expect(page(), 'what was typed is on its way').not.toContain('Your draft was restored')
  expect(app.inputsOf('endpoints.create')).toHaveLength(1)
})

test('keeps a typed name while the creation of another endpoint is running', async () => {
  let reply = () => {}
  await open('#/endpoints?form=new', {
    'endpoints.create': () =>
      new Promise((resolve) => {
        reply = () => resolve(anEndpoint({ id: 'whe_Bbbbbbbbbbbbb2', label: 'First' }))
      }),
  })
  await eventually(() => control('textbox', 'Name'))
  await type('Name', 'First')
  await press('button', 'Create endpoint')
  await press('button', 'Close')
  await eventually(() => expect(location.hash).not.toContain('form=new'))
  location.hash = '#/endpoints?form=new'
  await eventually(() => control('textbox', 'Name'))
  await type('Name', 'Second')
  reply()
  await shows('Endpoint created')
  location.hash = '#/endpoints?form=new'
  await eventually(() => expect((control('textbox', 'Name') as HTMLInputElement).value).toBe('Second'))
})

test('keeps the draft of an endpoint through a reload until the endpoint is created', async () => {
  await open('#/endpoints?form=new')
  await press('radio', /Another URL/)
  await type('URL', 'https://hooks.example.com/in')
  await press('radio', 'Only these')
  await press('checkbox', /note\.edited/)
  await app.close()

  await open('#/endpoints?form=new')
  await eventually(() =>
    expect((control('textbox', 'URL') as HTMLInputElement).value).toBe('https://hooks.example.com/in'),
  )
  await press('button', 'Create endpoint')
  await shows('Endpoint created')
  expect(app.inputsOf('endpoints.create')).toEqual([
    {
      label: 'All notes: edited',
      receiver: { kind: 'url', url: 'https://hooks.example.com/in' },
      scopes: ['personal', 'public'],
      events: ['note.edited'],
      folderIds: [],
    },
  ])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('hooks.example.com')
})

const draft = {
  receiver: { kind: 'inspector' as const },
  scopes: ['personal', 'public'],
  events: [],
  folderIds: [],
}
const lost = (parts: Partial<Unfinished>): Unfinished => ({
  id: 'token1',
  state: 'secret-lost',
  url: 'https://tunnel.example.com/hooks/x',
  requestedAt: '2026-01-01T00:00:00Z',
  draft,
  endpoints: [],
  ...parts,
})

test('asks the user to resolve a creation whose reply was lost before creating another endpoint', async () => {
  let unfinished: Unfinished[] = []
  await open('#/endpoints?form=new', {
    'endpoints.unfinished': () => unfinished,
    'endpoints.create': () => {
      unfinished = [lost({})]
      throw new AppError('outcome-unknown', 'The connection broke.')
    },
    'endpoints.finish': () => {
      unfinished = []
      const until = new Date(Date.now() + 600_000).toISOString()
      return { endpoint: anEndpoint({ id: 'whe_Made0000000001', revealUntil: until }) }
    },
  })
  await press('button', 'Create endpoint')
  await shows(words['secret-lost'].what)
  await eventually(() => expect(control('button', 'Create endpoint').hasAttribute('disabled')).toBe(true))
  await press('button', actions.recreate)
  await shows('Endpoint created')
  expect(app.inputsOf('endpoints.finish')).toEqual([{ id: 'token1', action: { kind: 'recreate' } }])
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('draft:endpoint-new')
})

test('shows why the creation of an endpoint failed only once on the page', async () => {
  let unfinished: Unfinished[] = []
  await open('#/endpoints?form=new', {
    'endpoints.unfinished': () => unfinished,
    'endpoints.create': () => {
      unfinished = [lost({ state: 'not-created' })]
      throw new AppError('outcome-unknown', 'The service failed while it created the endpoint.', {
        ...{ status: 500, detail: 'boom', requestId: 'req_5' },
      })
    },
  })
  await press('button', 'Create endpoint')
  await shows(words['not-created'].what)
  await shows(/Jan 1/)
  await shows('The service failed while it created the endpoint.')
  await shows('Resolve this first to avoid creating an endpoint twice.')
  const text = document.body.textContent ?? ''
  expect(text.split(words['not-created'].what)).toHaveLength(2)
  expect(text).not.toContain('req_5')
  await press('button', 'Details')
  await shows(/500.*boom.*req_5/)
})

test('the user can create another endpoint although an earlier endpoint’s secret was lost', async () => {
  await open('#/endpoints?form=new', { 'endpoints.unfinished': () => [lost({ state: 'secret-gone' })] })
  await eventually(() => expect(control('button', 'Create endpoint').hasAttribute('disabled')).toBe(false))
  expect(document.body.textContent).not.toContain('Resolve this first')
})

test('does not copy an endpoint’s redacted URL or send it back to the service', async () => {
  list = [anEndpoint({ url: 'https://hooks.example.com/****', urlRedacted: true, receivedHere: false })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await shows('Partly hidden by the service')
  expect(() => control('button', 'Copy URL')).toThrow()
  await press('button', 'Edit')
  await press('checkbox', /^personal/)
  await press('button', 'Save changes')
  await eventually(() =>
    expect(app.inputsOf('endpoints.update')).toEqual([
      { id: 'whe_Aaaaaaaaaaaaa1', changes: { scopes: ['public'] } },
    ]),
  )
})

test('shows who gets emails about failures if the account of an endpoint’s creator was deleted', async () => {
  list = [anEndpoint({ createdBy: null })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=configuration')
  await shows('Deleted account. Failure emails go to workspace admins.')
})

test('does not warn about failed deliveries of a disabled endpoint', async () => {
  const fourDays = {
    lastSuccessAt: null,
    failingSince: '2026-01-01T00:00:00Z',
    failures: 3,
    mismatches: null,
    disablesAt: '2026-01-05T00:00:00Z',
  }
  list = [anEndpoint({ fourDays, enabled: false, disabledState: null })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await shows(/3 requests failed or never arrived since (Jan 1|Dec 31),.* until it was disabled\./)
  expect(document.body.textContent).not.toContain('The service disables this endpoint')
  expect(document.body.textContent).not.toContain('Deliveries are failing')
  list = [anEndpoint({ fourDays })]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows('The service disables this endpoint around')
})

test('offers no retry if loading endpoints fails because the session has expired', async () => {
  await open('#/endpoints', {
    'endpoints.list': () => {
      throw new AppError('no-session', 'This address has expired. Open the new one shown in the terminal.')
    },
  })
  await shows(/Not connected to Notehook.*This address has expired\./)
  expect(page()).not.toContain('Try again')
})

test('reports an unreachable host only once on the page', async () => {
  list = [anEndpoint({ label: 'Ticket sync' })]
  let isLost = false
  await open('#/endpoints', {
    'endpoints.list': () => {
      if (isLost) throw new AppError('host-lost', 'The list says so, too.')
      return list
    },
  })
  await shows('Ticket sync')
  isLost = true
  await app.tell({ name: 'endpoints.changed', data: {} })
  await app.tell({ name: 'host.lost', data: { reason: 'unreachable' } })
  await shows('Notehook isn’t responding.')
  await eventually(() => expect(app.inputsOf('endpoints.list').length).toBeGreaterThan(1))
  await settled()
  expect(page()).toContain('Ticket sync')
  expect(page()).not.toContain('The list says so, too.')
})

test('explains how to disable an endpoint if the service ignores the change', async () => {
  list = [anEndpoint()]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', {
    'endpoints.update': () => {
      throw new AppError(
        'enabled-unchanged',
        'Do it in the service’s web app under Settings > Connectors > Webhooks.',
      )
    },
  })
  await eventually(() => control('switch', 'Enabled'))
  await press('switch', 'Enabled')
  await shows('Settings > Connectors > Webhooks')
  expect((control('switch', 'Enabled') as HTMLInputElement).checked).toBe(true)
})

test.each([
  [
    { by: 'service' as const, apart: 5_000 },
    /^The service disabled this endpoint after it failed for 4 days of sandbox time\.Disabled at \d+:\d\d.*Fix the cause, then enable it\./,
  ],
  [
    { by: 'elsewhere' as const, apart: 3_600_000 },
    /^This endpoint was disabled outside Notehook\.Disabled between .* and .*events are missed\./,
  ],
  [
    { by: 'here' as const, apart: 3_600_000 },
    /^You disabled this endpoint\.Disabled at \d.*events are missed\./,
  ],
  [
    { by: 'unknown' as const, apart: null },
    /^This endpoint was disabled before Notehook first listed it\.Until you enable it/,
  ],
])('shows who disabled an endpoint and when: %o', async ({ by, apart }, words) => {
  vi.setSystemTime(new Date(2026, 5, 15, 12, 0, 30))
  const noticedAt = new Date().toISOString()
  const lastEnabledAt = apart === null ? null : new Date(Date.now() - apart).toISOString()
  list = [anEndpoint({ enabled: false, disabledState: { by, lastEnabledAt, noticedAt } })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  const role = by === 'here' ? 'status' : 'alert'
  await eventually(() => expect(control(role, words).textContent).toMatch(words))
})

test('labels the switch of an endpoint with its current state', async () => {
  list = [anEndpoint({ enabled: false })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await eventually(() => expect(control('switch', 'Disabled')).toHaveProperty('checked', false))
  expect(() => control('switch', 'Enabled')).toThrow()
  await press('switch', 'Disabled')
  await eventually(() => expect(control('switch', 'Enabled')).toHaveProperty('checked', true))
})

test.each([
  [{ label: 'Ticket sync' }, 'Ticket sync'],
  [{ url: 'https://hooks.example.com/in' }, 'hooks.example.com/in'],
  // Endpoints of one receiver share its host, and their paths are long.
  [{ url: 'https://hooks.example.com/hooks/Zx81kQwErTyUiOp' }, 'hooks.example.com TyUiOp'],
  [{ url: 'https://hooks.example.com/****', urlRedacted: true }, 'whe_Aaaaaaaaaaaaa1'],
])('deletes an endpoint only after its unique name is typed: %o', async (parts, words) => {
  list = [anEndpoint(parts)]
  const remove = vi.fn(() => {
    list = []
    return null
  })
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', { 'endpoints.remove': remove })
  await eventually(() => control('switch', 'Enabled'))
  await choose('Delete…')
  await press('button', 'Delete endpoint')
  expect(remove).not.toHaveBeenCalled()
  await type(`Type ${words} to confirm`, words)
  await press('button', 'Delete endpoint')
  await shows('No endpoints yet')
  expect(remove).toHaveBeenCalledOnce()
})

test('names the receivers that forward nothing once an endpoint is deleted', async () => {
  list = [anEndpoint(), anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2' })]
  const forwards = (name: string, endpointIds: string[], live = true) =>
    aReceiver({ id: `rcv_${name}`, name, live, rules: { ...newReceiver.rules, endpointIds } })
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', {
    'receivers.list': () => [
      forwards('Tickets', ['whe_Aaaaaaaaaaaaa1']),
      forwards('Both', ['whe_Aaaaaaaaaaaaa1', 'whe_Aaaaaaaaaaaaa2']),
      forwards('All', []),
      forwards('Paused', ['whe_Aaaaaaaaaaaaa1'], false),
    ],
  })
  await eventually(() => control('switch', 'Enabled'))
  await choose('Delete…')
  await shows('The receiver Tickets then forwards nothing.')
})

test('sets and removes an endpoint’s name', async () => {
  list = [anEndpoint()]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', {
    'endpoints.set-label': ({ id, label }) => {
      list = list.map((one) => (one.id === id ? { ...one, label: label || null } : one))
      return null
    },
  })
  await eventually(() => control('button', 'More actions'))
  await choose('Rename…')
  await type('Name', 'Ticket sync')
  await press('button', 'Save name')
  await eventually(() => control('option', /^Ticket sync, hooks\.example\.com/))
  expect(document.querySelector('#endpoint-detail h2')?.textContent).toBe('Ticket sync')
  await choose('Rename…')
  await type('Name', ' ')
  await press('button', 'Save name')
  await eventually(() => control('option', /^hooks\.example\.com/))
  expect(app.inputsOf('endpoints.set-label')).toEqual([
    { id: 'whe_Aaaaaaaaaaaaa1', label: 'Ticket sync' },
    { id: 'whe_Aaaaaaaaaaaaa1', label: '' },
  ])
})

test('the / key focuses the search field of the list of endpoints', async () => {
  list = [anEndpoint()]
  await open('#/endpoints')
  const field = await eventually(() => control('textbox', 'Search endpoints'))
  const pressSlash = () =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
    )
  expect(pressSlash(), 'it leads there, and is not typed').toBe(false)
  expect(document.activeElement).toBe(field)
  expect(pressSlash()).toBe(true)
})

test('shows the keys E and X while the arrow keys are on an endpoint, and E edits it', async () => {
  list = [anEndpoint()]
  await open('#/endpoints')
  const listbox = await eventually(() => control('listbox', 'Endpoints'))
  const hints = () => [...document.querySelectorAll('p kbd')].map(({ textContent }) => textContent)
  expect(hints()).toEqual(['N'])
  listbox.focus()
  await eventually(() => expect(hints()).toEqual(['N', 'E', 'X']))
  const press = (key: string) =>
    listbox.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  press('x')
  await eventually(() => expect(hints()).not.toContain('E'))
  press('x')
  await eventually(() => expect(hints()).toContain('E'))
  press('e')
  await eventually(() => expect(location.hash).toBe('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit'))
})

test('explains that the workspace’s plan has no webhooks', async () => {
  await open('#/endpoints', {
    'endpoints.list': () => {
      throw new AppError('no-webhooks', 'Webhooks need a Business or Enterprise plan.', {
        status: 404,
      })
    },
  })
  await shows('No webhooks on this plan')
  await shows('Business or Enterprise')
  await press('button', 'Change key…')
  await eventually(() => expect(location.hash).toBe('#/settings/workspace'))
})

async function open(hash: string, answers: Answers = {}): Promise<void> {
  app = await openApp(hash, {
    'endpoints.list': () => list,
    'endpoints.create': ({ receiver }) => {
      const url = receiver.kind === 'url' ? receiver.url : 'https://tunnel.example.com/hooks/new'
      const until = new Date(Date.now() + 600_000).toISOString()
      const made = anEndpoint({ id: 'whe_Made0000000001', url, revealUntil: until })
      list = [...list, made]
      return made
    },
    'endpoints.update': ({ id, changes: { receiver: _, ...changes } }) => {
      const changed = { ...(list.find((endpoint) => endpoint.id === id) ?? anEndpoint()), ...changes }
      list = list.map((endpoint) => (endpoint.id === id ? (changed as Endpoint) : endpoint))
      return changed as Endpoint
    },
    'endpoints.set-label': () => null,
    'endpoints.reveal-secret': () => ({ secret, until: new Date(Date.now() + 600_000).toISOString() }),
    ...answers,
  })
  await shows('Endpoints')
  if (hash.includes('form=')) await eventually(() => control('button', /^(Create endpoint|Save .+)$/))
}

test('proposes an unused name for a new endpoint by its selected events', async () => {
  list = [anEndpoint({ label: 'All notes' })]
  await open('#/endpoints?form=new', knownFolders)
  await eventually(() => expect(control('textbox', 'Name')).toHaveProperty('value', 'All notes 2'))
  expect(document.activeElement).toBe(control('textbox', 'Name'))
  expect(document.activeElement).toMatchObject({ selectionStart: 0, selectionEnd: 'All notes 2'.length })
  await press('radio', 'Only these')
  await press('checkbox', /note\.access_granted/)
  expect(control('textbox', 'Name')).toHaveProperty('value', 'All notes: access granted')
  await type('Name', 'Ticket sync')
  await press('radio', 'All events')
  expect(control('textbox', 'Name'), 'what was typed stays').toHaveProperty('value', 'Ticket sync')
  await press('button', 'Create endpoint')
  await shows('Endpoint created')
  expect(app.inputsOf('endpoints.create')).toMatchObject([{ label: 'Ticket sync', events: [] }])
})

test('requires at least one event if an endpoint does not get all events', async () => {
  await open('#/endpoints?form=new')
  await press('radio', 'Only these')
  await press('button', 'Create endpoint')
  await shows('Select at least one event.')
  expect(app.inputsOf('endpoints.create')).toEqual([])
})

test('stores the new name of an endpoint without a request to the service if nothing else changed', async () => {
  list = [anEndpoint({ label: 'Ticket sync' })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit')
  const before = app.inputsOf('endpoints.list').length
  await type('Name', 'Board digest')
  await press('button', 'Save changes')
  await shows('Endpoint updated.')
  await eventually(() => control('option', /^Board digest/))
  const renamed = { workspaceId: 'sandbox', id: 'whe_Aaaaaaaaaaaaa1', label: 'Weekly digest' }
  await app.tell({ name: 'endpoints.renamed', data: renamed })
  await eventually(() => control('option', /^Weekly digest/))
  expect(app.inputsOf('endpoints.set-label')).toEqual([{ id: 'whe_Aaaaaaaaaaaaa1', label: 'Board digest' }])
  expect(app.inputsOf('endpoints.update')).toEqual([])
  expect(app.inputsOf('endpoints.list')).toHaveLength(before)
})

test('reports that another client changed the endpoint during an edit', async () => {
  list = [anEndpoint({ label: 'Ticket sync' })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit')
  await type('Name', 'Board digest')
  list = [anEndpoint({ label: 'Ticket sync', scopes: ['public'] })]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await eventually(() => expect((control('checkbox', /^personal/) as HTMLInputElement).checked).toBe(false))
  expect(page(), 'nothing typed is in its way').not.toContain(meanwhile.text)

  list = [anEndpoint({ label: 'Sales', scopes: ['public'] })]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows(meanwhile.title(['Name']))
  expect((control('textbox', 'Name') as HTMLInputElement).value, 'what was typed stays').toBe('Board digest')
  await app.close()

  // The conflict is also reported after a reload.
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit')
  await shows(meanwhile.title(['Name']))
  await press('button', meanwhile.save)
  await shows('Endpoint updated.')
  expect(app.inputsOf('endpoints.set-label')).toEqual([{ id: 'whe_Aaaaaaaaaaaaa1', label: 'Board digest' }])
})

test('offers to create the endpoint again if another client deleted it during an edit', async () => {
  list = [anEndpoint({ label: 'Ticket sync', receivedHere: false, url: 'https://hooks.example.com/in' })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit')
  await type('Name', 'Board digest')
  await press('checkbox', /^personal/)
  list = []
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows('This endpoint was deleted.')
  expect((control('textbox', 'Name') as HTMLInputElement).value).toBe('Board digest')
  expect(control('button', 'Save changes').hasAttribute('disabled')).toBe(true)
  await press('button', 'Create endpoint with these values')
  await eventually(() => control('button', 'Create endpoint'))
  await press('button', 'Create endpoint')
  await shows('Endpoint created')
  expect(app.inputsOf('endpoints.create')).toEqual([
    {
      label: 'Board digest',
      receiver: { kind: 'url', url: 'https://hooks.example.com/in' },
      scopes: ['public'],
      events: [],
      folderIds: [],
    },
  ])
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('Board digest')
})

test('tells the user that a draft was saved when a changed form closes', async () => {
  list = [anEndpoint()]
  await open('#/endpoints?form=new')
  await press('button', 'Close')
  await press('button', 'New endpoint')
  expect(page(), 'nothing was typed').not.toContain('Draft saved')
  await type('Name', 'Half done')
  await press('button', 'Close')
  await shows('Draft saved')
  await press('button', 'New endpoint')
  expect(control('textbox', 'Name')).toHaveProperty('value', 'Half done')
})

test('selects the name of an endpoint in a restored draft so that it can be typed over', async () => {
  await open('#/endpoints?form=new')
  await type('Name', 'Lost one')
  await app.close()
  // Simulates a crash: only the draft on the disk remains, which arrives after the form is rendered.
  sessionStorage.clear()
  await open('#/endpoints?form=new')
  await eventually(() => expect(control('textbox', 'Name')).toHaveProperty('value', 'Lost one'))
  await eventually(() =>
    expect(control('textbox', 'Name')).toMatchObject({ selectionStart: 0, selectionEnd: 'Lost one'.length }),
  )
})

test('shows the success rate as an upper limit if some deliveries may not have reached the listener', async () => {
  const fourDays = {
    lastSuccessAt: '2026-01-01T00:00:00Z',
    failingSince: '2026-01-01T00:00:00Z',
    failures: 240,
    mismatches: null,
    disablesAt: '2026-01-05T00:00:00Z',
  }
  const { id } = anEndpoint()
  list = [anEndpoint({ fourDays })]
  let failedHere = 0
  const answers: Answers = {
    'deliveries.last-day': () => ({
      start: Date.now() - 86_400_000,
      stepMs: 1_800_000,
      steps: 48,
      endpoints: [{ id, counts: [[47, 62, 0, failedHere, 0]], responseTimes }],
      since: null,
    }),
  }
  await open(`#/endpoints?endpoint=${id}`, answers)
  await shows(/Success rate–62 of 62 events/)
  await app.close()

  failedHere = 62
  await open(`#/endpoints?endpoint=${id}`, answers)
  await shows(/Success rate50%62 of 124 events/)
  await app.close()

  // The endpoint was enabled again, and the missed events were caught up.
  failedHere = 0
  list = [anEndpoint()]
  const gap = aGap({ to: new Date().toISOString(), behind: 0, caughtUp: 12 })
  const inherited = { ...gap, key: 'inherited', from: '2025-12-31T23:00:00Z' }
  const gaps = [gap, inherited, aGap({ key: 'old', caughtUp: 30 })]
  const missed = aMissed({ endpointId: id, behind: 0, gaps })
  await open(`#/endpoints?endpoint=${id}`, { ...answers, 'missed.status': () => aMissedStatus([missed]) })
  await shows(/Success rate83.8%62 of 74 eventsRetrying0Failed12All 12 caught up/)
  expect(control('option', /hooks/).textContent).toContain('83.8%')
  control('link', overview.missed({ all: 12, caughtUp: 12 })).click()
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${id}`))
})

test('shows an endpoint’s statistics of the last day and its last deliveries', async () => {
  const { id } = anEndpoint()
  list = [anEndpoint({ label: 'Ticket sync', lastDeliveryAt: new Date().toISOString() })]
  await open(`#/endpoints?endpoint=${id}`, {
    'deliveries.last-day': () => ({
      start: Date.now() - 86_400_000,
      stepMs: 1_800_000,
      steps: 48,
      endpoints: [
        {
          id,
          counts: [
            [3, 400, 0, 0, 0],
            [47, 10, 1, 1, 2],
          ],
          responseTimes,
        },
      ],
      since: null,
    }),
    'deliveries.list': ({ endpointId }) => ({
      deliveries: endpointId === id ? [aDelivery(9, { attempts: 3 }), aDelivery(8, { status: 410 })] : [],
      hasMore: false,
    }),
    'notes.titles': ({ ids }) => ids.map((id) => ({ id, title: 'Board preparation' })),
  })
  await shows(
    /Success rate99\.5%410 of 412 eventsRetrying1Failed1Not verified2See whyResponse time31 ms95% within 62 ms/,
  )
  expect(control('img', '410 delivered, 1 retrying, 1 failed, 2 not verified')).toBeTruthy()
  const inList = control('option', /410 delivered, 1 retrying, 1 failed, 2 not verified in the last 24 hours/)
  expect(inList.textContent).toContain('99.5%')
  await shows('Board preparation')
  const links = [...document.querySelectorAll('section[aria-label="Last deliveries"] li a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/#\/inspector\?q=endpoint%3Awhe_Aaaaaaaaaaaaa1&delivery=9$/),
    expect.stringMatching(/delivery=8/),
  ])
  expect(links[0]?.textContent).toMatch(
    /^Verified, delivered on attempt 3.*edited.*Board preparationAttempt 3 2003 ms$/,
  )
  expect(links[1]?.textContent).toMatch(/^Verified, but failed.*4103 ms$/)
})

test('sends a test event to an endpoint only in the sandbox, and marks its delivery', async () => {
  const { id } = anEndpoint()
  list = [anEndpoint()]
  const answers: Answers = {
    'deliveries.list': () => ({ deliveries: [aDelivery(9), aDelivery(8)], hasMore: false }),
    'sandbox.activity': () => ({
      deliveries: [
        {
          ...{
            id: 1,
            eventId: 'evt_9',
            endpointId: id,
            eventType: 'note.edited',
            noteId: 'not_Aaaaaaaaaaaaa1',
          },
          ...{ startedAt: new Date().toISOString(), state: 'delivered', attempts: [], isTest: true },
          ...{ produced: null, nextAt: null },
        },
      ],
      requests: [],
    }),
    'sandbox.trigger': () => ({ deliveries: 1 }),
  }
  await open(`#/endpoints?endpoint=${id}`, answers)
  const rows = () => [...document.querySelectorAll('section[aria-label="Last deliveries"] li')]
  await eventually(() =>
    expect(rows().map((row) => /Test/.test(row.textContent ?? ''))).toEqual([true, false]),
  )
  await press('button', 'Send test event')
  expect(app.inputsOf('sandbox.trigger')).toEqual([{ type: 'note.edited', count: 1, endpointId: id }])
  await app.close()

  const workspace = {
    id: 'acme',
    kind: 'service',
    label: 'Acme',
    baseUrl: 'https://api.example.com',
  } as const
  await open(`#/endpoints?endpoint=${id}`, {
    ...answers,
    'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: 'k9Qz' }),
  })
  await shows('Last deliveries')
  expect(() => control('button', 'Send test event')).toThrow()
})

test('links from an empty coverage page to the form for a first endpoint', async () => {
  await open('#/coverage')
  await shows('No endpoints yet')
  await press('button', 'Create endpoint')
  await eventually(() => expect(location.hash).toBe('#/endpoints?form=new'))
  await shows('Select both for all notes.')
  expect(document.body.textContent).not.toContain('covers the whole workspace')
})

test('shows the id of a note whose title is not indexed', async () => {
  const { id } = anEndpoint()
  list = [anEndpoint({ lastDeliveryAt: new Date().toISOString() })]
  await open(`#/endpoints?endpoint=${id}`, {
    'deliveries.list': () => ({
      deliveries: [aDelivery(9, { noteId: 'not_Cccccccccccc1' })],
      hasMore: false,
    }),
    'notes.titles': () => [],
  })
  const name = () => document.querySelector('main [title*="not_Cccccccccccc1"]')?.textContent
  await eventually(() => expect(name()).toBe('not_Cccccccccccc1'))
})

test('counts deliveries as failed if their disabled endpoint will not get them again', async () => {
  const { id } = anEndpoint()
  list = [anEndpoint({ enabled: false })]
  await open(`#/endpoints?endpoint=${id}`, {
    'deliveries.last-day': () => ({
      start: Date.now() - 86_400_000,
      stepMs: 1_800_000,
      steps: 48,
      endpoints: [{ id, counts: [[3, 8, 2, 1, 0]], responseTimes }],
      since: null,
    }),
    'deliveries.list': () => ({ deliveries: [aDelivery(9, { status: 503 })], hasMore: false }),
  })
  await shows(/8 of 11 eventsRetrying0Failed3/)
  await eventually(() =>
    expect(
      document.querySelector('section[aria-label="Last deliveries"] [data-outcome]')?.outerHTML,
    ).toContain('data-outcome="failed"'),
  )
})

test('shows no number of deliveries of the last day until they are counted', async () => {
  const { id } = anEndpoint()
  const answers = { 'deliveries.list': () => ({ deliveries: [aDelivery(9)], hasMore: false }) }
  list = [anEndpoint({ lastDeliveryAt: new Date(Date.now() + 60_000).toISOString() })]
  await open(`#/endpoints?endpoint=${id}`, answers)
  await shows(/Success rate–Retrying–Failed–Not verified–Response time–/)
  await eventually(() => expect(document.querySelectorAll('a[href*="delivery=9"]').length).toBe(1))
  expect(document.body.textContent).not.toContain('No deliveries in the last 24 hours')
  await app.close()
  // The delivery has been deleted since.
  list = [anEndpoint({ lastDeliveryAt: new Date(Date.now() - 60_000).toISOString() })]
  await open(`#/endpoints?endpoint=${id}`, answers)
  await shows('No deliveries in the last 24 hours')
  await shows(/Retrying0Failed0Not verified0/)
})

test('lists an endpoint’s last 6 deliveries, and all of them in a tab', async () => {
  list = [anEndpoint()]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', {
    'deliveries.list': ({ before }) => ({
      deliveries: Array.from({ length: 30 }, (_, at) => aDelivery((before ?? 61) - 1 - at)),
      hasMore: before === undefined,
    }),
  })
  const rows = () => document.querySelectorAll('#endpoint-detail li a[href*="delivery="]').length
  await eventually(() => expect(rows()).toBe(6))
  await press('tab', 'Deliveries')
  await eventually(() => expect(rows()).toBe(30))
  expect(location.hash).toContain('tab=deliveries')
  await press('button', 'Show older deliveries')
  await eventually(() => expect(rows()).toBe(60))
  expect(() => control('button', 'Show older deliveries')).toThrow()
  expect(control('link', 'Show all in Inspector').getAttribute('href')).toMatch(
    /#\/inspector\?q=endpoint%3Awhe_Aaaaaaaaaaaaa1$/,
  )
})

test('shows why the deliveries of an endpoint cannot be loaded', async () => {
  list = [anEndpoint()]
  let isBroken = true
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', {
    'deliveries.list': () => {
      if (isBroken) throw new AppError('storage', 'The disk could not be read.')
      return { deliveries: [aDelivery(1)], hasMore: false }
    },
  })
  await shows('The disk could not be read.')
  await press('tab', 'Deliveries')
  await shows('The disk could not be read.')
  isBroken = false
  await press('button', 'Try again')
  await eventually(() => expect(document.querySelectorAll('#endpoint-detail li a').length).toBe(1))
  expect(page()).not.toContain('The disk could not be read.')
})

test('keeps the open tab when the user selects another endpoint', async () => {
  list = [
    anEndpoint({ label: 'Mail' }),
    anEndpoint({ id: 'whe_Other000000001', label: 'Office', scopes: ['public'] }),
  ]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await shows('Last deliveries')
  expect(control('tab', 'Overview').getAttribute('aria-selected')).toBe('true')
  expect(page()).not.toContain('Endpoint ID')
  await press('tab', 'Configuration')
  await shows(/Scopespersonal/)
  expect(location.hash).toContain('tab=configuration')
  await press('option', /^Office/)
  await shows(/Scopespublic/)
  await press('tab', 'Overview')
  await eventually(() => expect(location.hash).not.toContain('tab='))
})

test('the Secret tab of an endpoint warns that its secret is missing', async () => {
  list = [anEndpoint({ secret: 'missing' })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await eventually(() => expect(control('tab', /Secret missing/)).toBeTruthy())
})

test('explains that deliveries to an endpoint with another URL are not shown', async () => {
  list = [anEndpoint({ receivedHere: false })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await shows('Delivers elsewhere, so its deliveries aren’t shown here.')
  expect(document.body.textContent).not.toContain('Success rate')
  expect(app.inputsOf('deliveries.list')).toEqual([])
})

test('promises no verified delivery for an endpoint with another URL', async () => {
  const tabs = async () => {
    await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret')
    await eventually(() => control('tab', /Configuration/))
    const secret = document.body.textContent
    await press('tab', /Configuration/)
    return `${secret}${document.body.textContent}`
  }
  list = [anEndpoint({ receivedHere: false, lastDeliveryAt: null })]
  const elsewhere = await tabs()
  expect(elsewhere).toContain('Notehook sees no deliveries of this endpoint, so it can’t verify the secret.')
  expect(elsewhere).toContain('Last verified deliveryDelivers elsewhere')
  expect(elsewhere).not.toMatch(/not yet verified|first valid delivery|None yet/)
  await app.close()

  list = [anEndpoint({ lastDeliveryAt: null })]
  const here = await tabs()
  expect(here).toContain('The first valid delivery verifies it.')
  expect(here).toContain('Last verified deliveryNone yet')
})

/** Chooses an item of the endpoint's menu. */
async function choose(name: string): Promise<void> {
  await press('button', 'More actions')
  await eventually(() => control('menuitem', name))
  await press('menuitem', name)
}

/** Returns all data that outlives a render: both caches and the browser's storage. */
function known(): string {
  return JSON.stringify([
    ...app.cache
      .getQueryCache()
      .getAll()
      .map((query) => [query.queryKey, query.state]),
    ...app.cache
      .getMutationCache()
      .getAll()
      .map((mutation) => mutation.state),
    { ...sessionStorage },
    { ...localStorage },
  ])
}

const page = () => document.body.textContent ?? ''

function described(name: string): string {
  const ids = control('textbox', name).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Returns the raw text of a rejection, which is collapsed by default. */
function detailsShown(): string {
  const details = document.querySelector('form details')
  expect(details?.hasAttribute('open')).toBe(false)
  return details?.textContent?.replace(/^Details/, '') ?? ''
}
