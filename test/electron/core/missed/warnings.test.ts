import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openCore, setPace } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'

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
  const titled = (words: string) => opened.notices.filter(({ title }) => title.startsWith(words))
  return { opened, client, sandbox, endpoint, titled }
}

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

test('warns exactly once after one day, after three, and of what is behind, each leading to its place', async () => {
  const { opened, client, endpoint, titled, ...rest } = await withSandbox()
  await fourDays({ opened, client, endpoint, titled, ...rest })
  await eventually(() => expect(titled('Behind: ')).toHaveLength(1))
  expect((await client.call('missed.status')).warnings).toMatchObject([
    { kind: 'behind', about: endpoint.id, count: 1 },
  ])
  // Several looks later, there are no more.
  await sleep(1_000)
  expect(titled('Failing for a day')).toEqual([
    {
      title: 'Failing for a day: Sandbox endpoint',
      body: expect.any(String),
      place: `#/endpoints?endpoint=${endpoint.id}`,
    },
  ])
  expect(titled('Failing for three days')).toHaveLength(1)
  expect(titled('Behind: ')).toMatchObject([{ place: `#/missed?endpoint=${endpoint.id}` }])
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
