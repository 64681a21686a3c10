import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { WritableEndpoint } from '#core/service-api/endpoints/endpoint-changes.ts'
import {
  type Fault,
  type FaultyService,
  openFaultyService,
  type SeenRequest,
} from '../../../../support/service/faulty-service.ts'
import { apiOn, failureOf } from '../api-on.ts'

const opened: FaultyService[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((service) => service.close()))
})

type Script = Parameters<typeof openFaultyService>[0]

async function on(script: Script, over: Parameters<typeof apiOn>[1] = {}) {
  const service = await openFaultyService(script)
  opened.push(service)
  return { service, ...apiOn(service.baseUrl, over) }
}

const id = 'whe_abcdefghijklmn'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const wire = {
  id,
  object: 'webhook_endpoint',
  url: 'https://hooks.example.com/in',
  url_redacted: false,
  events: ['note.generated'],
  folder_ids: ['fol_abcdefghijklmn'],
  scopes: ['personal'],
  created_by: { name: 'Kim', email: 'kim@example.com' },
  enabled: true,
  created_at: '2026-01-02T03:04:05Z',
}

const parsed = {
  id,
  url: 'https://hooks.example.com/in',
  urlRedacted: false,
  events: ['note.generated'],
  folderIds: ['fol_abcdefghijklmn'],
  scopes: ['personal'],
  createdBy: { name: 'Kim', email: 'kim@example.com' },
  enabled: true,
  createdAt: '2026-01-02T03:04:05Z',
}

const whole: WritableEndpoint = {
  url: 'https://hooks.example.com/in',
  scopes: ['personal', 'workspace'],
  events: ['note.generated', 'note.later'],
  folderIds: [],
  enabled: true,
}

const draft = { url: 'https://hooks.example.com/in', scopes: ['personal'], events: [], folderIds: [] }

test('lists endpoints even if they have unknown values or missing fields', async () => {
  const { url_redacted, folder_ids, ...sparse } = wire
  const { api, differences } = await on([
    {
      json: {
        webhook_endpoints: [
          { ...wire, scopes: ['workspace'], events: ['note.later'], created_by: null },
          sparse,
          7,
        ],
      },
    },
  ])
  expect(await api.endpoints()).toEqual({
    items: [
      { ...parsed, scopes: ['workspace'], events: ['note.later'], createdBy: null },
      { ...parsed, folderIds: [] },
    ],
    unreadable: 1,
  })
  expect(differences.map(({ what }) => what)).toEqual(expect.arrayContaining(['workspace', 'note.later']))
})

test('names the plans that have webhooks if the service responds with 404', async () => {
  const { api } = await on([{ status: 404 }])
  for (const call of [api.endpoints(), api.createEndpoint(draft)]) {
    const failure = await failureOf(call)
    expect(failure.code).toBe('no-webhooks')
    expect(failure.message).toContain('Business or Enterprise')
  }
})

test.each([200, 201, 202])(
  'returns a new endpoint without its secret, which is separate (status %i)',
  async (status) => {
    const { folder_ids, url_redacted, ...reply } = wire
    const { api, service } = await on([{ status, json: { ...reply, signing_secret: secret } }])
    const created = await api.createEndpoint({ ...draft, folderIds: ['fol_abcdefghijklmn'] })
    expect(created).toEqual({ endpoint: parsed, signingSecret: secret })
    expect(JSON.stringify(created.endpoint)).not.toContain(secret)
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual({
      url: 'https://hooks.example.com/in',
      scopes: ['personal'],
      folder_ids: ['fol_abcdefghijklmn'],
    })
    expect(service.seen[0]?.headers['content-type']).toBe('application/json')
  },
)

test('accepts that the service returns no secret for a new endpoint', async () => {
  const { api } = await on([{ json: wire }])
  expect((await api.createEndpoint(draft)).signingSecret).toBeNull()
})

const cutReply: Fault = {
  raw: (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 900\r\n\r\n{"id":'),
}

test.each<[string, Fault]>([
  ['the connection is cut before the reply', { raw: (socket) => socket.destroy() }],
  ['the reply is cut', cutReply],
  ['the reply is no JSON', { status: 201, body: '<p>created' }],
  ['the reply is empty', { status: 201 }],
  ['the reply names no endpoint', { status: 201, json: { ok: true } }],
  ['a gateway gave up', { status: 504 }],
  ['no reply comes', { raw: () => {} }],
])('never repeats the creation of an endpoint whose outcome is unknown because %s', async (_name, fault) => {
  const limits = { headersMs: 120, wholeMs: 240, createMs: 240, bodyBytes: 1000 }
  const { api, service } = await on([fault], { limits })
  expect((await failureOf(api.createEndpoint(draft))).code).toBe('outcome-unknown')
  expect(service.seen).toHaveLength(1)
})

test('reports the service as unreachable if a creation was never sent', async () => {
  const { api, service } = await on([])
  await service.close()
  expect((await failureOf(api.createEndpoint(draft))).code).toBe('unreachable')
})

test.each([
  [400, 'refused'],
  [403, 'forbidden'],
  [500, 'outcome-unknown'],
  [503, 'service-failed'],
])('reports an endpoint’s creation rejected with %i as %s, without a retry', async (status, code) => {
  const { api, service } = await on([{ status, json: { code: 'bad_url', message: 'url must be public' } }])
  const failure = await failureOf(api.createEndpoint(draft))
  expect(failure.toWire()).toMatchObject({ code, status, detail: 'bad_url: url must be public' })
  expect(service.seen).toHaveLength(1)
})

const folder = 'fol_abcdefghijklmn'
const folderOf = (visibility: 'private' | 'workspace' | null) => ({ id: folder, visibility })

test.each<[string, readonly string[], readonly string[][], ReturnType<typeof folderOf>?]>([
  [
    `scopes: the folder ${folder} is visible to the workspace, so include public.`,
    ['personal'],
    [['personal', 'public']],
    folderOf('workspace'),
  ],
  [
    `scopes: the folder ${folder} is private, so include personal.`,
    ['public'],
    [['public', 'personal']],
    folderOf('private'),
  ],
  [`Folder ${folder} is private`, ['public'], [['public', 'personal']], folderOf('private')],
  [
    `folder_ids[0] (${folder}) requires "public" scope`,
    ['personal'],
    [['personal', 'public']],
    folderOf(null),
  ],
  ['This folder is workspace-visible', ['personal'], [['personal', 'public']], folderOf('workspace')],
  ['scopes: "personal" is not known.', ['personal', 'public'], [['public']]],
  ['Scope personal is not allowed, use public', ['personal'], [['public']]],
  ['scope must be workspace for workspace API keys', ['personal'], [['workspace']]],
  ['A workspace key takes the scope `workspace` alone', ['personal', 'public'], [['workspace']]],
  ['Invalid scopes: expected [workspace]', ['public'], [['workspace']]],
  ['Only personal scopes are enabled by your workspace admin', ['personal', 'public'], [['personal']]],
  [
    'scope "workspace" is not available to personal keys',
    ['workspace'],
    [['personal', 'public'], ['personal'], ['public']],
  ],
  ['invalid scopes', ['personal'], [['public'], ['workspace']]],
  ['scopes', ['personal', 'public'], [['personal'], ['public'], ['workspace']]],
])(
  'reads from the error «%s» that the scopes %j are invalid, and offers %j',
  async (message, scopes, offers, of) => {
    const { api } = await on([{ status: 400, json: { code: 'bad_request', message } }])
    const failure = await failureOf(api.createEndpoint({ ...draft, scopes, folderIds: [folder] }))
    expect(failure.details.scopes).toMatchObject({ named: true, offers, ...(of ? { folder: of } : {}) })
    expect(failure.details.detail).toContain(message)
  },
)

const priv = `folder ${folder} is private: include personal`
const visible = `folder ${folder} is visible to the workspace: include public`
const privateOnly = `Folder ${folder} is private, use personal only`
const both: readonly string[] = ['personal', 'public']
test.each<[string, readonly string[], readonly (readonly string[])[]]>([
  [priv, ['personal'], []],
  [priv, ['public'], [['public', 'personal']]],
  [priv, both, [['personal']]],
  [priv, ['workspace'], [['personal']]],
  [visible, ['personal'], [['personal', 'public']]],
  [visible, ['public'], []],
  [visible, both, [['public']]],
  [visible, ['workspace'], [['public']]],
  [privateOnly, ['personal'], []],
  [privateOnly, ['public'], [['personal']]],
  [privateOnly, both, [['personal']]],
  [privateOnly, ['workspace'], [['personal']]],
  [`Folder ${folder} is private`, ['personal'], []],
  [`Folder ${folder} is private`, both, [['personal']]],
  [`Folder ${folder} is private`, ['workspace'], [['personal']]],
  ['This folder is workspace-visible', ['public'], []],
  ['This folder is workspace-visible', both, [['public']]],
  [`folder_ids[0] (${folder}) requires "public" scope`, ['public'], []],
  [`folder_ids[0] (${folder}) requires "public" scope`, both, [['public']]],
  ['scopes: include personal', ['personal'], []],
  ['scopes: include personal', both, [['personal']]],
  ['scopes must contain personal', both, [['personal']]],
  ['scopes: use the scope public', both, [['public']]],
  ['scopes: personal and public are required', both, []],
  ['scope must be workspace for workspace API keys', ['workspace'], []],
  ['Include the workspace scope', ['workspace'], []],
  ['scopes: include personal and public', ['personal'], [['personal', 'public']]],
  ['scopes: personal, public are not allowed', both, [['workspace']]],
  ['Use the scope public instead of personal', ['personal'], [['public']]],
  ['The scope personal goes with this folder', both, []],
  // Leaves out the rejected scope for any folder.
  [`scopes: personal does not fit the folder ${folder}`, both, [['public']]],
  [`folder ${folder} is private: public is not allowed`, both, [['personal']]],
  [`folder ${folder} is private, so it is not visible with public`, both, [['personal']]],
])(
  'reads from the error «%s» that the scopes %j are invalid, and offers only %j',
  async (message, scopes, offers) => {
    const { api } = await on([{ status: 400, json: { code: 'bad_request', message } }])
    const { details } = await failureOf(api.createEndpoint({ ...draft, scopes, folderIds: [folder] }))
    expect(details.scopes).toMatchObject({ named: true, offers })
    expect(details.detail).toContain(message)
  },
)

test.each([
  'url: its address is not public.',
  'The url must be a public address',
  'events: "note.later" is not known.',
  'folder_ids: at most 100.',
  'Something odd',
  '',
])('reads no scopes from the error «%s»', async (message) => {
  const { api } = await on([{ status: 422, json: { message } }])
  expect((await failureOf(api.createEndpoint(draft))).details.scopes).toBeUndefined()
})

test('suggests other scopes if the service rejects an endpoint without a reason', async () => {
  const { api } = await on([{ status: 403, json: { message: 'Forbidden' } }])
  const failure = await failureOf(api.createEndpoint(draft))
  expect(failure.details.scopes).toEqual({ named: false, offers: [['public'], ['workspace']] })
})

test('suggests other scopes if the service rejects an update of an endpoint', async () => {
  const fault: Fault = { status: 400, json: { message: 'scopes: include public' } }
  const { api } = await on(({ method }) =>
    method === 'GET' ? { json: { webhook_endpoints: [wire] } } : fault,
  )
  const failure = await failureOf(api.updateEndpoint(id, { folderIds: [folder] }, whole))
  expect(failure.details.scopes).toEqual({ named: true, offers: [['public']] })
})

const updatesBy =
  (methods: readonly string[], refusal: number) =>
  (request: SeenRequest): Fault => {
    if (request.method === 'GET') return { json: { webhook_endpoints: [wire] } }
    if (!methods.includes(request.method)) return { status: refusal }
    const { url, scopes, events, folder_ids, enabled } = JSON.parse(request.body)
    return { json: { ...wire, ...JSON.parse(JSON.stringify({ url, scopes, events, folder_ids, enabled })) } }
  }

const bodies = (service: FaultyService) =>
  service.seen.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, JSON.parse(body)])

test('updates an endpoint by PATCH with only the changed fields', async () => {
  const { api, service } = await on(updatesBy(['PATCH'], 405))
  expect((await api.updateEndpoint(id, { folderIds: [], enabled: undefined }, whole)).folderIds).toEqual([])
  expect(bodies(service)).toEqual([['PATCH', { folder_ids: [] }]])
  expect(service.seen[0]?.target).toBe(`/v1/webhook-endpoints/${id}`)
})

test.each([405, 501, 404])(
  'updates an endpoint by PUT if the service answers PATCH with %i',
  async (refusal) => {
    const { api, service } = await on(updatesBy(['PUT'], refusal))
    await api.updateEndpoint(id, { enabled: false }, whole)
    await api.updateEndpoint(id, { enabled: true }, whole)
    const put = { url: whole.url, scopes: whole.scopes, events: whole.events, folder_ids: [] }
    expect(bodies(service)).toEqual([
      ['PATCH', { enabled: false }],
      ['PUT', { ...put, enabled: false }],
      ['PUT', { ...put, enabled: true }],
    ])
  },
)

test('reports that the service supports neither PATCH nor PUT for an endpoint', async () => {
  const { api } = await on(updatesBy([], 405))
  expect((await failureOf(api.updateEndpoint(id, { events: [] }, whole))).code).toBe('update-unsupported')
})

test.each(['PATCH', 'PUT'] as const)(
  'updates an endpoint only by %s if the user has selected that method',
  async (method) => {
    const { api, service } = await on(updatesBy([], 501), { updateMethod: () => method })
    expect((await failureOf(api.updateEndpoint(id, { events: [] }, whole))).code).toBe('update-unsupported')
    expect(service.seen.map((request) => request.method)).toEqual([method])
  },
)

test('reports that an endpoint was not found if an updated one is no longer listed', async () => {
  const { api } = await on((request) =>
    request.method === 'GET' ? { json: { webhook_endpoints: [] } } : { status: 404 },
  )
  expect((await failureOf(api.updateEndpoint(id, { events: [] }, whole))).code).toBe('not-found')
})

test('never sends a redacted endpoint URL back to the service by PUT', async () => {
  const { api, service } = await on(updatesBy(['PUT'], 405))
  const failure = await failureOf(api.updateEndpoint(id, { enabled: false }, { ...whole, url: null }))
  expect(failure.code).toBe('update-unsupported')
  expect(failure.details.fields?.url).toBeDefined()
  expect(bodies(service).map(([method]) => method)).toEqual(['PATCH'])
})

test.each<[string, (request: SeenRequest) => Fault]>([
  ['ignored', () => ({ json: wire })],
  ['refused', () => ({ status: 400, json: { message: 'enabled is read-only' } })],
  [
    'ignored without a reply',
    (request) => (request.method === 'GET' ? { json: { webhook_endpoints: [wire] } } : { status: 204 }),
  ],
])('tells where to enable an endpoint if its switch is %s', async (_name, script) => {
  const { api } = await on(script)
  const failure = await failureOf(api.updateEndpoint(id, { enabled: false }, whole))
  expect(failure.code).toBe('enabled-unchanged')
  expect(failure.message).toContain('Settings > Connectors > Webhooks')
})

test('reads the list of endpoints if the reply does not show the change', async () => {
  const { api } = await on((request) =>
    request.method === 'GET'
      ? { json: { webhook_endpoints: [{ ...wire, enabled: false }] } }
      : { json: { ok: true } },
  )
  expect(await api.updateEndpoint(id, { enabled: false }, whole)).toEqual({ ...parsed, enabled: false })
})

test.each([
  ['the reply confirms the deletion', { json: { id, object: 'webhook_endpoint', deleted: true } }],
  ['the reply is empty', { status: 204 }],
  ['the endpoint was already gone', { status: 404 }],
  ['the reply is lost and the list lacks the endpoint', { raw: (socket: Socket) => socket.destroy() }],
])('treats an endpoint as deleted if %s', async (_name, fault) => {
  const { api, service } = await on(({ method }) =>
    method === 'DELETE' ? fault : { json: { webhook_endpoints: [] } },
  )
  await api.removeEndpoint(id)
  expect(service.seen[0]).toMatchObject({ method: 'DELETE', target: `/v1/webhook-endpoints/${id}` })
})

test.each([
  [404, 'refused', ['creator']],
  [403, 'forbidden', ['creator', 'scopes', 'plan']],
])(
  'reports why an endpoint is still listed after its deletion failed with %i',
  async (status, code, reasons) => {
    const { api } = await on(({ method }) =>
      method === 'DELETE' ? { status } : { json: { webhook_endpoints: [wire] } },
    )
    expect((await failureOf(api.removeEndpoint(id))).toWire()).toMatchObject({ code, status, reasons })
  },
)

test.each([
  ['url', { url: 'https://hooks.example.com/new' }, 'receiver'],
  ['scopes', { scopes: ['public'] }, 'scopes'],
  ['events', { events: [] }, 'events'],
  ['folders', { folderIds: [] }, 'folderIds'],
])(
  'reports an ignored change of the %s although the service reported success',
  async (_name, changes, field) => {
    for (const answer of [{ json: wire }, { status: 204 }]) {
      const { api } = await on(({ method }) =>
        method === 'GET' ? { json: { webhook_endpoints: [wire] } } : answer,
      )
      const failure = await failureOf(api.updateEndpoint(id, changes, whole))
      expect(failure.code).toBe('change-ignored')
      expect(Object.keys(failure.details.fields ?? {})).toEqual([field])
    }
  },
)

test('reads the list of endpoints to see whether a change with a lost reply was made', async () => {
  for (const [listed, outcome] of [
    [['public'], 'made'],
    [['personal'], 'outcome-unknown'],
  ] as const) {
    const { api, service } = await on(({ method }) =>
      method === 'GET'
        ? { json: { webhook_endpoints: [{ ...wire, scopes: listed }] } }
        : { raw: (socket) => socket.destroy() },
    )
    const result = await api.updateEndpoint(id, { scopes: ['public'] }, whole).then(
      () => 'made',
      (error) => error.code,
    )
    expect(result).toBe(outcome)
    expect(bodies(service)).toHaveLength(1)
  }
})

test.each([
  [401, ['key']],
  [403, ['plan', 'scopes']],
  [404, ['plan']],
])('names possible causes if the service rejects the list of endpoints with %i', async (status, reasons) => {
  const { api } = await on([{ status }])
  expect((await failureOf(api.endpoints())).details).toMatchObject({ status, reasons })
})

test.each(['.', '..', 'a/b', 'a\\b', '', '\ud800'])(
  'never sends the invalid id «%s» in the path of a request',
  async (bad) => {
    const { api, service } = await on([{ json: wire }])
    expect((await failureOf(api.removeEndpoint(bad))).code).toBe('invalid-input')
    expect((await failureOf(api.note(bad))).code).toBe('invalid-input')
    expect(service.seen).toEqual([])
  },
)

test('reads a response with ten thousand endpoints', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({
    ...wire,
    id: `whe_${String(n).padStart(14, '0')}`,
    odd: n,
  }))
  const { api, differences } = await on([{ json: { webhook_endpoints: many } }])
  expect((await api.endpoints()).items).toHaveLength(10_000)
  expect(differences).toHaveLength(10_000)
})
