import { expect, test } from 'vitest'
import { createOtherWorkspacesPoller } from '#core/endpoints/status/other-workspaces-poller.ts'
import { defaultNotePath, defaultPace } from '#core/service-api/assumptions.ts'
import { createNotesApi } from '#core/service-api/notes/notes-api.ts'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import type { Sandbox } from '../../../../../electron/sandbox/sandbox.ts'
import { fakeKeychain, type OpenCore, openCore, separateService } from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'

const draft: EndpointDraft = {
  receiver: { kind: 'url', url: 'https://hooks.example.com/in' },
  scopes: ['public'],
  events: [],
  folderIds: [],
}

interface One {
  readonly service: Sandbox
  readonly id: string
  readonly endpointId: string
}

/** A keychain that records which accounts are read. */
function watchedKeychain() {
  const keychain = fakeKeychain()
  const asked: string[] = []
  const get = keychain.get
  return Object.assign(keychain, {
    asked,
    async get(account: string) {
      asked.push(account)
      return get(account)
    },
  })
}

/** Returns the state of a closed app with the workspaces Alpha and Beta, each with an enabled endpoint. Beta was open last. */
async function closedWithTwo() {
  const secrets = watchedKeychain()
  const first = await openCore({ secrets })
  const connect = async (label: string): Promise<One> => {
    const service = await separateService({ notes: 5 })
    const { baseUrl, apiKey } = service
    await first.client.call('workspaces.connect', { baseUrl, apiKey, label })
    const { id: endpointId } = await first.client.call('endpoints.create', draft)
    await first.client.call('endpoints.list')
    const status = await first.client.call('workspaces.status')
    return { service, id: status.state === 'welcome' ? '' : status.workspace.id, endpointId }
  }
  const both = { a: await connect('Alpha'), b: await connect('Beta') }
  await first.close()
  secrets.asked.length = 0
  return { ...both, secrets, again: () => openCore({ secrets, dataFolder: first.dataFolder }) }
}

const listed = (service: Sandbox) =>
  service.requests().filter(({ method, path }) => method === 'GET' && path === '/v1/webhook-endpoints').length

async function rowOf({ client }: OpenCore, { id }: One) {
  return (await client.call('workspaces.list')).find((workspace) => workspace.id === id)
}

test('reports an endpoint that was disabled in a workspace that is not open', async () => {
  const { a, b, again } = await closedWithTwo()
  a.service.disable(a.endpointId)
  const opened = await again()
  await eventually(() => expect(opened.notices).toHaveLength(1))
  expect(opened.notices).toEqual([
    {
      title: expect.stringContaining('hooks.example.com'),
      body: expect.stringContaining('Workspace Alpha.'),
      place: expect.stringMatching(new RegExp(`^#/attention\\?workspace=.*${a.id}`)),
    },
  ])
  const told = opened.events.flatMap((event) => (event.name === 'endpoints.disabled' ? [event.data] : []))
  expect(told).toEqual([
    {
      workspace: { id: a.id, label: 'Alpha' },
      endpoints: [{ id: a.endpointId, url: 'https://hooks.example.com/in', label: null, by: 'elsewhere' }],
    },
  ])
  expect(await rowOf(opened, a)).toMatchObject({
    polling: 'active',
    endpointsOff: { all: 1, notFromHere: 1 },
  })
  expect(await rowOf(opened, b)).toMatchObject({ isOpen: true, endpointsOff: { all: 0 } })
  // Opening the workspace adds no second notice, and neither do endpoints disabled in this app.
  await opened.client.call('workspaces.open', { id: a.id })
  expect(await opened.client.call('endpoints.list')).toMatchObject([{ disabledState: { by: 'elsewhere' } }])
  expect(opened.notices).toHaveLength(1)
})

test('starts polling a workspace’s endpoints once the keychain is unlocked', async () => {
  const { a, secrets, again } = await closedWithTwo()
  const before = listed(a.service)
  secrets.mode = 'locked'
  const opened = await again()
  await eventually(async () => expect(await rowOf(opened, a)).toMatchObject({ polling: 'key-locked' }))
  expect(secrets.asked.filter((account) => account.startsWith(`apikey:${a.id}`))).toEqual([])
  secrets.mode = 'ready'
  await opened.client.call('workspaces.retry')
  await eventually(() => expect(listed(a.service)).toBe(before + 1))
  expect(secrets.asked.filter((account) => account.startsWith(`apikey:${a.id}`))).toHaveLength(1)
  expect(await rowOf(opened, a)).toMatchObject({ polling: 'active' })
})

test('stops polling a workspace’s endpoints when the service rejects its API key', async () => {
  const { a, secrets, again } = await closedWithTwo()
  for (const account of secrets.entries.keys()) {
    if (account.startsWith(`apikey:${a.id}`)) secrets.entries.set(account, 'key_of_yesterday_0123')
  }
  const opened = await again()
  await eventually(async () => expect(await rowOf(opened, a)).toMatchObject({ polling: 'key-rejected' }))
  const once = listed(a.service)
  await opened.client.call('workspaces.update', { id: a.id, changes: { label: 'Alpha 2' } })
  expect(await rowOf(opened, a)).toMatchObject({ polling: 'key-rejected', label: 'Alpha 2' })
  expect(listed(a.service)).toBe(once)
})

test('stops polling endpoints when the API key or the workspace is removed', async () => {
  const { a, b, again } = await closedWithTwo()
  const before = listed(a.service)
  const opened = await again()
  await opened.client.call('workspaces.disconnect', { id: a.id })
  expect(await rowOf(opened, a)).toMatchObject({ key: 'missing', polling: 'key-missing' })
  await opened.client.call('workspaces.remove', { id: a.id, label: 'Alpha' })
  // Waits longer than the poller would need to read the list.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(listed(a.service)).toBe(before)
  expect(await rowOf(opened, b)).toMatchObject({ polling: 'active' })
})

test('polls each workspace every five minutes in turn, and less often after failures', async () => {
  const waits: { readonly ms: number; readonly over: () => void }[] = []
  const clock = { now: () => new Date(), monotonicMs: () => 0 }
  let answers = true
  const asked: string[] = []
  const poller = createOtherWorkspacesPoller({
    session: { workspace: () => null },
    workspaceStore: {
      all: () => ['a', 'b'].map((id) => ({ id, label: id, baseUrl: `https://${id}.example.com` })),
    },
    apiKeys: {
      has: async () => true,
      read: async () => ({ state: 'present', secret: 'key_of_the_watch_0123' }),
    },
    vault: { state: () => 'ready' },
    clients: ({ baseUrl, apiKey }) =>
      createNotesApi({
        baseUrl,
        apiKey,
        clock,
        sleep: async () => {},
        pace: () => defaultPace,
        notePath: () => defaultNotePath,
        updateMethod: () => 'auto',
        async fetch(url) {
          asked.push(new URL(url).hostname)
          if (!answers) throw new TypeError('fetch failed')
          return Response.json({ webhook_endpoints: [] })
        },
      }),
    requests: { whenIdle: async () => {} },
    hub: { publish() {} },
    clock,
    log: { info() {}, warn() {}, error() {} },
    random: () => 0.5,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ ms, over: resolve })
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const nextWait = (count: number) => eventually(() => expect(waits).toHaveLength(count))
  poller.refresh()
  await nextWait(2)
  waits[0]?.over()
  await nextWait(3)
  answers = false
  waits[2]?.over()
  await nextWait(4)
  expect(poller.stateOf('a')).toBe('unreachable')
  expect(poller.stateOf('b')).toBe('active')
  expect(new Set(asked)).toEqual(new Set(['a.example.com']))
  expect(waits.map(({ ms }) => ms)).toEqual([2_000, 4_000, 300_000, 600_000])
  poller.refresh()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(waits).toHaveLength(4)
  poller.close()
})
