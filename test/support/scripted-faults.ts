import { gzipSync } from 'node:zlib'
import type { InputOf, ProcedureName } from '../../shared/contract/index.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Fault, SeenRequest } from './faulty-service.ts'

/** What the page asks while the service misbehaves. */
export type Call = { readonly [Name in ProcedureName]: readonly [Name, InputOf<Name>] }[ProcedureName]

export interface ScriptedFault {
  readonly name: string
  /** What the service does, counted from when it fell ill. */
  readonly does: (request: SeenRequest, index: number) => Fault
  readonly call: Call
  /** What comes of it: an error with its words, or an answer that holds this. */
  readonly comes:
    | { readonly code: ErrorCode; readonly words: RegExp }
    | { readonly answer: object }
    /** The requests wait before everybody's eyes, for about so long. */
    | { readonly waitsSeconds: number }
  /** By then at the latest. The longest anybody waits for one answer is 30 s. */
  readonly withinSeconds: number
  /** How many requests it takes at most. */
  readonly requests?: number
}

export const endpointId = 'whe_abcdefghijklm1'

export const wireEndpoint = {
  id: endpointId,
  object: 'webhook_endpoint',
  url: 'https://hooks.example.com/a',
  url_redacted: false,
  events: ['note.edited'],
  folder_ids: [],
  scopes: ['personal'],
  created_by: null,
  enabled: true,
  created_at: '2026-01-01T00:00:00Z',
}

export const wireNote = (id: string) => ({
  id,
  object: 'note',
  title: `Weekly sync ${id}`,
  owner: { name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' },
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
})

/** The service in good health. */
export function healthy({ method, target }: SeenRequest): Fault {
  if (/^\/v1\/notes\/[^?]+/.test(target))
    return { json: { ...wireNote('not_1'), summary_markdown: 'Agreed.' } }
  if (target.startsWith('/v1/notes')) return page('notes', [wireNote('not_1'), wireNote('not_2')])
  if (target.startsWith('/v1/folders')) return page('folders', [folder('fol_abcdefghijklm1')])
  if (target.startsWith('/v1/spaces')) return page('spaces', [])
  if (method === 'DELETE') return { json: { id: endpointId, object: 'webhook_endpoint', deleted: true } }
  if (method === 'POST') {
    return {
      json: { ...wireEndpoint, id: 'whe_abcdefghijklm2', signing_secret: `whsec_${btoa('x'.repeat(24))}` },
    }
  }
  if (method !== 'GET') return { json: wireEndpoint }
  return { json: { webhook_endpoints: [wireEndpoint] } }
}

const page = (collection: string, items: readonly unknown[], rest: object = {}): Fault => ({
  json: { [collection]: items, hasMore: false, cursor: null, ...rest },
})
const folder = (id: string, parent: string | null = null) => ({
  id,
  object: 'folder',
  name: `Folder ${id}`,
  parent_folder_id: parent,
})
const space = (n: number) => ({
  id: `spa_${String(n).padStart(14, '0')}`,
  object: 'space',
  name: `Space ${n}`,
})

const always = (fault: Fault) => () => fault
const once = (fault: Fault) => (request: SeenRequest, index: number) =>
  index === 0 ? fault : healthy(request)
const forWrites = (fault: Fault) => (request: SeenRequest) =>
  request.method === 'GET' ? healthy(request) : fault
const limited = (header?: string): Fault => ({
  status: 429,
  headers: header === undefined ? {} : { 'retry-after': header },
})

const silent: Fault = { raw: () => {} }
const cut: Fault = { raw: (socket) => socket.destroy() }
const brokenOff: Fault = {
  raw: (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"id":'),
}
const noHttp: Fault = { raw: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n') }
const dripping: Fault = {
  raw(socket) {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n')
    const drip = setInterval(() => socket.write('['), 1_000)
    socket.on('close', () => clearInterval(drip))
  },
}
const bomb: Fault = {
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(Buffer.alloc(100 * 1024 * 1024, ' ')),
}

const notes: Call = ['catalog.notes', {}]
const note: Call = ['catalog.note', { id: 'not_1' }]
const spaces: Call = ['catalog.spaces', {}]
const folders: Call = ['catalog.folders', {}]
const endpoints: Call = ['endpoints.list', {}]
const remove: Call = ['endpoints.remove', { id: endpointId }]
const create: Call = [
  'endpoints.create',
  {
    receiver: { kind: 'url', url: 'https://hooks.example.com/new' },
    scopes: ['personal'],
    events: [],
    folderIds: [],
  },
]
const enable: Call = ['endpoints.update', { id: endpointId, changes: { enabled: false } }]
const scopes: Call = ['endpoints.update', { id: endpointId, changes: { scopes: ['public'] } }]

const failed = { code: 'service-failed', words: /problem of its own.*Try again/ } as const
const senseless = (words: RegExp) => ({ code: 'bad-response', words }) as const
const unknown = { code: 'outcome-unknown', words: /Look at the list before trying again/ } as const

export const scriptedFaults: readonly ScriptedFault[] = [
  // No answer, or not one that ends
  ...[cut, brokenOff, noHttp].map((fault, n) => ({
    name: ['cuts every connection', 'breaks off every answer', 'does not speak HTTP'][n] ?? '',
    does: always(fault),
    call: notes,
    comes: { code: 'unreachable', words: /Check .*network/ } as const,
    withinSeconds: 12,
    requests: 4,
  })),
  {
    name: 'accepts and says nothing',
    does: always(silent),
    call: notes,
    comes: { code: 'timeout', words: /too long.*Try again/ },
    withinSeconds: 25,
    requests: 2,
  },
  {
    name: 'drips a byte a second',
    does: always(dripping),
    call: notes,
    comes: { code: 'timeout', words: /too long.*Try again/ },
    withinSeconds: 31,
    requests: 1,
  },
  // Errors of its own
  ...[500, 502, 503, 504].map((status) => ({
    name: `answers ${status}`,
    does: always({ status, json: { message: 'Out of tea' } }),
    call: notes,
    comes: failed,
    withinSeconds: 12,
    requests: 4,
  })),
  {
    name: 'answers 503 once',
    does: once({ status: 503 }),
    call: notes,
    comes: { answer: { unreadable: 0 } },
    withinSeconds: 5,
  },
  // Pauses
  {
    name: 'asks for 2 seconds',
    does: once(limited('2')),
    call: notes,
    comes: { answer: {} },
    withinSeconds: 6,
  },
  {
    name: 'asks for a pause that is over',
    does: once(limited('0')),
    call: notes,
    comes: { answer: {} },
    withinSeconds: 5,
  },
  {
    name: 'asks for a pause of unknown length',
    does: once(limited()),
    call: notes,
    comes: { answer: {} },
    withinSeconds: 5,
  },
  {
    name: 'asks for a pause until a date',
    does: () => limited(new Date(Date.now() + 20_000).toUTCString()),
    call: notes,
    comes: { waitsSeconds: 20 },
    withinSeconds: 5,
  },
  {
    name: 'asks for minus one second',
    does: always(limited('-1')),
    call: notes,
    comes: { waitsSeconds: 30 },
    withinSeconds: 5,
  },
  {
    name: 'asks for «abc» seconds',
    does: always(limited('abc')),
    call: notes,
    comes: { waitsSeconds: 30 },
    withinSeconds: 5,
  },
  {
    name: 'asks for three years',
    does: always(limited('99999999')),
    call: notes,
    comes: { waitsSeconds: 900 },
    withinSeconds: 5,
  },
  {
    name: 'refuses a write for a minute',
    does: forWrites(limited('60')),
    call: remove,
    comes: { code: 'rate-limited', words: /asks to wait/ },
    withinSeconds: 5,
    requests: 1,
  },
  // Refusals
  {
    name: 'refuses the key',
    does: always({ status: 401 }),
    call: notes,
    comes: { code: 'key-rejected', words: /Enter a valid one/ },
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'forbids it',
    does: always({ status: 403 }),
    call: notes,
    comes: { code: 'forbidden', words: /admin may have limited/ },
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'does not know the note',
    does: always({ status: 404 }),
    call: note,
    comes: { code: 'not-found', words: /not be summarised yet.*no access.*gone/ },
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'finds the note too large',
    does: always({ status: 413 }),
    call: note,
    comes: { code: 'too-large', words: /too large/ },
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'has no webhooks',
    does: always({ status: 404 }),
    call: endpoints,
    comes: { code: 'no-webhooks', words: /Business and Enterprise/ },
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'leads elsewhere',
    does: always({ status: 302, headers: { location: 'https://elsewhere.example.com/' } }),
    call: notes,
    comes: { code: 'redirected', words: /not followed.*Check the base address/ },
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'refuses with 5 MB of HTML',
    does: always({ status: 400, body: `<h1>Bad</h1>${'x'.repeat(5_000_000)}` }),
    call: notes,
    comes: { code: 'refused', words: /stands below/ },
    withinSeconds: 5,
    requests: 1,
  },
  // Answers that make no sense
  {
    name: 'answers with a web page',
    does: always({ body: '<!doctype html><p>Sign in' }),
    call: notes,
    comes: senseless(/web page/),
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'answers with nothing',
    does: always({ body: '' }),
    call: notes,
    comes: senseless(/empty/),
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'answers with half of its JSON',
    does: always({ body: '{"notes": [{"id": "not_1"' }),
    call: notes,
    comes: senseless(/not complete JSON/),
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'answers with 120,000 brackets',
    does: always({ body: '['.repeat(120_000) + ']'.repeat(120_000) }),
    call: notes,
    comes: senseless(/no list of notes/),
    withinSeconds: 5,
    requests: 1,
  },
  {
    name: 'answers with a gzip bomb',
    does: always(bomb),
    call: notes,
    comes: senseless(/larger than 5 MB/),
    withinSeconds: 10,
    requests: 1,
  },
  // Lists
  {
    name: 'sends items of every wrong type',
    does: always(
      page('notes', [
        null,
        7,
        'text',
        [],
        {},
        { id: 5 },
        { id: '../x' },
        { ...wireNote('memo'), title: 7, owner: 'Kim' },
      ]),
    ),
    call: notes,
    comes: { answer: { items: [{ id: 'memo', title: '', owner: null }], unreadable: 7 } },
    withinSeconds: 5,
  },
  {
    name: 'sends fields of a prototype',
    does: always({
      body: '{"notes":[{"id":"not_1","__proto__":{"title":"x"},"constructor":1}],"hasMore":false,"cursor":null}',
    }),
    call: notes,
    comes: { answer: { items: [{ id: 'not_1', title: '' }] } },
    withinSeconds: 5,
  },
  {
    name: 'leaves out hasMore and numbers its cursor',
    does: always({ json: { notes: [], cursor: 41 } }),
    call: notes,
    comes: { answer: { cursor: '41', incomplete: null } },
    withinSeconds: 5,
  },
  {
    name: 'has more but no cursor',
    does: always(page('notes', [wireNote('not_1')], { hasMore: true })),
    call: notes,
    comes: { answer: { incomplete: 'no-cursor', cursor: null } },
    withinSeconds: 5,
  },
  {
    name: 'sends more than was asked for, twice',
    does: always(
      page(
        'notes',
        Array.from({ length: 80 }, (_, n) => wireNote(`not_${n % 40}`)),
      ),
    ),
    call: notes,
    comes: { answer: { unreadable: 0, incomplete: null } },
    withinSeconds: 5,
  },
  {
    name: 'repeats its cursor',
    does: (_r, n) => page('spaces', [space(n)], { hasMore: true, cursor: 'c' }),
    call: spaces,
    comes: { answer: { incomplete: 'repeated-cursor' } },
    withinSeconds: 5,
  },
  {
    name: 'leads its cursors in a ring',
    does: (_r, n) => page('spaces', [space(n)], { hasMore: true, cursor: n % 2 ? 'b' : 'a' }),
    call: spaces,
    comes: { answer: { incomplete: 'repeated-cursor' } },
    withinSeconds: 5,
  },
  {
    name: 'sends the same page for ever',
    does: (_r, n) => page('spaces', [space(1)], { hasMore: true, cursor: `${n}` }),
    call: spaces,
    comes: { answer: { incomplete: 'nothing-new', items: [space(1)].map(({ id, name }) => ({ id, name })) } },
    withinSeconds: 5,
  },
  {
    name: 'sends empty pages for ever',
    does: (_r, n) => page('spaces', [], { hasMore: true, cursor: `${n}` }),
    call: spaces,
    comes: { answer: { incomplete: 'nothing-new', items: [] } },
    withinSeconds: 5,
  },
  {
    name: 'puts folders into themselves, in circles and under nothing',
    does: always(
      page('folders', [
        folder('fol_abcdefghijklm1', 'fol_abcdefghijklm1'),
        folder('fol_abcdefghijklm2', 'fol_abcdefghijklm3'),
        folder('fol_abcdefghijklm3', 'fol_abcdefghijklm2'),
        folder('fol_abcdefghijklm4', 'fol_gone'),
      ]),
    ),
    call: folders,
    comes: { answer: { incomplete: null, unreadable: 0 } },
    withinSeconds: 5,
  },
  {
    name: 'lists 10,000 endpoints',
    does: always({
      json: {
        webhook_endpoints: Array.from({ length: 10_000 }, (_, n) => ({
          ...wireEndpoint,
          id: `whe_${String(n).padStart(14, '0')}`,
        })),
      },
    }),
    call: endpoints,
    comes: { answer: {} },
    withinSeconds: 10,
  },
  // Writes
  {
    name: 'takes a creation and says nothing',
    does: forWrites(silent),
    call: create,
    comes: unknown,
    withinSeconds: 20,
  },
  {
    name: 'cuts the reply to a creation',
    does: forWrites(brokenOff),
    call: create,
    comes: unknown,
    withinSeconds: 10,
  },
  {
    name: 'creates without a secret',
    does: forWrites({ json: { ...wireEndpoint, id: 'whe_abcdefghijklm2' } }),
    call: create,
    comes: { code: 'secret-not-returned', words: /delete/i },
    withinSeconds: 10,
  },
  {
    name: 'refuses a creation',
    does: forWrites({ status: 400, json: { message: 'No private networks' } }),
    call: create,
    comes: { code: 'refused', words: /stands below/ },
    withinSeconds: 10,
  },
  {
    name: 'has deleted it already',
    does: ({ method }) => (method === 'GET' ? { json: { webhook_endpoints: [] } } : { status: 404 }),
    call: remove,
    comes: { answer: {} },
    withinSeconds: 10,
  },
  {
    name: 'takes a deletion and says nothing',
    does: forWrites(silent),
    call: remove,
    comes: unknown,
    withinSeconds: 20,
  },
  {
    name: 'lets nothing be changed',
    does: forWrites({ status: 405 }),
    call: scopes,
    comes: { code: 'update-unsupported', words: /Create a new one/ },
    withinSeconds: 10,
  },
  {
    name: 'ignores the switch',
    does: forWrites({ json: wireEndpoint }),
    call: enable,
    comes: { code: 'enabled-unchanged', words: /in the product itself/ },
    withinSeconds: 10,
  },
]
