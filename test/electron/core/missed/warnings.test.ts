import { expect, test } from 'vitest'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  separateService,
  setPace,
} from '../../../support/core/open-core.ts'
import { sampleSecret } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'
import { answerWith, openRawReceiver } from '../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../support/receivers/receiving-core.ts'

const titledIn =
  ({ notices }: Pick<OpenCore, 'notices'>) =>
  (words: string) =>
    notices.filter(({ title }) => title.startsWith(words))

async function openSandboxCore(speed = 1) {
  const opened = await openReceivingCore({ sandbox: { speed }, listening: false })
  const { client } = opened
  const [sandbox] = opened.sandboxes
  if (!sandbox) throw new Error('There is no sandbox.')
  await setPace(client, { burst: 1000, perSecond: 1000 })
  await eventually(async () => expect((await client.call('missed.status')).asOf).not.toBeNull())
  const endpoint = async () => (await client.call('endpoints.list'))[0]
  const attempts = () => sandbox.deliveries()[0]?.attempts.length ?? 0
  return Object.assign(opened, {
    sandbox,
    endpoint,
    titled: titledIn(opened),
    /** Delivers the first event, which fails. */
    async fail() {
      sandbox.emit('note.generated')
      await eventually(async () => expect((await endpoint())?.fourDays?.failures).toBeGreaterThan(0))
    },
    async skipDay() {
      const before = attempts()
      await client.call('sandbox.skip-day')
      await eventually(() => expect(attempts()).toBeGreaterThan(before))
    },
  })
}

type SandboxCore = Awaited<ReturnType<typeof openSandboxCore>>

/** Answers with 503 until the service disables the endpoint after four days, then enables it again. */
async function fourDays(app: SandboxCore) {
  const { client, endpointId, endpoint } = app
  // While this computer's clock is wrong, deliveries are answered with 503.
  app.ahead = 600_000
  await app.fail()
  for (let day = 0; day < 4; day += 1) await app.skipDay()
  await eventually(async () => expect((await endpoint())?.enabled).toBe(false))
  app.ahead = 0
  await client.call('endpoints.update', { id: endpointId, changes: { enabled: true } })
  await isBehind(app)
  await client.call('sandbox.skip-day')
}

async function isBehind({ client }: Pick<ReceivingCore, 'client'>) {
  await client.call('missed.look')
  await eventually(async () => expect((await client.call('missed.status')).behind).toBe(1))
}

test.each([1, 1_440])(
  'skipping a day of the sandbox brings the warning before disabling closer (speed %i×)',
  async (speed) => {
    const app = await openSandboxCore(speed)
    const { endpoint, titled } = app
    const daysLeft = async () => {
      const { disablesAt } = (await endpoint())?.fourDays ?? {}
      return ((Date.parse(disablesAt ?? '') - Date.now() - app.ahead) * speed) / 86_400_000
    }

    // From now on every delivery is answered with 503, because this machine's clock is wrong.
    app.ahead = 600_000
    await app.fail()
    expect(Math.round(await daysLeft())).toBe(4)
    await app.skipDay()
    expect(Math.round(await daysLeft())).toBe(3)
    await eventually(() => expect(titled('Failing for 1 day')).toHaveLength(1))
    await app.skipDay()
    expect(titled('Failing for 3 days')).toEqual([])
    await app.skipDay()
    await eventually(() => expect(titled('Failing for 3 days')).toHaveLength(1))
    await app.skipDay()
    await eventually(async () =>
      expect(await endpoint()).toMatchObject({ enabled: false, disabledState: { by: 'service' } }),
    )
    expect(titled('The service disabled')).toHaveLength(1)
    expect(titled('Failing for 1 day')).toHaveLength(1)
  },
)

test('warns about failing deliveries even while the listener is stopped', async () => {
  const app = await openSandboxCore()
  const { client, endpoint, titled } = app
  const failing = async () => {
    const { warnings } = await client.call('missed.status')
    return warnings.map(({ kind }) => kind).filter((kind) => kind.startsWith('failing'))
  }
  await client.call('listener.stop')
  await app.fail()
  await app.skipDay()
  expect(titled('Failing for 1 day')).toHaveLength(1)
  await app.skipDay()
  await app.skipDay()
  expect(titled('Failing for 3 days')).toHaveLength(1)
  expect(await failing()).toEqual(['failing-three-days'])
  await app.skipDay()
  await eventually(async () =>
    expect(await endpoint()).toMatchObject({ enabled: false, disabledState: { by: 'service' } }),
  )
  expect(titled('The service disabled')).toMatchObject([{ body: expect.stringContaining('4 days') }])
  // The warnings end with the disabling that they announced.
  expect(await failing()).toEqual([])
})

test('warns once about a receiver that rejects ten requests in a row, until one passes', async () => {
  const app = await openSandboxCore()
  const { client, titled } = app
  const laptop = await openRawReceiver()
  laptop.answer = answerWith(400)
  const { id } = await app.addReceiver({ name: 'Laptop', url: laptop.url })
  await client.call('receivers.set-live', { id, live: true })
  const failing = async () =>
    (await client.call('missed.status')).warnings.filter(({ kind }) => kind === 'receiver-failing')
  const sent = (total: number) =>
    eventually(async () =>
      expect(await client.call('receivers.sends', { receiverId: id })).toMatchObject({ total }),
    )
  for (let at = 0; at < 9; at += 1) await app.deliver()
  await sent(9)
  expect(await failing()).toEqual([])
  await app.deliver()
  await sent(10)
  const { sends } = await client.call('receivers.sends', { receiverId: id })
  expect(await failing()).toMatchObject([{ about: id, name: 'Laptop', count: 10, since: sends.at(-1)?.at }])
  expect(await failing()).toHaveLength(1)
  expect(titled('Receiver failing')).toMatchObject([{ place: `#/receivers?receiver=${id}&tab=sends` }])
  laptop.answer = answerWith(204)
  await app.deliver()
  await sent(11)
  expect(await failing()).toEqual([])
})

test('does not warn about an endpoint that the user muted', async () => {
  const app = await openSandboxCore()
  const { client, endpointId, titled } = app
  await client.call('missed.set-muted', { endpointId, muted: true })
  await fourDays(app)
  expect((await client.call('missed.status')).warnings).toEqual([])
  expect([...titled('Failing'), ...titled('Events missed')]).toEqual([])
})

test('warns only once about each problem within four days', async () => {
  const app = await openSandboxCore()
  const { client, endpointId, titled } = app

  // The receiver is down, and two deliveries wait for it.
  const laptop = await openRawReceiver()
  const receiver = await app.addReceiver({ name: 'Laptop', url: laptop.url })
  await laptop.close()
  await client.call('receivers.set-live', { id: receiver.id, live: true })
  await app.deliver()
  await app.deliver()
  await eventually(async () =>
    expect(await client.call('receivers.list')).toMatchObject([{ status: { waiting: { count: 2 } } }]),
  )
  // Both times are whole milliseconds of different clocks. If the day is skipped in the same millisecond, only some readings
  // count it.
  const waiting = Date.now()
  await eventually(() => expect(Date.now()).toBeGreaterThan(waiting + 10))
  await client.call('sandbox.skip-day')
  await eventually(() =>
    expect(titled('Deliveries wait')).toMatchObject([
      { title: 'Deliveries wait: Laptop', place: `#/receivers?receiver=${receiver.id}` },
    ]),
  )

  // These requests have a wrong signature. A valid delivery follows.
  for (let at = 0; at < 4; at += 1) await app.deliver({ secret: sampleSecret })
  await eventually(async () => {
    await client.call('missed.status')
    expect(titled('Signatures don’t match')).toHaveLength(1)
  })
  await app.deliver()

  await fourDays(app)
  await eventually(() =>
    expect(titled('Events missed')).toMatchObject([{ place: `#/missed?endpoint=${endpointId}` }]),
  )
  const warnings = async () => (await client.call('missed.status')).warnings
  await eventually(async () =>
    expect(await warnings()).toMatchObject([
      { kind: 'behind', about: endpointId, count: 1, sandboxTime: true },
      { kind: 'receiver-waiting', about: receiver.id, count: 3 },
    ]),
  )
  // Repeated checks add no warnings.
  for (let look = 0; look < 3; look += 1) expect(await warnings()).toHaveLength(2)
  expect(app.notices.map(({ title }) => title.split(':')[0]).sort()).toEqual([
    'Deliveries wait',
    'Events missed',
    'Failing for 1 day of sandbox time',
    'Failing for 3 days of sandbox time',
    'Signatures don’t match',
    'The service disabled listener.sandbox.example.com',
  ])
  for (const words of ['Failing for 1 day of', 'Failing for 3 days of', 'Signatures'])
    expect(titled(words)).toMatchObject([
      {
        title: expect.stringContaining(': Quickstart'),
        place: `#/endpoints?endpoint=${endpointId}`,
      },
    ])
})

test('warns about notes whose events have been missing for ten minutes', async () => {
  const service = await separateService()
  const time = { ms: 0 }
  const app = await openCore({ time: { monotonicMs: () => performance.now() + time.ms } })
  const { client } = app
  const behind = async () => {
    const { warnings } = await client.call('missed.status')
    return warnings.filter(({ kind }) => kind === 'behind')
  }
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://tunnel.example.com' })
  const { id } = await client.call('endpoints.create', {
    receiver: { kind: 'inspector' },
    scopes: ['personal', 'public'],
    events: [],
    folderIds: [],
  })
  await client.call('endpoints.list')
  service.disable(id)
  service.emit('note.generated')
  await client.call('endpoints.list')
  app.ahead = 600_000
  await isBehind(app)
  app.ahead = 0
  time.ms = 9.5 * 60_000
  expect(await behind()).toEqual([])
  time.ms = 10.5 * 60_000
  expect(await behind()).toMatchObject([{ about: id, count: 1 }])
  expect(titledIn(app)('Events missed')).toHaveLength(1)
})

test('warns once that deliveries get the response 503 while the keychain is locked', async () => {
  const secrets = fakeKeychain()
  const first = await openReceivingCore({ secrets, workspace: 'service' })
  const { endpointId, dataFolder } = first
  const [endpoint] = await first.client.call('endpoints.list')
  await first.close()

  secrets.mode = 'locked'
  const second = await openCore({ secrets, dataFolder })
  const warnings = async (core: OpenCore) => (await core.client.call('missed.status')).warnings
  expect(await warnings(second)).toEqual([])
  const status = await second.client.call('listener.status')
  const listener = status.state === 'listening' ? status.origin : ''
  const body = JSON.stringify({ event_id: 'evt_locked0000001' })
  const { pathname } = new URL(endpoint?.url ?? '')
  const headers = {
    'webhook-id': 'evt_locked0000001',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
  }
  expect((await fetch(`${listener}${pathname}`, { method: 'POST', headers, body })).status).toBe(503)
  await eventually(async () =>
    expect(await warnings(second)).toMatchObject([{ kind: 'locked', about: endpointId, count: 1 }]),
  )
  expect(titledIn(second)('The keychain is locked')).toMatchObject([
    { place: `#/endpoints?endpoint=${endpointId}` },
  ])
  await second.close()

  const third = await openCore({ secrets, dataFolder })
  expect(await warnings(third)).toMatchObject([{ kind: 'locked', sandboxTime: false }])
  expect(titledIn(third)('The keychain is locked')).toEqual([])
})
