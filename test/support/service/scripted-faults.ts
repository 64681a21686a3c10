import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '#shared/errors.ts'
import type { InputOf, ProcedureName } from '#shared/rpc/contract.ts'
import type { Fault, SeenRequest } from './faulty-service.ts'

/** A call that the page makes while the service fails. */
export type Call = { readonly [Name in ProcedureName]: readonly [Name, InputOf<Name>] }[ProcedureName]

export interface ScriptedFault {
  readonly name: string
  /** Responds to requests once the service starts to fail. */
  readonly does: (request: SeenRequest, index: number) => Fault
  readonly call: Call
  /** Expected result: an error with its message, or a value that contains this value. */
  readonly comes:
    | { readonly code: ErrorCode; readonly words: RegExp }
    | { readonly answer: object }
    /** Seconds that requests wait, approximately, as the page shows them. */
    | { readonly waitsSeconds: number }
  /** Time limit for the call: at most 30 s for a read, 60 s for a create. */
  readonly withinSeconds: number
  /** Maximum number of requests that the call may send. */
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
const createdAfter = (ms: number): Fault => ({
  raw(socket) {
    const id = 'whe_abcdefghijklm2'
    const body = JSON.stringify({
      ...wireEndpoint,
      ...{ id, url: 'https://hooks.example.com/new', signing_secret: `whsec_${btoa('x'.repeat(24))}` },
    })
    const head = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    setTimeout(() => socket.write(head + body), ms)
  },
})
const bomb: Fault = {
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(Buffer.alloc(100 * 1024 * 1024, ' ')),
}

const notes: Call = ['notes.page', {}]
const note: Call = ['notes.get', { id: 'not_1' }]
const spaces: Call = ['notes.spaces', {}]
const folders: Call = ['notes.folders', {}]
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

const unreachable = { code: 'unreachable', words: /Check .*network/ } as const
const failed = { code: 'service-failed', words: /service failed.*Try again/ } as const
const senseless = (words: RegExp) => ({ code: 'bad-response', words }) as const
const unknown = { code: 'outcome-unknown', words: /Check the list before you try again/ } as const

type Row = readonly [name: string, does: ScriptedFault['does'], comes: ScriptedFault['comes']]

/** Returns faults that differ only in the response and the result. */
const script = (
  common: Pick<ScriptedFault, 'call' | 'withinSeconds' | 'requests'>,
  rows: readonly Row[],
): readonly ScriptedFault[] => rows.map(([name, does, comes]) => ({ ...common, name, does, comes }))

export const scriptedFaults: readonly ScriptedFault[] = [
  // No response, or an endless one
  ...script({ call: notes, withinSeconds: 12, requests: 4 }, [
    ['cuts every connection', always(cut), unreachable],
    ['breaks off every answer', always(brokenOff), unreachable],
    ['does not speak HTTP', always(noHttp), unreachable],
  ]),
  ...script({ call: notes, withinSeconds: 25, requests: 2 }, [
    ['accepts and says nothing', always(silent), { code: 'timeout', words: /too long.*Try again/ }],
  ]),
  ...script({ call: notes, withinSeconds: 31, requests: 1 }, [
    ['drips a byte a second', always(dripping), { code: 'timeout', words: /too long.*Try again/ }],
  ]),
  // Server errors
  ...script(
    { call: notes, withinSeconds: 12, requests: 4 },
    [500, 502, 503, 504].map((status) => [
      `answers ${status}`,
      always({ status, json: { message: 'Out of tea' } }),
      failed,
    ]),
  ),
  ...script({ call: notes, withinSeconds: 5 }, [
    ['answers 503 once', once({ status: 503 }), { answer: { unreadable: 0 } }],
  ]),
  // Rate limits
  ...script({ call: notes, withinSeconds: 6 }, [['asks for 2 seconds', once(limited('2')), { answer: {} }]]),
  ...script({ call: notes, withinSeconds: 5 }, [
    ['asks for a pause that is over', once(limited('0')), { answer: {} }],
    ['asks for a pause of unknown length', once(limited()), { answer: {} }],
    [
      'asks for a pause until a date',
      () => limited(new Date(Date.now() + 20_000).toUTCString()),
      { waitsSeconds: 20 },
    ],
    ['asks for minus one second', always(limited('-1')), { waitsSeconds: 30 }],
    ['asks for «abc» seconds', always(limited('abc')), { waitsSeconds: 30 }],
    ['asks for three years', always(limited('99999999')), { waitsSeconds: 900 }],
  ]),
  ...script({ call: remove, withinSeconds: 5, requests: 1 }, [
    ['refuses a change for a minute', forWrites(limited('60')), { waitsSeconds: 60 }],
  ]),
  // Rejected requests
  ...script({ call: notes, withinSeconds: 5, requests: 1 }, [
    ['refuses the key', always({ status: 401 }), { code: 'key-rejected', words: /Enter a valid one/ }],
    ['forbids it', always({ status: 403 }), { code: 'forbidden', words: /admin may have limited/ }],
  ]),
  ...script({ call: note, withinSeconds: 5, requests: 1 }, [
    [
      'does not know the note',
      always({ status: 404 }),
      { code: 'not-found', words: /not be summarized yet.*no access.*deleted/ },
    ],
    ['finds the note too large', always({ status: 413 }), { code: 'too-large', words: /Too large/ }],
  ]),
  ...script({ call: endpoints, withinSeconds: 5, requests: 1 }, [
    ['has no webhooks', always({ status: 404 }), { code: 'no-webhooks', words: /Business or Enterprise/ }],
  ]),
  ...script({ call: notes, withinSeconds: 5, requests: 1 }, [
    [
      'leads elsewhere',
      always({ status: 302, headers: { location: 'https://elsewhere.example.com/' } }),
      { code: 'redirected', words: /doesn’t follow redirects.*Check the API address/ },
    ],
    [
      'refuses without a word',
      always({ status: 400, body: '' }),
      { code: 'refused', words: /without a reason\. Check the API address/ },
    ],
    [
      'refuses with 5 MB of HTML',
      always({ status: 400, body: `<h1>Bad</h1>${'x'.repeat(5_000_000)}` }),
      { code: 'refused', words: /is shown below/ },
    ],
  ]),
  // Invalid responses
  ...script({ call: notes, withinSeconds: 5, requests: 1 }, [
    ['answers with a web page', always({ body: '<!doctype html><p>Sign in' }), senseless(/web page/)],
    ['answers with nothing', always({ body: '' }), senseless(/empty/)],
    [
      'answers with half of its JSON',
      always({ body: '{"notes": [{"id": "not_1"' }),
      senseless(/not complete JSON/),
    ],
    [
      'answers with 120,000 brackets',
      always({ body: '['.repeat(120_000) + ']'.repeat(120_000) }),
      senseless(/no list of notes/),
    ],
  ]),
  ...script({ call: notes, withinSeconds: 10, requests: 1 }, [
    ['answers with a gzip bomb', always(bomb), senseless(/larger than 5 MB/)],
  ]),
  // Lists
  ...script({ call: notes, withinSeconds: 5 }, [
    [
      'sends items of every wrong type',
      always(
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
      { answer: { items: [{ id: 'memo', title: '', owner: null }], unreadable: 7 } },
    ],
    [
      'sends fields of a prototype',
      always({
        body: '{"notes":[{"id":"not_1","__proto__":{"title":"x"},"constructor":1}],"hasMore":false,"cursor":null}',
      }),
      { answer: { items: [{ id: 'not_1', title: '' }] } },
    ],
    [
      'leaves out hasMore and numbers its cursor',
      always({ json: { notes: [], cursor: 41 } }),
      { answer: { cursor: '41', incomplete: null } },
    ],
    [
      'has more but no cursor',
      always(page('notes', [wireNote('not_1')], { hasMore: true })),
      { answer: { incomplete: 'no-cursor', cursor: null } },
    ],
    [
      'sends more than was asked for, twice',
      always(
        page(
          'notes',
          Array.from({ length: 80 }, (_, n) => wireNote(`not_${n % 40}`)),
        ),
      ),
      { answer: { unreadable: 0, incomplete: null } },
    ],
  ]),
  ...script({ call: spaces, withinSeconds: 5 }, [
    [
      'repeats its cursor',
      (_r, n) => page('spaces', [space(n)], { hasMore: true, cursor: 'c' }),
      { answer: { incomplete: 'repeated-cursor' } },
    ],
    [
      'leads its cursors in a ring',
      (_r, n) => page('spaces', [space(n)], { hasMore: true, cursor: n % 2 ? 'b' : 'a' }),
      { answer: { incomplete: 'repeated-cursor' } },
    ],
    [
      'sends the same page for ever',
      (_r, n) => page('spaces', [space(1)], { hasMore: true, cursor: `${n}` }),
      { answer: { incomplete: 'nothing-new', items: [space(1)].map(({ id, name }) => ({ id, name })) } },
    ],
    [
      'sends empty pages for ever',
      (_r, n) => page('spaces', [], { hasMore: true, cursor: `${n}` }),
      { answer: { incomplete: 'nothing-new', items: [] } },
    ],
  ]),
  ...script({ call: folders, withinSeconds: 5 }, [
    [
      'puts folders into themselves, in circles and under nothing',
      always(
        page('folders', [
          folder('fol_abcdefghijklm1', 'fol_abcdefghijklm1'),
          folder('fol_abcdefghijklm2', 'fol_abcdefghijklm3'),
          folder('fol_abcdefghijklm3', 'fol_abcdefghijklm2'),
          folder('fol_abcdefghijklm4', 'fol_gone'),
        ]),
      ),
      { answer: { incomplete: null, unreadable: 0 } },
    ],
  ]),
  ...script({ call: endpoints, withinSeconds: 10 }, [
    [
      'lists 10,000 endpoints',
      always({
        json: {
          webhook_endpoints: Array.from({ length: 10_000 }, (_, n) => ({
            ...wireEndpoint,
            id: `whe_${String(n).padStart(14, '0')}`,
          })),
        },
      }),
      { answer: {} },
    ],
  ]),
  // Writes
  ...script({ call: create, withinSeconds: 62 }, [
    [
      'takes a creation and says nothing',
      forWrites(silent),
      { code: 'outcome-unknown', words: /didn’t respond within 60 s.*Check the list before you try again/ },
    ],
  ]),
  ...script({ call: create, withinSeconds: 20 }, [
    ['takes 14 seconds to create', forWrites(createdAfter(14_000)), { answer: { secret: 'kept' } }],
  ]),
  ...script({ call: create, withinSeconds: 10 }, [
    ['cuts the reply to a creation', forWrites(brokenOff), unknown],
    [
      'creates without a secret',
      forWrites({ json: { ...wireEndpoint, id: 'whe_abcdefghijklm2' } }),
      { code: 'secret-not-returned', words: /delete/i },
    ],
    [
      'refuses a creation',
      forWrites({ status: 400, json: { message: 'No private networks' } }),
      { code: 'refused', words: /is shown below/ },
    ],
  ]),
  ...script({ call: remove, withinSeconds: 10 }, [
    [
      'has deleted it already',
      ({ method }) => (method === 'GET' ? { json: { webhook_endpoints: [] } } : { status: 404 }),
      { answer: {} },
    ],
  ]),
  ...script({ call: remove, withinSeconds: 41 }, [
    ['takes a deletion and says nothing', forWrites(silent), unknown],
  ]),
  ...script({ call: scopes, withinSeconds: 10 }, [
    [
      'lets nothing be changed',
      forWrites({ status: 405 }),
      { code: 'update-unsupported', words: /Create a new endpoint/ },
    ],
  ]),
  ...script({ call: enable, withinSeconds: 10 }, [
    [
      'ignores the switch',
      forWrites({ json: wireEndpoint }),
      { code: 'enabled-unchanged', words: /in the service’s web app/ },
    ],
  ]),
]
