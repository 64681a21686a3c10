import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createGaps } from '#core/endpoints/status/gaps.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import type { InputOf, ProcedureName } from '#shared/rpc/contract.ts'
import { SandboxSwitches } from '#shared/sandbox/model.ts'
import { openCore, separateService, setPace } from '../../support/core/open-core.ts'
import { exchange } from '../../support/deliveries/raw-http.ts'
import {
  notePayload,
  otherSecret,
  rawRequest,
  type SignedDelivery,
  signDelivery,
} from '../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../support/eventually.ts'
import { openRawReceiver } from '../../support/receivers/raw-receiver.ts'

const draft = {
  receiver: { kind: 'inspector' } as const,
  scopes: ['personal', 'public'],
  events: [],
  folderIds: [],
}

/** Opens a real workspace and the sandbox, each with an endpoint and a live receiver. The sandbox stays open. */
async function withBoth() {
  const app = await openCore({ sandbox: { minRetryMs: 20, activityMs: 60_000 } })
  const { client } = app
  const service = await separateService({ notes: 5 })
  const { baseUrl, apiKey } = service
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  const acme = (await client.call('workspaces.list'))[0]?.id ?? ''
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://tunnel.example.com' })
  const endpoint = await client.call('endpoints.create', draft)
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  const target = await openRawReceiver()
  const path = new URL(endpoint.url).pathname
  let deliveries = 0
  const live = async (name: string, url: string) => {
    const { id } = await client.call('receivers.create', { ...newReceiver, name, url })
    await client.call('receivers.set-live', { id, live: true })
    return id
  }
  await live('Acme receiver', target.url)
  const send = async (to: string, delivery: SignedDelivery) => {
    const status = await client.call('listener.status')
    return exchange(status.state === 'listening' ? status.port : 0, rawRequest(to, delivery))
  }
  /** Delivers to the real endpoint as its service does, and resolves when its receiver has the delivery. */
  const receives = async (after: string) => {
    const id = `evt_real${String(++deliveries).padStart(10, '0')}`
    const { responses } = await send(path, signDelivery({ id, body: notePayload(id), secret }))
    expect(
      responses.map(({ status }) => status),
      after,
    ).toEqual([200])
    await eventually(() => expect(target.requests.at(-1)?.headers, after).toContainEqual(['webhook-id', id]))
  }
  /** Returns the page’s view of the open workspace, without fields that change without a call. */
  const shown = async () => {
    const endpoints = await client.call('endpoints.list')
    const receivers = await client.call('receivers.list')
    const { behind, pending, warnings } = await client.call('missed.status')
    return {
      listener: await client.call('listener.status'),
      endpoints: endpoints.map(({ enabled, secret, url }) => ({ enabled, secret, url })),
      receivers: receivers.map(({ live, name, status }) => ({ live, name, waiting: status.waiting })),
      missed: { behind, pending, warnings },
      simulated: await client.call('listener.simulated-responses'),
      jobs: await client.call('jobs.list'),
      labels: await client.call('endpoints.labels'),
      views: await client.call('deliveries.views'),
      rejected: await client.call('listener.rejected'),
      replacements: await client.call('endpoints.replacements'),
      index: (await client.call('notes.index-status')).state,
    }
  }
  await receives('its start')
  await eventually(async () => {
    expect((await client.call('missed.status')).behind).toBe(0)
    expect(await shown()).toMatchObject({ index: 'resting', endpoints: [{ secret: 'proven' }] })
  })
  const before = await shown()
  await client.call('sandbox.start', { notes: 5 })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  return {
    ...{ app, client, core: app.core, acme, before, live, shown, send, receives },
    sandbox: app.sandboxes[0],
    received: () => deliveries,
  }
}

interface Ids {
  readonly endpointId: string
  readonly receiverId: string
  readonly deliveryId: number
  readonly noteId: string
  readonly url: string
}

/** Inputs of a call in the sandbox, or the reason why it is not called. */
type Row<Name extends ProcedureName> = string | ((ids: Ids) => InputOf<Name> | readonly InputOf<Name>[])

const computer = 'about the app or this computer'
const workspace = 'about the list of workspaces'
const none = () => ({})
const one = ({ deliveryId: id }: Ids) => ({ id })
const ofEndpoint = ({ endpointId: id }: Ids) => ({ id })
const ofReceiver = ({ receiverId: id }: Ids) => ({ id })
const ofNote = ({ noteId: id }: Ids) => ({ id })
const unknown = () => ({ id: 'unknown' })
const unknownNumber = () => ({ id: 987_654 })
const texts = { summaries: true, transcripts: true, privateNotes: true }
const file = { bom: false, title: 'Sandbox' }
const sending = ({ receiverId: id, deliveryId }: Ids) => ({
  id,
  sending: { mode: 'new-event' as const, deliveryId },
})
const composed = ({ receiverId: id, endpointId }: Ids) => ({
  id,
  composition: {
    deliveryId: null,
    bodyBase64: btoa('{}'),
    headers: [],
    breakIt: null,
    signedBy: { kind: 'endpoint' as const, endpointId },
  },
})

/** Every procedure, in the order in which it is called. */
const rows: { readonly [Name in ProcedureName]: Row<Name> } = {
  'app.info': computer,
  'app.login-item': computer,
  'app.open-external': computer,
  'app.set-badge': computer,
  'app.set-login-item': computer,
  'app.try-again': computer,
  'settings.get': computer,
  'settings.set': computer,
  'agents.tools': computer,
  'agents.status': computer,
  'agents.activity': computer,
  'tunnel.host-keys': computer,
  'tunnel.probe': computer,
  'tunnel.readiness': computer,
  'tunnel.set-token': computer,
  'tunnel.start': computer,
  'tunnel.status': computer,
  'tunnel.stop': computer,
  'tunnel.trust-host-key': computer,
  'listener.start': computer,
  'listener.status': computer,
  'listener.stop': computer,
  'deliveries.storage': computer,
  'deliveries.clean-up': computer,
  'deliveries.stop-clean-up': computer,
  'workspaces.connect': workspace,
  'workspaces.open': workspace,
  'workspaces.list': none,
  'workspaces.status': none,
  'workspaces.connection': none,
  'workspaces.test-key': workspace,
  'workspaces.retry': none,
  'workspaces.contents': () => ({ id: 'sandbox' }),
  'workspaces.update': () => ({ id: 'sandbox', changes: { pace: { burst: 999, perSecond: 999 } } }),
  'workspaces.api-differences': none,
  'workspaces.clear-api-differences': none,
  'sandbox.start': none,
  'sandbox.status': none,
  'sandbox.receiver-key': none,
  'sandbox.activity': none,
  'sandbox.trigger': () => ({ type: 'note.edited', count: 3 }),
  'sandbox.set-speed': () => [{ speed: 1 }, { speed: 1440 }],
  'sandbox.skip-day': none,
  'sandbox.run-script': ({ endpointId }) => ({ name: 'Life', text: 'generate\nskip-day 2', endpointId }),
  'sandbox.set-switches': () =>
    SandboxSwitches.keyof().options.flatMap((name) => [{ [name]: true }, { [name]: false }]),
  'notes.spaces': none,
  'notes.folders': none,
  'notes.page': none,
  'notes.get': ofNote,
  'notes.transcript': ofNote,
  'notes.known-folders': none,
  'notes.read-folders': none,
  'notes.folder-counts': none,
  'notes.folders-of': ({ noteId }) => ({ ids: [noteId] }),
  'notes.folders-in-view': ({ noteId }) => ({ ids: [noteId] }),
  'notes.suggest': () => ({ text: 'a', caret: 1 }),
  'notes.index-status': none,
  'notes.pause-index': none,
  'notes.resume-index': none,
  'notes.sync-index': none,
  'notes.text-status': none,
  'notes.estimate-texts': () => ({ switches: texts, gentle: true }),
  'notes.set-texts': () => ({ switches: texts, gentle: true, megabytes: 10 }),
  'notes.pause-texts': none,
  'notes.resume-texts': none,
  'notes.stored': ofNote,
  'notes.delete-texts': none,
  'notes.find': ofNote,
  'notes.titles': ({ noteId }) => ({ ids: [noteId] }),
  'notes.search': () => ({ text: 'a' }),
  'notes.list': none,
  'deliveries.list': none,
  'deliveries.find': () => ({ webhookId: 'evt_unknown' }),
  'deliveries.total': none,
  'deliveries.timeline': () => ({ steps: 10, from: null, to: Date.now() }),
  'deliveries.last-day': none,
  'deliveries.get': one,
  'deliveries.other-bodies': one,
  'deliveries.set-star': ({ deliveryId: id }) => ({ id, starred: true }),
  'deliveries.set-remark': ({ deliveryId: id }) => ({ id, remark: 'Of the sandbox' }),
  'deliveries.note-events': ({ noteId }) => ({ noteIds: [noteId] }),
  'deliveries.diagnose': one,
  'deliveries.copy': ({ deliveryId: id }) => ({ id, as: 'http' }),
  'deliveries.views': none,
  'deliveries.save-view': () => ({ name: 'Sandbox', q: 'verdict:verified' }),
  'deliveries.remove-view': unknownNumber,
  'deliveries.count-view': () => ({ q: 'verdict:verified' }),
  'deliveries.count': () => ({ filter: {} }),
  'deliveries.hidden': none,
  'deliveries.hide': one,
  'deliveries.unhide': one,
  'listener.rejected': none,
  'listener.forget-rejected': none,
  'listener.simulated-responses': none,
  'listener.set-simulated-response': ({ endpointId }) => [
    {
      endpointId,
      rule: { status: 503, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 },
    },
    { endpointId, rule: null },
  ],
  'receivers.list': none,
  'receivers.check-url': ({ url }) => ({ url }),
  'receivers.approve-address': ofReceiver,
  'receivers.create': ({ url }) => ({ ...newReceiver, name: 'Another', url }),
  'receivers.set-live': ({ receiverId: id }) => [
    { id, live: false },
    { id, live: true },
  ],
  'receivers.update': ({ receiverId: id }) => ({ id, changes: { name: 'Renamed' } }),
  'receivers.test': ofReceiver,
  'receivers.preview': sending,
  'receivers.send': sending,
  'receivers.preview-composed': composed,
  'receivers.send-composed': composed,
  'receivers.sends': none,
  'receivers.get-send': unknownNumber,
  'receivers.results': ({ deliveryId }) => ({ deliveryIds: [deliveryId] }),
  'receivers.waiting': ofReceiver,
  'receivers.send-waiting': ofReceiver,
  'receivers.drop-waiting': ofReceiver,
  'receivers.pass-through': none,
  'receivers.set-pass-through': ({ receiverId, endpointId }) => [
    { on: { receiverId, endpointId, exactly: true } },
    { on: null },
  ],
  'receivers.count-replay': () => ({ filter: {} }),
  'receivers.start-replay': ({ receiverId: id, deliveryId }) => ({
    id,
    filter: {},
    newest: deliveryId,
    total: 1,
    mode: 'retry',
    pace: { kind: 'rate', perSecond: 200 },
  }),
  'receivers.replays': none,
  'receivers.interrupted-replays': none,
  'receivers.continue-replay': ofReceiver,
  'receivers.dismiss-replay': ofReceiver,
  'checks.get': ({ receiverId }) => ({ receiverId }),
  'checks.start': ({ receiverId }) => ({ receiverId, only: [1], signedBy: { kind: 'sample' } }),
  'missed.status': none,
  'missed.look': none,
  'missed.notes': ({ endpointId }) => ({ endpointId }),
  'missed.set-muted': ({ endpointId }) => ({ endpointId, muted: true }),
  'missed.catch-up': ({ endpointId, receiverId }) => ({ endpointId, receiverId }),
  'missed.dismiss-unfinished': ({ endpointId }) => ({ endpointId }),
  'exports.start': () => ({ ...file, format: 'csv', source: { from: 'index' } }),
  'exports.start-files': () => ({
    title: 'Sandbox',
    layout: 'flat',
    transcripts: 'none',
    source: { from: 'index' },
  }),
  'exports.start-deliveries': () => ({ ...file, format: 'ndjson', filter: {} }),
  'exports.start-sends': () => ({ ...file, format: 'ndjson', filter: {} }),
  'exports.start-missed': ({ endpointId }) => ({ ...file, filter: { endpointId } }),
  'exports.start-text': () => ({ title: 'Sandbox', extension: 'md', text: 'Sandbox' }),
  'exports.add': () => ({ id: 'unknown', notes: [] }),
  'exports.piece': () => ({ id: 'unknown', from: 0 }),
  'exports.save': unknown,
  'exports.show': unknown,
  'jobs.list': none,
  'jobs.cancel': unknown,
  'jobs.dismiss': unknown,
  'endpoints.list': none,
  'endpoints.labels': none,
  'endpoints.create': () => draft,
  'endpoints.check-url': ({ url }) => ({ url }),
  'endpoints.set-label': ({ endpointId: id }) => ({ id, label: 'Renamed' }),
  'endpoints.update': ({ endpointId: id }) => [
    { id, changes: { enabled: false } },
    { id, changes: { enabled: true } },
  ],
  'agents.set-level': () => ({ level: 'sandbox' }),
  'agents.run': ({ receiverId, deliveryId, url }) =>
    [
      { tool: 'receivers_set', input: { url, forward: true } },
      { tool: 'receivers_send', input: { receiver: receiverId, ids: [deliveryId] } },
      { tool: 'sandbox_trigger' },
      { tool: 'sandbox_set', input: { outage: false } },
    ].map((one) => ({ ...one, caller: { name: 'a test' } })),
  'agents.environment': ({ endpointId }) => ({ endpointId, caller: { name: 'a test' } }),
  'agents.forward': ({ url }) => ({ url, caller: { name: 'a test' } }),
  'agents.end-forward': ({ receiverId: receiver }) => ({ receiver, caller: { name: 'a test' } }),
  'agents.open': () => ({ place: '#/endpoints', caller: { name: 'a test' } }),
  'agents.stop': none,
  'endpoints.stop-waiting': none,
  'endpoints.reveal-secret': ofEndpoint,
  'endpoints.copy-secret': ofEndpoint,
  'endpoints.import-secret': ({ endpointId: id }) => ({ id, secret: otherSecret }),
  'endpoints.unfinished': none,
  'endpoints.finish': () => ({ id: 'unknown', action: { kind: 'forget' } }),
  'endpoints.stale-addresses': none,
  'endpoints.repoint': ofEndpoint,
  'endpoints.replace': ({ endpointId: id }) => ({ id, why: 'rotate', changes: {} }),
  'endpoints.replacements': none,
  'endpoints.continue-replacement': unknownNumber,
  'endpoints.roll-back-replacement': unknownNumber,
  'endpoints.dismiss-replacement': unknownNumber,
  'listening.status': none,
  'listening.start': () => ({ scopes: ['personal'], events: [], folderIds: [], temporary: true }),
  'listening.stop': none,
  'listening.leftovers': none,
  'listening.keep': none,
  'listening.clean': () => ({ id: 'unknown', action: 'keep' }),
  'receivers.remove': ofReceiver,
  'deliveries.remove': ({ deliveryId }) => ({ ids: [deliveryId], starredToo: true }),
  'deliveries.remove-matching': ({ deliveryId: newest }) => ({
    ...{ filter: {}, total: 1, starredToo: true, newest, at: new Date().toISOString() },
  }),
  'endpoints.remove': ofEndpoint,
  'endpoints.remove-several': ({ endpointId: id, url }) => ({ endpoints: [{ id, url }] }),
  'sandbox.stop': none,
  'workspaces.disconnect': workspace,
  'workspaces.remove': workspace,
}

test('no API call in the sandbox changes another workspace', async () => {
  const both = await withBoth()
  const { app, client, core } = both
  await client.call('sandbox.set-switches', { automatic: false })
  const own = await openRawReceiver()
  const receiverId = await both.live('Sandbox receiver', own.url)
  await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  const ids = await eventually(async () => {
    const [delivery] = (await client.call('deliveries.list', {})).deliveries
    const { id = 0, endpointId = '', noteId = '' } = delivery ?? {}
    expect(noteId).not.toBe('')
    return { deliveryId: id, endpointId: endpointId ?? '', noteId: noteId ?? '', receiverId, url: own.url }
  })
  for (const [name, row] of Object.entries(rows)) {
    if (typeof row === 'string') continue
    for (const input of [row(ids)].flat()) {
      const reply = await core.call(name, input)
      const refusal = reply.ok ? null : reply.error
      expect(refusal?.code, name).not.toBe('internal')
      // Every input is valid, even if there is nothing to do.
      expect(refusal?.fields, `${name} ${refusal?.message}`).toBeUndefined()
      await both.receives(name)
    }
  }
  await client.call('workspaces.open', { id: both.acme })
  await eventually(async () => expect(await both.shown()).toEqual(both.before))
  expect(await client.call('deliveries.total')).toEqual({ count: both.received() })
  expect(app.notices.filter(({ place }) => place.includes(both.acme))).toEqual([])
})

test('an outage of the sandbox is recorded only for the sandbox', async () => {
  const both = await withBoth()
  const { client, sandbox } = both
  if (!sandbox) throw new Error('The sandbox is not open.')
  await client.call('sandbox.set-switches', { automatic: false })
  const [endpoint] = await client.call('endpoints.list')
  const id = endpoint?.id ?? ''
  const { secret } = await client.call('endpoints.reveal-secret', { id })
  const path = new URL(endpoint?.url ?? '').pathname
  await client.call('sandbox.set-switches', { outage: true })
  expect((await client.call('listener.status')).state).toBe('listening')
  // The listener drops deliveries to the sandbox, as if this computer were down.
  const signed = signDelivery({ secret, body: notePayload('evt_out'), id: 'evt_out' })
  expect((await both.send(path, signed)).responses).toEqual([])
  sandbox.emit('note.generated')
  await eventually(() => {
    const attempts = sandbox.deliveries().flatMap((delivery) => delivery.attempts)
    expect(attempts.length).toBeGreaterThan(1)
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('ECONNREFUSED') })
  })
  await both.receives('outage')
  await eventually(async () => {
    const { endpoints } = await client.call('missed.look')
    expect(endpoints[0]?.gaps.map(({ reason }) => reason)).toEqual(['not-running'])
  })
  for (let day = 0; day < 5; day += 1) await client.call('sandbox.skip-day')
  await eventually(async () =>
    expect((await client.call('endpoints.list'))[0]?.disabledState?.by).toBe('service'),
  )
  await client.call('sandbox.set-switches', { outage: false })
  await client.call('endpoints.update', { id, changes: { enabled: true } })
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.deliveries().at(-1)?.state).toBe('delivered'))
  await client.call('workspaces.open', { id: both.acme })
  await both.receives('after the outage')
  await eventually(async () => expect(await both.shown()).toEqual(both.before))
  const disabled = both.app.events.flatMap((event) =>
    event.name === 'endpoints.disabled' ? [event.data.workspace] : [],
  )
  expect(disabled).toEqual([{ id: 'sandbox', label: 'Sandbox workspace' }])
})

test('records a closed tunnel as an outage of other workspaces, but not of the sandbox', async () => {
  const { client, dataFolder } = await openCore()
  const { baseUrl, apiKey } = await separateService({ notes: 5 })
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  const workspaceId = (await client.call('workspaces.list'))[0]?.id ?? ''
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://tunnel.example.com' })
  await client.call('tunnel.stop')
  const store = new DatabaseSync(join(dataFolder, 'notehook.db'), { readOnly: true })
  onTestFinished(() => store.close())
  const gaps = createGaps(store)
  const closed = (of: string) =>
    gaps
      .of({ workspaceId: of, endpointId: 'whe_Aaaaaaaaaaaaa1' })
      .filter(({ reason }) => reason === 'tunnel-down')
  const before = closed(workspaceId)
  expect(before.at(-1)).toMatchObject({ to: null })
  await client.call('sandbox.start', { notes: 5 })
  await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  await client.call('missed.status')
  expect(closed('sandbox')).toEqual([])
  expect(closed(workspaceId)).toEqual(before)
})
