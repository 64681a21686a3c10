import { expect, test } from 'vitest'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import { fakeKeychain, openCore, refusalOf, separateService } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'

const draft: EndpointDraft = {
  receiver: { kind: 'inspector' },
  scopes: ['public'],
  events: [],
  folderIds: [],
}
const [before, after] = ['https://before.example.com', 'https://after.example.com']

/** Connects with an address behind split DNS, which needs no probe. */
async function connected() {
  const service = await separateService()
  const opened = await openCore({ secrets: fakeKeychain(), lookup: async () => ['10.0.0.7'] })
  const { client } = opened
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey, label: 'One' })
  const lead = async (publicUrl: string) => {
    await client.call('tunnel.start', { kind: 'own-url', publicUrl })
    await eventually(async () => expect((await client.call('tunnel.status')).state).toBe('unprovable'))
  }
  await lead(before)
  return { ...opened, service, lead }
}

test('updates the URL of an endpoint that still points to the tunnel’s previous URL', async () => {
  const { client, service, lead } = await connected()
  const { id, url } = await client.call('endpoints.create', draft)
  await client.call('endpoints.create', {
    ...draft,
    receiver: { kind: 'url', url: 'https://other.example.com/' },
  })
  expect(await client.call('endpoints.stale-addresses')).toEqual([])

  await lead(after)
  const newUrl = url.replace(before, after)
  expect(await client.call('endpoints.stale-addresses')).toMatchObject([
    { id, url, newUrl, workspace: 'One', isOpen: true },
  ])
  expect(service.endpoints().map((endpoint) => endpoint.url)).toContain(url)

  expect(await client.call('endpoints.repoint', { id })).toEqual({ outcome: 'updated' })
  expect(await client.call('endpoints.stale-addresses')).toEqual([])
  const listed = await client.call('endpoints.list')
  expect(listed.find((endpoint) => endpoint.id === id)).toMatchObject({
    url: newUrl,
    secret: 'kept',
    receivedHere: true,
  })
})

test('replaces an endpoint that points to a previous URL if the service cannot update it', async () => {
  const { client, service, lead } = await connected()
  const { id } = await client.call('endpoints.create', draft)
  await lead(after)
  service.knobs.update = 'none'
  expect(await client.call('endpoints.repoint', { id })).toEqual({ outcome: 'replacing' })
  expect(await client.call('endpoints.replacements')).toMatchObject([
    {
      oldId: id,
      step: 'waiting',
      newUrl: expect.stringContaining(after),
      // Failed deliveries to the old address never arrived, so only their period is known.
      cutsOff: { seen: false, downtime: { from: expect.any(String), to: expect.any(String) } },
    },
  ])
  expect(await client.call('endpoints.stale-addresses')).toEqual([])
  expect(service.endpoints()).toHaveLength(2)
})

test('lists endpoints of other workspaces with a previous URL, but does not change them', async () => {
  const { client, lead } = await connected()
  const { id } = await client.call('endpoints.create', draft)
  const other = await separateService()
  await client.call('workspaces.connect', { baseUrl: other.baseUrl, apiKey: other.apiKey, label: 'Two' })
  await lead(after)
  expect(await client.call('endpoints.stale-addresses')).toMatchObject([
    { id, workspace: 'One', isOpen: false },
  ])
  expect((await refusalOf(client.call('endpoints.repoint', { id }))).code).toBe('not-found')
})

test('lists no endpoints with a previous URL while the tunnel’s current URL is unproven', async () => {
  const { client } = await connected()
  const { id } = await client.call('endpoints.create', draft)
  await client.call('tunnel.stop')
  expect(await client.call('endpoints.stale-addresses')).toEqual([])
  expect((await refusalOf(client.call('endpoints.repoint', { id }))).code).toBe('no-public-url')
})

test('omits endpoints with a previous URL that another client deleted', async () => {
  const { client, service, lead } = await connected()
  const { id } = await client.call('endpoints.create', draft)
  await lead(after)
  await fetch(`${service.baseUrl}/v1/webhook-endpoints/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${service.apiKey}` },
  })
  expect(await client.call('endpoints.stale-addresses')).toEqual([])
})
