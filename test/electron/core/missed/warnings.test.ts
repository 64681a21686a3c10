import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fakeKeychain, type OpenCore, openCore, setPace } from '../../../support/core/open-core.ts'
import { sampleSecret } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'
import { openRawReceiver } from '../../../support/receivers/raw-receiver.ts'
import { openReceivingCore } from '../../../support/receivers/receiving-core.ts'

/** Four days are four seconds. */
const speed = 86_400

async function withSandbox() {
  const opened = await openCore({ sandbox: { speed }, listening: false })
  const { client } = opened
  await client.call('sandbox.start', { notes: 10 })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  const sandbox = opened.sandboxes[0]
  const [endpoint] = await client.call('endpoints.list')
  if (!sandbox || !endpoint) throw new Error('The sandbox has no endpoint.')
  await eventually(async () => expect((await client.call('missed.status')).asOf).not.toBeNull())
  return { opened, client, sandbox, endpoint, titled: titledIn(opened) }
}

const titledIn =
  ({ notices }: Pick<OpenCore, 'notices'>) =>
  (words: string) =>
    notices.filter(({ title }) => title.startsWith(words))

/** Fails until the service disables the endpoint, then is enabled again. */
async function fourDays({ opened, client, sandbox, endpoint }: Awaited<ReturnType<typeof withSandbox>>) {
  // From now on every delivery is answered 503, since the clock of this machine is wrong.
  opened.ahead = 600_000
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.endpoints()[0]?.enabled).toBe(false))
  opened.ahead = 0
  await client.call('endpoints.list')
  await client.call('endpoints.update', { id: endpoint.id, changes: { enabled: true } })
  await client.call('missed.look')
}

test.each([1, 1_440])(
  'a day that is skipped counts for warnings and for who disabled it, at %i×',
  async (at) => {
    const opened = await openCore({ sandbox: { speed: at }, listening: false })
    const { client } = opened
    await client.call('sandbox.start', { notes: 10 })
    const sandbox = opened.sandboxes[0]
    if (!sandbox) throw new Error('There is no sandbox.')
    const endpoint = async () => (await client.call('endpoints.list'))[0]
    const titled = titledIn(opened)
    const attempts = () => sandbox.deliveries()[0]?.attempts.length ?? 0
    const skipDay = async () => {
      const before = attempts()
      await client.call('sandbox.skip-day')
      await eventually(() => expect(attempts()).toBeGreaterThan(before))
    }
    const daysLeft = async () => {
      const { disablesAt } = (await endpoint())?.fourDays ?? {}
      return ((Date.parse(disablesAt ?? '') - Date.now() - opened.ahead) * at) / 86_400_000
    }

    // From now on every delivery is answered 503, since the clock of this machine is wrong.
    opened.ahead = 600_000
    sandbox.emit('note.generated')
    await eventually(async () => expect((await endpoint())?.fourDays?.failures).toBeGreaterThan(0))
    expect(Math.round(await daysLeft())).toBe(4)
    await skipDay()
    expect(Math.round(await daysLeft())).toBe(3)
    await eventually(() => expect(titled('Failing for 24 h')).toHaveLength(1))
    await skipDay()
    expect(titled('Failing for 72 h')).toEqual([])
    await skipDay()
    await eventually(() => expect(titled('Failing for 72 h')).toHaveLength(1))
    await skipDay()
    await eventually(async () =>
      expect(await endpoint()).toMatchObject({ enabled: false, disabledState: { by: 'service' } }),
    )
    expect(titled('The service disabled')).toHaveLength(1)
    expect(titled('Failing for 24 h')).toHaveLength(1)
  },
)

test('deliveries that find no listener count for the warnings and for who disabled their endpoint', async () => {
  const { client, sandbox, titled } = await withSandbox()
  const endpoint = async () => (await client.call('endpoints.list'))[0]
  const failing = async () => {
    const { warnings } = await client.call('missed.status')
    return warnings.map(({ kind }) => kind).filter((kind) => kind.startsWith('failing'))
  }
  await client.call('listener.stop')
  sandbox.emit('note.generated')
  await eventually(async () => expect((await endpoint())?.fourDays?.failures).toBeGreaterThan(0))
  await eventually(() => expect(titled('Failing for 24 h')).toHaveLength(1))
  await eventually(() => expect(titled('Failing for 72 h')).toHaveLength(1))
  expect(await failing()).toEqual(['failing-three-days'])
  await eventually(async () =>
    expect(await endpoint()).toMatchObject({ enabled: false, disabledState: { by: 'service' } }),
  )
  expect(titled('The service disabled')).toMatchObject([{ body: expect.stringContaining('four days') }])
  // What they warned of has happened.
  expect(await failing()).toEqual([])
})

test('says nothing of an endpoint that is muted', async () => {
  const { opened, client, endpoint, titled, ...rest } = await withSandbox()
  await client.call('missed.set-muted', { endpointId: endpoint.id, muted: true })
  await fourDays({ opened, client, endpoint, titled, ...rest })
  await eventually(async () => expect((await client.call('missed.status')).behind).toBe(1))
  await sleep(1_000)
  expect([...titled('Failing'), ...titled('Behind')]).toEqual([])
  expect((await client.call('missed.status')).warnings).toEqual([])
})

test('warns exactly once of each thing that goes wrong in four days', async () => {
  const app = await openReceivingCore({ sandbox: { speed }, listening: false })
  const { client, endpointId } = app
  const titled = titledIn(app)
  const sandbox = app.sandboxes[0]
  if (!sandbox) throw new Error('There is no sandbox.')
  await setPace(client, { burst: 1000, perSecond: 1000 })
  await eventually(async () => expect((await client.call('missed.status')).asOf).not.toBeNull())

  // A receiver that is down, for which two wait.
  const laptop = await openRawReceiver()
  const receiver = await app.addReceiver({ name: 'Laptop', url: laptop.url })
  await laptop.close()
  await client.call('receivers.set-live', { id: receiver.id, live: true })
  await app.deliver()
  await app.deliver()
  await eventually(() =>
    expect(titled('Deliveries wait')).toMatchObject([
      { title: 'Deliveries wait: Laptop', place: `#/receivers?receiver=${receiver.id}` },
    ]),
  )

  // Requests with another signature, until a good one comes.
  for (let at = 0; at < 4; at += 1) await app.deliver({ secret: sampleSecret })
  await eventually(() => expect(titled('Signatures don’t match')).toHaveLength(1))
  await app.deliver()

  // Everything fails, until the service disables the endpoint.
  app.ahead = 600_000
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.endpoints()[0]?.enabled).toBe(false))
  app.ahead = 0
  await client.call('endpoints.list')
  await client.call('endpoints.update', { id: endpointId, changes: { enabled: true } })
  await client.call('missed.look')
  await eventually(() =>
    expect(titled('Behind')).toMatchObject([{ place: `#/missed?endpoint=${endpointId}` }]),
  )
  expect((await client.call('missed.status')).warnings).toMatchObject([
    { kind: 'behind', about: endpointId, count: 1, sandboxTime: true },
    { kind: 'receiver-waiting', about: receiver.id, count: 3 },
  ])
  // Several looks later, there are no more.
  await sleep(1_000)
  const kinds = app.notices.map(({ title }) => title.split(':')[0])
  expect(kinds.filter((kind) => kind !== 'Disabled outside Notehook').sort()).toEqual([
    'Behind',
    'Deliveries wait',
    'Failing for 24 h of sandbox time',
    'Failing for 72 h of sandbox time',
    'Signatures don’t match',
  ])
  for (const words of ['Failing for 24 h of', 'Failing for 72 h of', 'Signatures'])
    expect(titled(words)).toMatchObject([
      {
        title: expect.stringContaining(': Quickstart'),
        place: `#/endpoints?endpoint=${endpointId}`,
      },
    ])
})

test('warns once that deliveries are answered 503 because the keychain is locked, also after a restart', async () => {
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
