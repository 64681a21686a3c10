import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListenStatus } from '#shared/listening/contract.ts'
import {
  fakeKeychain,
  type OpenCoreOptions,
  openCore,
  refusalOf,
  separateService,
} from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeNeeding } from '../../../support/needs.ts'
import { type Authority, createAuthority } from '../../../support/tunnel/certificates.ts'
import { openPublicSide, type PublicSide } from '../../../support/tunnel/public-side.ts'

const draft = { scopes: ['personal', 'public'], events: [], folderIds: [], temporary: true }

const isIn = <State extends ListenStatus['state']>(
  status: ListenStatus,
  state: State,
): status is Extract<ListenStatus, { state: State }> => status.state === state

describeNeeding(['openssl'], 'live sessions', () => {
  let authority: Authority
  let side: PublicSide
  let publicUrl: string

  beforeAll(async () => {
    authority = createAuthority()
    side = await openPublicSide(authority.issue('listener.sandbox.example.com'))
    publicUrl = `https://listener.sandbox.example.com:${side.port}`
  })
  beforeEach(() => {
    side.target = null
  })
  afterAll(async () => {
    await side.close()
    authority.remove()
  })

  /** Opens a core with a workspace whose listener can be reached from the public side. */
  const connected = async (options: OpenCoreOptions = {}) => {
    const service = await separateService({
      tunnelUrls: [publicUrl],
      listenerOrigin: () => (side.target === null ? null : `http://127.0.0.1:${side.target}`),
    })
    const opened = await openCore({
      dial: { lookup: async () => ['127.0.0.1'], ca: authority.ca },
      secrets: fakeKeychain(),
      ...options,
    })
    const { client, events } = opened
    await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
    const lead = async () => {
      const status = await client.call('listener.status')
      side.target = status.state === 'listening' ? status.port : null
    }
    await lead()
    const reaches = <State extends ListenStatus['state']>(state: State) =>
      eventually(async () => {
        const status = await client.call('listening.status')
        if (!isIn(status, state)) throw new Error(`It is ${status.state}.`)
        return status
      })
    const told = () => events.flatMap((event) => (event.name === 'listening.changed' ? [event.data] : []))
    return { ...opened, service, lead, reaches, told }
  }
  const choose = async ({ client }: Awaited<ReturnType<typeof connected>>) => {
    await client.call('tunnel.start', { kind: 'own-url', publicUrl })
    await client.call('tunnel.stop')
  }

  test('opens a tunnel and creates an endpoint, and removes both when listening stops', async () => {
    const opened = await connected()
    const { client, service, reaches, told } = opened
    await choose(opened)
    expect(await client.call('listening.start', draft)).toMatchObject({ state: 'starting', temporary: true })
    const live = await reaches('live')
    expect(live).toMatchObject({ temporary: true, problem: null, ending: false })
    const steps = told().flatMap((status) => (status.state === 'starting' ? [status.step] : []))
    expect([...new Set(steps)]).toEqual(['listener', 'tunnel', 'proof', 'endpoint'])
    expect(await client.call('tunnel.status')).toMatchObject({ state: 'up', publicUrl })
    expect(service.endpoints()).toMatchObject([{ url: expect.stringContaining(`${publicUrl}/hooks/`) }])

    service.emit('note.edited')
    await eventually(async () =>
      expect((await client.call('deliveries.list', { limit: 10 })).deliveries).toMatchObject([
        { verdict: 'verified' },
      ]),
    )
    expect((await refusalOf(client.call('listening.start', draft))).code).toBe('invalid-input')

    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(service.endpoints()).toEqual([])
    expect(await client.call('tunnel.status')).toMatchObject({ state: 'off' })
  })

  test('updates the listening state when its endpoint is disabled or enabled', async () => {
    const opened = await connected()
    const { client, service, reaches, told } = opened
    await choose(opened)
    await client.call('listening.start', draft)
    const { endpointId: id, enabled } = await reaches('live')
    expect(enabled).toBe(true)
    service.disable(id)
    await client.call('endpoints.list')
    expect(told().at(-1)).toMatchObject({ state: 'live', enabled: false })
    await client.call('endpoints.update', { id, changes: { enabled: true } })
    expect(await reaches('live')).toMatchObject({ enabled: true })
    await client.call('endpoints.update', { id, changes: { enabled: false } })
    expect(await reaches('live')).toMatchObject({ enabled: false })
  })

  test('keeps the endpoint when listening stops if the user asked for it', async () => {
    const opened = await connected()
    const { client, service, reaches } = opened
    await client.call('tunnel.start', { kind: 'own-url', publicUrl })
    await client.call('listening.start', draft)
    await reaches('live')
    expect(await client.call('listening.keep')).toMatchObject({ state: 'live', temporary: false })
    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(service.endpoints()).toHaveLength(1)
    expect((await client.call('tunnel.status')).state).not.toBe('off')
  })

  test('if listening can’t start, reports the failed step and where the user can fix it', async () => {
    const opened = await connected()
    const { client, service, reaches } = opened
    await client.call('listening.start', draft)
    expect(await reaches('failed')).toMatchObject({ step: 'tunnel', wayOut: 'tunnel' })

    await choose(opened)
    service.knobs.refuseCreate = 403
    await client.call('listening.start', draft)
    expect(await reaches('failed')).toMatchObject({ step: 'endpoint', sentence: expect.any(String) })
    expect(service.endpoints()).toEqual([])
    service.knobs.refuseCreate = null
    await client.call('listening.start', draft)
    await reaches('live')
  })

  test('does not start listening without an API key', async () => {
    const opened = await connected()
    const { client, reaches, told } = opened
    await choose(opened)
    const session = await client.call('workspaces.status')
    if (session.state === 'welcome') throw new Error('No workspace is open.')
    await client.call('workspaces.disconnect', { id: session.workspace.id })
    await client.call('workspaces.open', { id: session.workspace.id })
    await client.call('listening.start', draft)
    expect(await reaches('failed')).toMatchObject({ wayOut: 'workspace' })
    expect(told()).not.toContainEqual(expect.objectContaining({ step: 'tunnel' }))
    expect(await client.call('tunnel.status')).toMatchObject({ state: 'off' })
  })

  test('suggests other scopes if the service rejects the scopes to listen with', async () => {
    const opened = await connected()
    const { client, service, reaches } = opened
    await choose(opened)
    service.knobs.keyOf = 'workspace'
    await client.call('listening.start', draft)
    expect(await reaches('failed')).toMatchObject({
      step: 'endpoint',
      refusal: {
        status: 400,
        detail: expect.stringContaining('the scope workspace is needed'),
        scopes: { requested: ['personal', 'public'], advice: { named: true, offers: [['workspace']] } },
      },
    })
    await client.call('listening.start', { ...draft, scopes: ['workspace'] })
    await reaches('live')
  })

  test('a second attempt to listen does not create a second endpoint if the first reply was lost', async () => {
    const opened = await connected()
    const { client, service, reaches } = opened
    await choose(opened)
    service.knobs.loseCreateReplies = 1
    await client.call('listening.start', draft)
    expect(await reaches('failed')).toMatchObject({ step: 'endpoint', wayOut: 'endpoints' })
    expect(service.endpoints(), 'the service did create it').toHaveLength(1)
    await client.call('listening.start', draft)
    const { endpointId } = await reaches('live')
    expect(service.endpoints()).toMatchObject([{ id: endpointId }])
  })

  test('does not create a second permanent endpoint until the user resolves the lost reply', async () => {
    const opened = await connected()
    const { client, service, reaches } = opened
    await choose(opened)
    service.knobs.loseCreateReplies = 1
    const forGood = { ...draft, temporary: false }
    await client.call('listening.start', forGood)
    await reaches('failed')
    await client.call('listening.start', forGood)
    await eventually(async () =>
      expect(await client.call('listening.status')).toMatchObject({
        state: 'failed',
        wayOut: 'endpoints',
        sentence: expect.stringContaining('Resolve it under Needs attention'),
      }),
    )
    expect(service.endpoints()).toHaveLength(1)

    const [one] = await client.call('endpoints.unfinished')
    await client.call('endpoints.finish', { id: one?.id ?? '', action: { kind: 'keep' } })
    await client.call('listening.start', draft)
    await reaches('live')
  })

  test('asks the user before listening at a public URL that cannot be proven', async () => {
    const opened = await connected({ lookup: async () => ['10.0.0.7'], dial: undefined })
    const { client, reaches } = opened
    await choose(opened)
    await client.call('listening.start', draft)
    expect(await reaches('failed')).toMatchObject({ step: 'proof', wayOut: 'unproven' })
    await client.call('listening.start', { ...draft, unproven: true })
    await reaches('live')
  })

  test('removes the endpoint and tunnel if the user cancels listening at any step', async () => {
    const opened = await connected()
    const { client, service, lead } = opened
    await choose(opened)
    side.target = null
    await client.call('listening.start', draft)
    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(await client.call('tunnel.status')).toMatchObject({ state: 'off' })

    await lead()
    service.knobs.createReplyMs = 300
    await client.call('listening.start', { ...draft, temporary: false })
    await eventually(() => expect(service.endpoints()).toHaveLength(1))
    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(service.endpoints()).toEqual([])
  })

  test('deletes temporary endpoints of the listener when the app quits', async () => {
    const opened = await connected()
    await choose(opened)
    await opened.client.call('listening.start', draft)
    await opened.reaches('live')
    await opened.close()
    expect(opened.service.endpoints()).toEqual([])
  })

  test('listening ends when its endpoint is deleted', async () => {
    const opened = await connected()
    await choose(opened)
    await opened.client.call('listening.start', draft)
    await opened.reaches('live')
    const [endpoint] = await opened.client.call('endpoints.list')
    await opened.client.call('endpoints.remove', { id: endpoint?.id ?? '' })
    expect(await opened.client.call('listening.status')).toMatchObject({ state: 'ended', openedTunnel: true })

    await opened.client.call('listening.start', draft)
    const live = await opened.reaches('live')
    await fetch(`${opened.service.baseUrl}/v1/webhook-endpoints/${live.endpointId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${opened.service.apiKey}` },
    })
    await opened.client.call('endpoints.list')
    await eventually(() =>
      expect(opened.told().at(-1)).toEqual({ state: 'ended', url: live.url, openedTunnel: true }),
    )
    expect(await opened.client.call('listening.leftovers')).toEqual([])
    expect(await opened.client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(await opened.client.call('tunnel.status')).toMatchObject({ state: 'off' })
  })

  test.each([true, false])(
    'listening continues with the replacement of its endpoint (temporary: %s)',
    async (temporary) => {
      const opened = await connected()
      await choose(opened)
      await opened.client.call('listening.start', { ...draft, temporary })
      await opened.reaches('live')
      const [endpoint] = await opened.client.call('endpoints.list')
      const id = endpoint?.id ?? ''
      const replacement = await opened.client.call('endpoints.replace', { id, why: 'rotate', changes: {} })
      await opened.client.call('endpoints.list')
      const next = { endpointId: replacement.newId, url: replacement.newUrl }
      expect(await opened.client.call('listening.status')).toMatchObject({
        state: 'live',
        endpointId: id,
        replacement: next,
      })
      await opened.client.call('endpoints.continue-replacement', { id: replacement.id })
      await eventually(async () => expect(await opened.client.call('endpoints.list')).toHaveLength(1))
      await opened.client.call('endpoints.dismiss-replacement', { id: replacement.id })
      expect(await opened.client.call('listening.status')).toMatchObject({
        state: 'live',
        endpointId: replacement.newId,
        replacement: null,
        temporary,
      })
      expect(
        opened.events.some(({ name, data }) => name === 'listening.changed' && data.state === 'ended'),
      ).toBe(false)
    },
  )

  test('when listening stops, deletes the temporary endpoint and its unfinished replacement', async () => {
    const opened = await connected()
    const { client, service } = opened
    await choose(opened)
    await client.call('listening.start', draft)
    const { endpointId: id } = await opened.reaches('live')
    await client.call('endpoints.replace', { id, why: 'rotate', changes: {} })
    expect(service.endpoints()).toHaveLength(2)
    service.knobs.refuseDelete = 503
    expect(await client.call('listening.stop')).toMatchObject({ state: 'live', problem: expect.any(String) })
    service.knobs.refuseDelete = null
    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(service.endpoints()).toEqual([])
    expect(await client.call('endpoints.replacements')).toEqual([])
    expect(await client.call('listening.leftovers')).toEqual([])
  })

  test('when listening stops, keeps the replacement of an endpoint that the user keeps', async () => {
    const opened = await connected()
    const { client, service } = opened
    await choose(opened)
    await client.call('listening.start', draft)
    const { endpointId: id } = await opened.reaches('live')
    const replacement = await client.call('endpoints.replace', { id, why: 'rotate', changes: {} })
    await client.call('listening.keep')
    await client.call('endpoints.continue-replacement', { id: replacement.id })
    expect(await client.call('listening.status')).toMatchObject({ state: 'live', temporary: false })
    await client.call('listening.stop')
    expect(service.endpoints()).toMatchObject([{ id: replacement.newId }])
  })

  test('keeps the tunnel open until all workspaces have stopped listening', async () => {
    const opened = await connected()
    const { client, reaches, told } = opened
    await choose(opened)
    await client.call('listening.start', draft)
    const first = await reaches('live')
    const other = await separateService({ notes: 5 })
    await client.call('workspaces.connect', { baseUrl: other.baseUrl, apiKey: other.apiKey, label: 'Beta' })
    expect(await client.call('listening.status')).toEqual({ state: 'idle' })
    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    await client.call('listening.start', draft)
    const second = await reaches('live')
    expect(second.workspaceId).not.toBe(first.workspaceId)
    expect(
      told()
        .filter((status) => status.state === 'live')
        .at(-1),
    ).toEqual(second)
    expect(await client.call('listening.leftovers')).toEqual([])

    await client.call('workspaces.open', { id: first.workspaceId })
    expect(await client.call('listening.status')).toMatchObject({
      state: 'live',
      endpointId: first.endpointId,
    })
    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(opened.service.endpoints()).toEqual([])
    expect(await client.call('tunnel.status')).toMatchObject({ state: 'up' })
    await client.call('workspaces.open', { id: second.workspaceId })
    expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
    expect(other.endpoints()).toEqual([])
    expect(await client.call('tunnel.status')).toMatchObject({ state: 'off' })
  })

  test('the page receives no listening events of a workspace that is not open', async () => {
    const opened = await connected()
    const { client, service, told } = opened
    await choose(opened)
    service.knobs.createReplyMs = 500
    await client.call('listening.start', draft)
    await eventually(() => expect(service.endpoints()).toHaveLength(1))
    const first = await client.call('workspaces.status')
    const id = first.state === 'welcome' ? '' : first.workspace.id
    const other = await separateService({ notes: 5 })
    await client.call('workspaces.connect', { baseUrl: other.baseUrl, apiKey: other.apiKey, label: 'Beta' })
    const before = told().length
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(told().slice(before)).toEqual([])
    await client.call('workspaces.open', { id })
    expect(['live', 'failed']).toContain((await client.call('listening.status')).state)
  })

  test('quitting clears a copied secret before it waits for the service', async () => {
    let held = ''
    const clipboard = {
      readText: async () => held,
      async writeText(text: string) {
        held = text
      },
      clear() {
        held = ''
      },
    }
    const answered = Promise.withResolvers<void>()
    const opened = await connected({
      clipboard,
      async fetch(url, init) {
        if (init.method === 'DELETE') await answered.promise
        return fetch(url, init)
      },
    })
    const { client, service, reaches } = opened
    await client.call('tunnel.start', { kind: 'own-url', publicUrl })
    await client.call('listening.start', draft)
    const { endpointId } = await reaches('live')
    await client.call('endpoints.copy-secret', { id: endpointId })
    expect(held).not.toBe('')

    const closed = opened.close()
    await eventually(() => expect(held).toBe(''))
    await eventually(async () => expect(await client.call('tunnel.status')).toMatchObject({ state: 'down' }))
    expect(service.endpoints()).toHaveLength(1)
    answered.resolve()
    await closed
    expect(service.endpoints()).toEqual([])
  })

  test('deletes the temporary endpoints of every workspace when the app quits', async () => {
    const opened = await connected()
    const { client, reaches } = opened
    await choose(opened)
    await client.call('listening.start', draft)
    await reaches('live')
    const other = await separateService({ notes: 5 })
    await client.call('workspaces.connect', { baseUrl: other.baseUrl, apiKey: other.apiKey, label: 'Beta' })
    await client.call('listening.start', draft)
    await reaches('live')
    expect([...opened.service.endpoints(), ...other.endpoints()]).toHaveLength(2)
    await opened.close()
    expect([...opened.service.endpoints(), ...other.endpoints()]).toEqual([])
  })

  test('offers to delete temporary endpoints that remain after a crash', async () => {
    const secrets = fakeKeychain()
    const first = await connected({ secrets })
    await choose(first)
    await first.client.call('listening.start', draft)
    await first.reaches('live')
    first.service.knobs.refuseDelete = 503
    expect(await first.client.call('listening.stop')).toMatchObject({
      state: 'live',
      problem: expect.any(String),
    })
    await first.close()
    first.service.knobs.refuseDelete = null

    const { client } = await openCore({ secrets, dataFolder: first.dataFolder })
    await eventually(async () =>
      expect(await client.call('workspaces.status')).toMatchObject({ state: 'connected' }),
    )
    const [left, ...others] = await client.call('listening.leftovers')
    expect(others).toEqual([])
    expect(left).toMatchObject({ isOpen: true, url: expect.stringContaining(publicUrl) })
    expect(first.service.endpoints()).toHaveLength(1)
    await client.call('listening.clean', { id: left?.id ?? '', action: 'delete' })
    expect(first.service.endpoints()).toEqual([])
    expect(await client.call('listening.leftovers')).toEqual([])
  })
})
