// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SandboxActivity } from '#shared/sandbox/model.ts'
import { skipped } from '../../../../renderer/nouns/sandbox/queries.ts'
import {
  actions,
  clock,
  deliveries,
  direct,
  endpoints,
  events,
  outage,
  page,
  receiver,
  requests,
  script,
  switches,
} from '../../../../renderer/places/sandbox/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../support/renderer/open-app.tsx'
import { anEndpoint, aSandboxStatus } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const status = aSandboxStatus()
const endpointId = 'whe_Aaaaaaaaaaaaa1'
const at = '2026-01-01T00:00:00Z'

const activity: SandboxActivity = {
  deliveries: [
    {
      id: 2,
      eventId: 'evt_Bbbbbbbbbbbbb2',
      endpointId,
      eventType: 'note.edited',
      noteId: 'not_Aaaaaaaaaaaaa1',
      startedAt: at,
      state: 'pending',
      attempts: [
        { at, status: 503, error: null, ms: 12 },
        { at, status: null, error: 'connect ECONNREFUSED 127.0.0.1:4000', ms: 1 },
      ],
      produced: null,
      isTest: false,
      nextAt: new Date(Date.now() + 3_600_000 * 5).toISOString(),
    },
    {
      id: 1,
      eventId: 'evt_Bbbbbbbbbbbbb1',
      endpointId,
      eventType: 'note.generated',
      noteId: 'not_Aaaaaaaaaaaaa1',
      startedAt: at,
      state: 'delivered',
      attempts: [{ at, status: 204, error: null, ms: 4 }],
      produced: null,
      isTest: false,
      nextAt: null,
    },
  ],
  requests: [
    {
      id: 9,
      at,
      method: 'GET',
      path: '/v1/notes/not_Aaaaaaaaaaaaa1?include=transcript',
      authorization: 'right',
      status: 200,
      ms: 3,
      endpointId,
    },
    {
      id: 8,
      at,
      method: 'GET',
      path: '/v1/notes',
      authorization: 'absent',
      status: 401,
      ms: 1,
      endpointId: null,
    },
  ],
}

async function open(answers: Answers = {}, hash = '#/sandbox') {
  const now = { ...status }
  app = await openApp(hash, {
    'sandbox.status': () => now,
    'sandbox.activity': () => activity,
    'sandbox.trigger': () => ({ deliveries: 1 }),
    'sandbox.set-switches': (changes) => ({ ...now, switches: { ...now.switches, ...(changes as object) } }),
    'sandbox.set-speed': ({ speed }) => ({ ...now, speed }),
    'sandbox.skip-day': () => now,
    'endpoints.list': () => [anEndpoint()],
    ...answers,
  })
  await shows(receiver.title)
}

test('a link to the receiver’s base address and key focuses that part', async () => {
  await open({}, '#/sandbox?part=receiver')
  await eventually(() =>
    expect(document.activeElement?.textContent).toMatch(/^API access for your receiver.*NOTEHOOK_API_URL/),
  )
})

test('the sandbox page shows deliveries and the receiver’s requests to the API', async () => {
  await open()
  await shows(/Retrying.*in 5 h/)
  await shows(deliveries.states.delivered)
  await shows('/v1/notes/not_Aaaaaaaaaaaaa1?include=transcript')
  await shows(requests.noKey)
  const row = document.querySelector<HTMLElement>(`[aria-label="${deliveries.title}"] button`)
  expect(row?.getAttribute('aria-expanded')).toBe('false')
  row?.click()
  await shows('Nothing accepts connections at the receiver’s port.')
  expect(row?.textContent).toContain('2 · not running')
  expect(
    document.querySelectorAll(`[aria-label="${deliveries.attemptsOf('evt_Bbbbbbbbbbbbb2')}"] li`),
  ).toHaveLength(2)
})

test('shows the receiver’s requests once the deliveries above them are loaded', async () => {
  const loaded = Promise.withResolvers<void>()
  await open({
    async 'sandbox.activity'() {
      await loaded.promise
      return activity
    },
  })
  await shows(clock.title)
  expect(document.body.textContent).not.toContain(requests.title)
  loaded.resolve()
  await shows(requests.title)
})

test('each button on the sandbox page triggers its event', async () => {
  await open({ 'sandbox.trigger': ({ type: name }) => ({ deliveries: name === 'note.edited' ? 0 : 1 }) })
  for (const name of [actions.generate, actions.share, actions.many]) await press('button', name)
  expect(document.body.textContent).not.toContain(actions.noneTitle)
  await press('button', actions.edit)
  await shows(actions.noneTitle)
  expect(app.inputsOf('sandbox.trigger')).toEqual([
    { type: 'note.generated', count: 1 },
    { type: 'note.access_granted', count: 1 },
    { type: 'note.generated', count: 50 },
    { type: 'note.edited', count: 1 },
  ])
})

test.each([events, ...switches].flatMap(({ of }) => of))(
  'the sandbox page has a separate switch: $label',
  async ({ name, label, text }) => {
    await open()
    const input = control('switch', label) as HTMLInputElement
    expect(input.checked).toBe(status.switches[name])
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(text)
    await press('switch', label)
    expect(app.inputsOf('sandbox.set-switches')).toEqual([{ [name]: !status.switches[name] }])
    await eventually(() =>
      expect((control('switch', label) as HTMLInputElement).checked).toBe(!status.switches[name]),
    )
  },
)

test('changes the speed of the sandbox’s clock and skips a day', async () => {
  await open()
  await shows(clock.text(1440))
  expect(clock.text(1440)).toContain('take 4 min')
  await press('radio', clock.speed(60))
  expect(app.inputsOf('sandbox.set-speed')).toEqual([{ speed: 60 }])
  await shows(clock.text(60))
  await press('button', actions.skip)
  expect(app.inputsOf('sandbox.skip-day')).toHaveLength(1)
})

test('counts the days of an outage and links to the missed events when an endpoint is disabled', async () => {
  let status = { ...aSandboxStatus(), switches: { ...aSandboxStatus().switches, outage: true } }
  const name = 'Team hooks'
  let list = [anEndpoint({ label: name })]
  await open({
    'sandbox.status': () => status,
    'endpoints.list': () => list,
    'sandbox.skip-day'() {
      const forMs = (status.failing?.forMs ?? 1 - 86_400_000) + 86_400_000
      status = { ...status, failing: { endpointId: anEndpoint().id, forMs } }
      return status
    },
  })
  await shows(outage.noFailure)
  const skips = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === actions.skip,
  )
  expect(skips).toHaveLength(1)
  for (let day = 1; day <= 4; day += 1) {
    await press('button', actions.skip)
    await shows(outage.day(day, name))
    await shows(skipped)
  }
  list = [
    anEndpoint({ enabled: false, disabledState: { by: 'service', lastEnabledAt: null, noticedAt: at } }),
  ]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows('then enable it under')
  const [off] = list
  list = [...list, ...(off ? [{ ...off, id: 'whe_Other000000001' }] : [])]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows('then enable them under')
  expect(document.body.textContent).not.toContain(outage.day(4, name))
  status = aSandboxStatus()
  await app.tell({ name: 'sandbox.changed', data: {} })
  await shows('Enable them under')
  control('link', outage.missed).click()
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}`))
})

test('copies lines for a .env file without keeping the API key in the page', async () => {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  await open({ 'sandbox.receiver-key': () => ({ apiKey: 'key_receiver_whole_k9Qz' }) })
  await shows('NOTEHOOK_API_KEY=••••••••k9Qz')
  await press('button', receiver.copyEnv)
  await eventually(() =>
    expect(copied).toEqual([
      'NOTEHOOK_API_URL=http://127.0.0.1:4999\nNOTEHOOK_API_KEY=key_receiver_whole_k9Qz',
    ]),
  )
  expect(document.body.innerHTML).not.toContain('whole')
  expect(
    JSON.stringify(
      app.cache
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain('whole')
  expect(app.cache.getMutationCache().getAll()).toEqual([])
})

test('creates a sandbox endpoint for the user’s receiver', async () => {
  const answer: { error: AppError | null } = {
    error: new AppError('invalid-input', 'Use http.', { fields: { 'receiver.url': 'Only this computer.' } }),
  }
  await open({
    'endpoints.create': () => {
      if (answer.error) throw answer.error
      return anEndpoint({ id: 'whe_Aaaaaaaaaaaaa2' })
    },
    'endpoints.reveal-secret': () => ({
      secret: 'whsec_x',
      until: new Date(Date.now() + 60_000).toISOString(),
    }),
  })
  await press('button', direct.create)
  await shows(direct.urlNeeded)
  await type(direct.url, 'http://192.168.1.2/')
  await press('button', direct.create)
  await shows('Only this computer.')
  expect((control('textbox', direct.url) as HTMLInputElement).value).toBe('http://192.168.1.2/')
  answer.error = null
  await type(direct.url, 'http://127.0.0.1:4000/webhooks')
  await press('button', direct.create)
  await eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  expect(app.inputsOf('endpoints.create').at(-1)).toMatchObject({
    receiver: { kind: 'url', url: 'http://127.0.0.1:4000/webhooks' },
    label: direct.label,
  })
})

test('links from the form for direct deliveries to the form that adds a receiver for forwarding', async () => {
  await open({ 'receivers.list': () => [] })
  control('link', direct.add).click()
  await eventually(() => expect(location.hash).toBe('#/receivers?form=new'))
})

test('links from Broken deliveries to the deliveries in the Inspector that are not verified', async () => {
  await open()
  control('link', events.of[1]?.shows ?? '').click()
  await eventually(() => expect(location.hash).toBe('#/inspector?q=-verdict%3Averified'))
})

test('enables a sandbox endpoint that was disabled after failures', async () => {
  await open({
    'endpoints.list': () => [
      anEndpoint({
        enabled: false,
        disabledState: { by: 'service', lastEnabledAt: null, noticedAt: at },
      }),
    ],
    'endpoints.update': () => anEndpoint(),
  })
  await shows(endpoints.disabledByService)
  await press('switch', /^Enabled: /)
  expect(app.inputsOf('endpoints.update')).toEqual([{ id: endpointId, changes: { enabled: true } }])
})

const own = anEndpoint({ id: 'whe_Bbbbbbbbbbbbb2', label: 'My receiver', receivedHere: false })

async function openScripts(answers: Answers = {}) {
  await open({ 'endpoints.list': () => [anEndpoint(), own], ...answers })
  await press('button', script.open)
  await eventually(() => control('dialog', script.title))
}

function chooseFile(name: string, content: BlobPart): void {
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
  if (!input) throw new Error('There is no field for a file.')
  Object.defineProperty(input, 'files', { value: [new File([content], name)], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('runs a supplied script against the user’s own receiver', async () => {
  await openScripts({ 'sandbox.run-script': () => ({ jobId: 'job_1' }) })
  expect(location.hash).toBe('#/sandbox?form=script')
  expect(control('region', script.steps).textContent).toContain('generate')
  await press('radio', new RegExp(`^${script.shared.name}`))
  await eventually(() => expect(control('region', script.steps).textContent).not.toContain('generate'))
  await press('button', new RegExp(`^${script.title}$`))
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(location.hash).toBe('#/sandbox')
  expect(app.inputsOf('sandbox.run-script')).toEqual([
    { name: script.shared.name, text: expect.stringMatching(/^share$/m), endpointId: own.id },
  ])
})

test('names the line of an invalid step in a script file', async () => {
  await openScripts({
    'sandbox.run-script'({ text }) {
      if (text.includes('wobble')) throw new AppError('invalid-input', 'Line 2: "wobble" is not a step.')
      return { jobId: 'job_1' }
    },
  })
  const run = () => press('button', new RegExp(`^${script.title}$`))
  chooseFile('mine.sandbox', 'generate\nwobble')
  await shows('mine.sandbox')
  await run()
  await shows('Line 2: "wobble" is not a step.')
  expect(control('region', script.steps).textContent).toContain('wobble')
  for (const [content, problem] of [
    ['#'.repeat(100_001), script.tooLarge],
    [new Uint8Array([0xff, 0xfe]), script.notText],
  ] as const) {
    chooseFile('other.bin', content)
    await shows(problem)
  }
  chooseFile('mine.sandbox', '\ufeffgenerate\nsettle')
  await eventually(() => expect(document.body.textContent).not.toContain('wobble'))
  expect(document.body.textContent).not.toContain(script.notText)
  await run()
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(app.inputsOf('sandbox.run-script').at(-1)).toEqual({
    name: 'mine.sandbox',
    text: 'generate\nsettle',
    endpointId: own.id,
  })
})

test('selects no other endpoint if another client deletes the selected one', async () => {
  let list = [anEndpoint(), own]
  await openScripts({ 'endpoints.list': () => list })
  await eventually(() => expect((control('button', 'Run script') as HTMLButtonElement).disabled).toBe(false))
  list = [anEndpoint()]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows(script.gone('My receiver'))
  await press('button', new RegExp(`^${script.title}$`))
  expect(app.inputsOf('sandbox.run-script')).toEqual([])
})

test('links to the sandbox from the page of another workspace', async () => {
  const workspace = { id: 'w1', kind: 'service', label: 'Acme', baseUrl: 'https://api.example.com' } as const
  app = await openApp('#/sandbox', {
    'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: 'k9Qz' }),
  })
  await shows(page.closedTitle)
  expect([...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))).not.toContain(
    '#/sandbox',
  )
  expect(app.inputsOf('sandbox.status')).toEqual([])
  control('button', page.open)
})

test('explains the next step while the sandbox’s logs are empty', async () => {
  await open({ 'sandbox.activity': () => ({ deliveries: [], requests: [] }) })
  await shows(deliveries.noneText)
  await shows(requests.noneText)
})

test('does not offer to show all entries of a log that was truncated', async () => {
  const [one] = activity.deliveries
  if (!one) throw new Error('There is one.')
  const deliveries = Array.from({ length: 200 }, (_, n) => ({ ...one, id: 200 - n }))
  await open({ 'sandbox.activity': () => ({ deliveries, requests: activity.requests }) })
  await shows('Show the newest 200')
  expect(document.body.textContent).not.toContain('Show all 200')
})

test('reports invalid deliveries that the receiver wrongly accepted', async () => {
  const [one] = activity.deliveries
  if (!one) throw new Error('There is one.')
  const made = { ...one, state: 'failed', produced: 'slow-retry', nextAt: null } as const
  await open({
    'sandbox.activity': () => ({
      deliveries: [made, { ...made, id: 1, state: 'delivered', produced: 'wrong-secret' }],
      requests: [],
    }),
  })
  await shows(deliveries.produced['slow-retry'])
  await shows(deliveries.accepted)
})

test('explains why a delivery was dropped', async () => {
  const [one] = activity.deliveries
  if (!one) throw new Error('There is one.')
  const dropped = { ...one, state: 'dropped' as const, attempts: [], nextAt: null }
  await open({ 'sandbox.activity': () => ({ deliveries: [dropped], requests: [] }) })
  await shows(deliveries.states.dropped)
  const why = deliveries.meanings.dropped ?? ''
  expect(document.querySelector(`[title="${why}"]`)?.textContent).toBe(deliveries.states.dropped)
  document.querySelector<HTMLElement>(`[aria-label="${deliveries.title}"] button`)?.click()
  await shows(why)
  expect(document.body.textContent).not.toContain(deliveries.noAttempt)
})
