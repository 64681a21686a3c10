import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { findId } from '#core/agents/find-id.ts'
import { agentTransport } from '#core/agents/index.ts'
import { argumentsOf } from '#core/agents/input-problem.ts'
import { listedTools, type ToolName, type ToolOutput, tools } from '#shared/agents/tools.ts'
import { caseCount } from '#shared/checks/model.ts'
import { createClient } from '#shared/rpc/client.ts'
import { writeHistory } from '../../../bench/history-store.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { type OpenAgent, openAgent } from '../../../support/core/open-agent.ts'
import { openCore, refusalOf, separateService, setPace } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { answerWith, openRawReceiver } from '../../../support/receivers/raw-receiver.ts'
import { isHard } from '../../../support/runs.ts'

const caller = { name: 'a test' }

test('lists every agent tool with strict input and output schemas', async () => {
  const { core } = await openCore({ listening: false })
  const listed = await createClient(agentTransport(core)).call('agents.tools')
  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  for (const { name, inputSchema, outputSchema } of listed.tools) {
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
    expect(outputSchema, name).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['outcome']),
    })
  }
})

test('agents can’t call procedures or receive events that no tool declares', async () => {
  const { core } = await openCore({ listening: false })
  const transport = agentTransport(core)
  expect(await transport.call('workspaces.status', {})).toMatchObject({
    error: { code: 'unknown-procedure' },
  })
  const heard: string[] = []
  const end = transport.subscribe(({ name }) => heard.push(name))
  const client = createClient(core)
  await client.call('settings.set', { theme: 'dark' })
  await client.call('agents.set-level', { level: 'read' })
  end()
  expect(heard).toEqual(['host.opened', 'agents.changed'])
})

test('the status tool returns the state of the sandbox and its number of deliveries', async () => {
  const { client } = await openCore()
  await client.call('sandbox.start', { notes: 10 })
  await eventually(async () => {
    const { rows } = await client.call('agents.run', { tool: 'deliveries_list', input: {}, caller })
    expect(rows).toHaveLength(1)
  })
  expect(await client.call('agents.run', { tool: 'status', caller })).toMatchObject({
    outcome: 'done',
    workspace: { isSandbox: true },
    level: 'sandbox',
    levelName: 'Read and act in the sandbox',
    listener: { state: 'listening', stateName: 'Listening' },
    tunnel: { state: 'not needed', stateName: 'Not needed' },
    endpoints: { count: 1, disabled: 0 },
    receivers: { count: 0, forwarding: 0, waiting: 0 },
    counts: { deliveries: 1, lastDay: 1, lastDayFailed: 0 },
    sandbox: { speed: expect.any(Number), on: ['Automatic events'] },
  })
})

test('the status tool counts the endpoints that were listed last, and warns while requests to the service fail', async () => {
  const { client, run, refused } = await openAgent({ notes: 0 })
  const service = await separateService({ notes: 1 })
  const { baseUrl, apiKey } = service
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  await client.call('agents.set-level', { level: 'read' })
  await client.call('endpoints.create', {
    ...{ receiver: { kind: 'url', url: 'https://hooks.example.com/in' } },
    ...{ scopes: ['personal'], events: [], folderIds: [] },
  })
  expect(await run('status')).toMatchObject({ endpoints: { count: 1, disabled: 0 } })
  const [endpoint] = await client.call('endpoints.list')
  await client.call('endpoints.update', { id: endpoint?.id ?? '', changes: { enabled: false } })
  await service.close()
  await refused('endpoints_list')
  const { endpoints, warnings } = await run('status')
  expect(endpoints).toEqual({ count: 1, disabled: 1 })
  expect(warnings).toContainEqual(expect.stringContaining('1 disabled endpoint'))
  expect(warnings).toContainEqual(expect.stringMatching(/out of date.*endpoints_list/))
})

test('the status tool warns that the endpoints are unknown if they were never listed', async () => {
  const { client, run } = await openAgent({ notes: 0 })
  const service = await separateService({ notes: 1 })
  const { baseUrl, apiKey } = service
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  await client.call('agents.set-level', { level: 'read' })
  await service.close()
  const { endpoints, warnings } = await run('status')
  expect(endpoints).toBeNull()
  expect(warnings).toContainEqual(expect.stringMatching(/out of date.*endpoints_list/))
})

test('suggests the nearest name if an agent mistypes an argument, a filter key or a tool', async () => {
  const { client } = await openCore({ listening: false })
  const refused = (tool: string, input: Record<string, unknown>) =>
    refusalOf(client.call('agents.run', { tool, input, caller }))
  expect(await refused('deliveries_list', { limt: 3 })).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('“limit”'),
  })
  expect(await refused('deliveries_list', { q: 'typ:note.edited' })).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('“type:note.edited”'),
  })
  expect(await refused('deliveries_lst', {})).toMatchObject({
    code: 'unknown-procedure',
    message: expect.stringContaining('deliveries_list'),
  })
})

test('says what to change if a delivery, a URL, a filter key or the level is wrong', async () => {
  const { client, refused } = await openAgent()
  expect((await refused('deliveries_show', { id: 999_999 })).message).toMatch(/no delivery with this ID/)
  expect(await refused('receivers_set', { url: 'foo' })).toMatchObject({
    code: 'invalid-input',
    message: '“foo” is not a URL such as http://127.0.0.1:4000/webhooks.',
  })
  const reserved = await refused('receivers_set', { url: 'https://127.0.0.1:1/x' })
  expect(reserved.message).toBe('Port 1 is reserved for another protocol. Use another port.')
  expect((await refused('deliveries_list', { q: 'foo:x' })).message).toMatch(/Its keys are .*type, /)
  await client.call('agents.set-level', { level: 'read' })
  const { message } = await refusalOf(client.call('agents.environment', { caller }))
  expect(message).toContain('Settings → Agents & scripts')
})

const limits = listedTools().flatMap(({ name, inputSchema: { properties = {} } }) => {
  return Object.entries(properties as Record<string, { minimum?: number; maximum?: number }>).flatMap(
    ([key, { minimum, maximum }]) => [
      ...(minimum !== undefined ? [[name, key, minimum - 1, `least ${minimum}`]] : []),
      ...(maximum !== undefined ? [[name, key, maximum + 1, `most ${maximum.toLocaleString('en')}`]] : []),
    ],
  )
}) as [string, string, number, string][]

test('names the limit of every number that is too large or too small', async () => {
  const { client } = await openCore({ listening: false })
  expect(limits.length).toBeGreaterThan(20)
  for (const [tool, key, value, limit] of limits) {
    const { message } = await refusalOf(client.call('agents.run', { tool, input: { [key]: value }, caller }))
    expect(message, tool).toContain(`\`${key}\` must be at ${limit}.`)
  }
})

test.each([
  ['is:foo', 'Use starred, remarked, retried, delivered, '],
  ['sent:foo', 'Use failed or passed.'],
  ['status:foo', 'a number such as 503 or >=400.'],
  ['attempts:foo', 'Use a number such as 2 or >1.'],
  ['before:foo', 'Use a time such as 2026-03-01 or 2026-03-01T09:30.'],
])('says which values a filter accepts in place of %s', async (q, hint) => {
  const { client } = await openCore({ listening: false })
  const call = client.call('agents.run', { tool: 'deliveries_list', input: { q }, caller })
  expect((await refusalOf(call)).message).toContain(hint)
})

test('rejects every tool while the level is off, and names the setting that turns agents on', async () => {
  const { client } = await openCore({ listening: false })
  await client.call('agents.set-level', { level: 'off' })
  for (const { name } of tools) {
    const refusal = await refusalOf(client.call('agents.run', { tool: name, caller }))
    expect(refusal, name).toMatchObject({ code: 'not-allowed', message: expect.stringContaining('Settings') })
  }
})

test('the pages of an agent’s list contain each delivery and send once, with the right total', async () => {
  const { client, run, refused } = await openAgent({ notes: 40 })
  const program = await openRawReceiver()
  program.answer = answerWith(200, 'x'.repeat(5_000))
  const { receiver } = await run('receivers_set', { url: program.url, forward: true })
  const { after } = await run('sandbox_trigger', { type: 'note.generated', count: 50 })
  await run('sandbox_trigger', { type: 'note.edited', count: 50 })
  let seen = 0
  for (let mark = after; seen < 100; ) {
    const waited = await run('sends_wait', { after: mark, count: 20 })
    expect(Buffer.byteLength(JSON.stringify(waited))).toBeLessThan(24_000)
    seen += waited.rows.length
    mark = waited.after
  }
  const total = (await client.call('deliveries.total')).count
  for (const [tool, input, matching] of [
    ['deliveries_list', { q: '' }, total],
    ['deliveries_list', { q: 'type:note.edited' }, 50],
    ['deliveries_list', { q: 'attempt:>7' }, 0],
    ['sends_list', { receiver: receiver.id }, 100],
  ] as const) {
    const ids: number[] = []
    let next: string | null = null
    do {
      // Counting has a time limit, which a busy computer can exceed.
      const page: ToolOutput<typeof tool> = await eventually(async () => {
        const page = await run(tool, { ...input, limit: 50, ...(next ? { next } : {}) })
        expect(page).toMatchObject({ matching, shown: page.rows.length, truncated: page.next !== null })
        return page
      })
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(24_000)
      ids.push(...page.rows.map(({ id }) => id))
      next = page.next
      if (next !== null)
        expect(await refused(tool, { ...input, failed: true, q: 'other', next })).toBeDefined()
    } while (next !== null)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(matching)
  }
})

test('the pages of 10,000 stored deliveries contain each once and are smaller than 24 kB', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-agents-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  writeHistory(join(dataFolder, 'notehook.db'), 10_000)
  const { run } = await openAgent({ dataFolder, listening: false })
  let seen = 0
  const ids = new Set<number>()
  for (let next: string | undefined, isLast = false; !isLast; ) {
    const page = await run('deliveries_list', { limit: 50, next })
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(24_000)
    expect([null, 10_000]).toContain(page.matching)
    for (const { id } of page.rows) ids.add(id)
    expect(page.truncated).toBe(page.next !== null)
    next = page.next ?? undefined
    isLast = page.next === null
    seen += page.rows.length
  }
  expect([ids.size, seen]).toEqual([10_000, 10_000])
})

/** Number of rows in lists of many pages. */
const many = isHard ? 10_000 : 2_000

/** Reads every page of a list. Each page must be small enough, and must contain the right total. */
async function readPages(
  run: OpenAgent['run'],
  tool: 'checks_show' | 'endpoints_list' | 'missed_list',
  input: object,
  matching: number,
) {
  const pages: (readonly object[])[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page: ToolOutput<typeof tool> = await run(tool, { ...input, ...(next ? { next } : {}) })
    expect(page).toMatchObject({ matching, shown: page.rows.length, truncated: page.next !== null })
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(24_000)
    pages.push(page.rows)
    next = page.next
  }
  return { count: pages.length, rows: pages.flat() }
}

test('the pages of an agent’s list of endpoints contain each once, with the right total', async () => {
  const { run, sandboxes } = await openAgent()
  const [sandbox] = sandboxes
  const secret = `whsec_${'A'.repeat(43)}=`
  // Fewer, because each page reads the endpoints again from the service.
  for (let at = 1; at < many / 5; at += 1) sandbox?.addEndpoint(`https://hooks.example.com/${at}`, secret)
  const ids = sandbox?.endpoints().map(({ id }) => id) ?? []
  const failing = ids.filter((_id, at) => at % 2 === 1)
  for (const id of failing) sandbox?.disable(id)
  for (const [input, listed] of [
    [{ limit: 50 }, ids],
    [{ limit: 50, failing: true }, failing],
  ] as const) {
    const { count, rows } = await readPages(run, 'endpoints_list', input, listed.length)
    expect(count).toBeGreaterThanOrEqual(listed.length / 50)
    expect(rows.map((row) => 'id' in row && row.id).sort()).toEqual(listed.toSorted())
  }
})

test('the pages of an agent’s list of missed events contain each note once, with the right total', async () => {
  const { client, run, sandboxes } = await openAgent({ sandbox: { activityMs: 600_000 } })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  const [sandbox] = sandboxes
  const endpoint = (await client.call('endpoints.list'))[0]?.id ?? ''
  sandbox?.disable(endpoint)
  await client.call('endpoints.list')
  const missed = Array.from({ length: many }, () => sandbox?.emit('note.generated').noteId)
  sandbox?.enable(endpoint)
  await client.call('endpoints.list')
  await client.call('missed.look')
  await eventually(async () => expect((await run('missed_list', { endpoint })).matching).toBe(many))
  const { count, rows } = await readPages(run, 'missed_list', { endpoint, limit: 50 }, many)
  expect(count).toBeGreaterThanOrEqual(many / 50)
  expect(rows.map((row) => 'note' in row && row.note).sort()).toEqual(missed.toSorted())
})

test('the pages of a check contain each case once, even if the receiver’s responses are long', async () => {
  const { run } = await openAgent()
  const program = await openRawReceiver()
  program.answer = answerWith(500, '"'.repeat(5_000))
  const { receiver } = await run('receivers_set', { url: program.url })
  await run('checks_run', { receiver: receiver.id })
  const input = { receiver: receiver.id, all: true }
  const { count, rows } = await readPages(run, 'checks_show', input, caseCount)
  expect(count).toBeGreaterThan(1)
  expect(rows.map((row) => 'case' in row && row.case)).toEqual(
    Array.from({ length: caseCount }, (_, at) => at + 1),
  )
})

test('a check of a receiver that no program serves fails with the reason', async () => {
  const { run } = await openAgent()
  const program = await openRawReceiver()
  await program.close()
  const { receiver } = await run('receivers_set', { url: program.url })
  expect(await run('checks_run', { receiver: receiver.id })).toMatchObject({
    outcome: 'failed',
    counts: null,
    warnings: [expect.stringContaining('Nothing accepts connections')],
  })
})

test('consecutive calls of sends_wait return each delivery that waits for a receiver once', async () => {
  const { client, run } = await openAgent()
  const program = await openRawReceiver()
  await program.close()
  const { receiver } = await run('receivers_set', { url: program.url, forward: true })
  const [endpoint] = await client.call('endpoints.list')
  const { after } = await run('sandbox_trigger', { type: 'note.generated', count: 30 })
  const waiting: number[] = []
  for (let mark = after; waiting.length < 30; ) {
    const waited = await run('sends_wait', { after: mark, receiver: receiver.id })
    expect(waited.outcome).toBe('failed')
    for (const { delivery, why } of waited.waiting) {
      expect(why).toContain('Nothing accepts connections')
      waiting.push(delivery)
    }
    for (const row of [...waited.rows, ...waited.waiting]) expect(row.endpoint).toBe(endpoint?.id)
    for (const row of waited.rows) expect(row).toMatchObject({ waits: true, status: null })
    mark = waited.after
  }
  const { deliveries } = await client.call('deliveries.list', { q: 'type:note.generated', limit: 50 })
  expect(waiting.toSorted((one, other) => other - one)).toEqual(deliveries.map(({ id }) => id))
})

test('tells an agent which deliveries wait until they are sent, and for which receiver', async () => {
  const { client, run } = await openAgent()
  const warning =
    /^Waiting for “Mine”, not sent automatically: 1 delivery\. Call receivers_send with `waiting`\.$/
  const isWarned = async () => (await run('status')).warnings.some((one) => warning.test(one))
  const program = await openRawReceiver()
  await program.close()
  const { receiver } = await run('receivers_set', { url: program.url, name: 'Mine', forward: true })
  const { id } = receiver
  expect(receiver.autoSend).toBe(true)
  const { after } = await run('sandbox_trigger', { type: 'note.generated' })
  const [waiting] = (await run('sends_wait', { after, receiver: id, count: 2 })).waiting
  const why = 'No connection'
  const shown = await run('deliveries_show', { id: waiting?.delivery })
  expect(shown.waiting).toEqual([{ receiver: id, why }])
  expect(await isWarned()).toBe(false)
  await client.call('receivers.update', { id, changes: { autoSend: false } })
  expect(await isWarned()).toBe(true)
  const again = await run('receivers_set', { url: program.url, forward: true })
  expect(again.receiver.autoSend).toBe(false)
  expect(again.warnings).toContainEqual(expect.stringMatching(warning))
})

test('an agent gets a note in pieces, which join into the file of an export', async () => {
  const { client, run } = await openAgent({ notes: 10 })
  const { id, owner } = await eventually(async () => {
    const [note] = (await client.call('notes.list', {})).notes
    if (!note?.owner) throw new Error('No note is indexed yet.')
    return { id: note.id, owner: note.owner.name }
  })
  await eventually(async () => {
    const { rows } = await run('notes_search', { text: `owner:"${owner}"` })
    expect(rows.map((row) => row.id)).toContain(id)
  })
  await eventually(async () => expect((await client.call('notes.known-folders')).asOf).not.toBeNull())
  const source = { from: 'page', total: 1 } as const
  const { jobId } = await client.call('exports.start-files', {
    ...{ title: 'Notes', layout: 'flat', transcripts: 'section', source },
  })
  const found = await client.call('notes.find', { id })
  await client.call('exports.add', { id: jobId, notes: found.note === null ? [] : [found.note] })
  await endedJob('export-notes', () => client.call('jobs.list'))
  const { base64 } = await client.call('exports.piece', { id: jobId, from: 0 })
  const [whole] = Object.values(unzipSync(Buffer.from(base64, 'base64'))).map((file) => strFromU8(file))
  let text = ''
  let piece = await run('notes_show', { id, transcript: true })
  for (text += piece.untrusted.markdown; piece.truncated; text += piece.untrusted.markdown) {
    piece = await run('notes_show', { id, transcript: true, from: Buffer.byteLength(text) })
  }
  expect(text).toBe(whole)
  expect(text).toContain('## Transcript')
})

test('an agent finds a note by its text, and is warned if text was not searched', async () => {
  const { client, run } = await openAgent({ notes: 40 })
  const status = () => client.call('notes.text-status')
  await eventually(async () => {
    const { read, total } = await status()
    expect(read).toBe(total)
    expect(total).toBeGreaterThanOrEqual(40)
  })
  const [note] = (await client.call('notes.list', {})).notes
  const id = note?.id ?? ''
  const sentence = (await client.call('notes.stored', { id }))?.note.summaryText?.split('\n')[1] ?? ''
  const input = { text: `text:"${sentence}"` }
  const { rows, warnings } = await run('notes_search', input)
  const row = rows.find((one) => one.id === id)
  expect(row?.untrusted.excerpt).toMatchObject({ part: 'summary', speaker: null })
  expect(row?.untrusted.excerpt?.text).toContain(sentence.slice(0, 20))
  expect(warnings).toEqual([])

  await client.call('notes.delete-texts')
  expect(await run('notes_search', input)).toMatchObject({
    rows: [],
    warnings: [expect.stringContaining('doesn’t keep note text')],
  })
})

test('an agent gets no excerpt of private notes', async () => {
  const { client, run } = await openAgent({ notes: 40 })
  const stored = await eventually(async () => {
    const { notes } = await client.call('notes.list', {})
    for (const { id } of notes) {
      const copy = await client.call('notes.stored', { id })
      if (copy?.note.privateNotesMarkdown) return copy.note
    }
    throw new Error('No private notes were read yet.')
  })
  const text = `"${stored.privateNotesMarkdown?.split('\n')[0]}"`
  const found = await client.call('notes.search', { text, in: 'everything' })
  expect(found.notes.map(({ match }) => match?.part)).toContain('private')
  const { rows } = await run('notes_search', { text })
  expect(rows.length).toBe(found.notes.length)
  for (const { untrusted } of rows) expect(untrusted.excerpt?.part).not.toBe('private')
})

test('the pages of notes that an agent searches contain each note once', async () => {
  const { client, run } = await openAgent({ notes: 120 })
  await eventually(async () => expect((await client.call('notes.index-status')).notes).toBe(120))
  const ids: string[] = []
  let next: string | null = null
  do {
    const page: ToolOutput<'notes_search'> = await run('notes_search', {
      ...{ text: 'after:2000-01-01', limit: 50, ...(next ? { next } : {}) },
    })
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(24_000)
    ids.push(...page.rows.map(({ id }) => id))
    next = page.next
  } while (next !== null)
  expect(ids).toHaveLength(120)
  expect(new Set(ids).size).toBe(120)
})

test.each(['sends_wait', 'deliveries_wait'] as const)('canceling %s logs no error', async (tool) => {
  const { run, log } = await openAgent()
  const stopping = new AbortController()
  const waiting = run(tool, {}, stopping.signal)
  await run('status')
  stopping.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'canceled' })
  expect(log.filter((line) => line.includes('failed'))).toEqual([])
})

test('a script can open only the pages of the app', async () => {
  const { client, core } = await openCore({ listening: false })
  const shown: unknown[] = []
  onTestFinished(core.subscribe(({ name, data }) => void (name === 'app.place-opened' && shown.push(data))))
  await client.call('agents.open', { place: '#/inspector/7?q=a%20b', caller })
  expect(shown).toEqual([{ place: '#/inspector/7?q=a%20b' }])
  for (const place of [
    'https://example.com',
    'javascript:alert(1)',
    '#endpoints',
    '#/a b',
    '//example.com',
    '',
    '#/nowhere',
    '#/endpointsx',
  ])
    expect(await refusalOf(client.call('agents.open', { place, caller }))).toMatchObject({
      code: 'invalid-input',
    })
  expect(shown).toHaveLength(1)
  for (const page of readdirSync(join(import.meta.dirname, '../../../../renderer/places')))
    await client.call('agents.open', { place: `#/${page}`, caller })
  await client.call('agents.open', { place: '#/', caller })
})

test('an agent can list endpoints and the events that each endpoint missed', async () => {
  const { run } = await openAgent()
  const { rows } = await run('endpoints_list')
  expect(rows).toMatchObject([{ label: 'Quickstart', enabled: true, secret: expect.any(String) }])
  const endpoint = rows[0]?.id ?? ''
  expect(await run('missed_list', { endpoint })).toMatchObject({ rows: [], matching: 0, truncated: false })
  expect(await run('endpoints_list', { failing: true })).toMatchObject({ rows: [], matching: 0 })
})

test('the status tool says that the sandbox’s outage is on and that an endpoint fails, whose days follow the sandbox’s clock', async () => {
  const { run } = await openAgent()
  await run('sandbox_set', { outage: true })
  await run('sandbox_trigger')
  await eventually(async () =>
    expect((await run('status')).warnings).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/outage is on.*sandbox_set/),
        expect.stringMatching(/endpoint fail.*endpoints_list/),
      ]),
    ),
  )
  const [failing] = (await run('endpoints_list', { failing: true })).rows
  expect(failing?.daysLeft).toBeGreaterThan(1)
  await run('sandbox_set', { outage: false })
  expect((await run('status')).warnings).not.toContainEqual(expect.stringContaining('outage'))
})

test('a trigger that no endpoint receives, and a rejected delivery, are failures with the next step', async () => {
  const { client, run } = await openAgent()
  const program = await openRawReceiver()
  program.answer = answerWith(400)
  const { receiver } = await run('receivers_set', { url: program.url })
  const { after } = await run('sandbox_trigger')
  const { rows } = await run('deliveries_wait', { after })
  const ids = [rows[0]?.id ?? 0]
  expect(await run('receivers_send', { receiver: receiver.id, ids })).toMatchObject({
    outcome: 'failed',
    warnings: [expect.stringContaining('checks_run')],
  })
  const [endpoint] = await client.call('endpoints.list')
  await client.call('endpoints.remove', { id: endpoint?.id ?? '' })
  expect(await run('sandbox_trigger')).toMatchObject({ outcome: 'failed', deliveries: 0 })
})

test('warns an agent that the sandbox creates no events without an open window', async () => {
  const { client, run } = await openAgent({ listening: false })
  const url = 'http://127.0.0.1:4000/hooks'
  const warning = expect.stringMatching(/only while Notehook’s window is open.*sandbox_trigger/)
  await run('receivers_set', { url })
  expect((await run('status')).warnings).not.toContainEqual(warning)
  expect((await run('sandbox_set', { automatic: true })).warnings).toContainEqual(warning)
  expect((await run('status')).warnings).toContainEqual(warning)
  expect((await run('sandbox_open')).warnings).toContainEqual(warning)
  expect((await run('receivers_set', { url, forward: true })).warnings).toContainEqual(warning)
  onTestFinished(client.subscribe(() => {}))
  expect((await run('status')).warnings).not.toContainEqual(warning)
  expect((await run('receivers_set', { url, forward: true })).warnings).toEqual([])
})

test('warns that a receiver gets deliveries that are signed with several secrets', async () => {
  const { client, run } = await openAgent()
  const url = 'http://127.0.0.1:4000/hooks'
  expect(await run('receivers_set', { url })).toMatchObject({ warnings: [] })
  const settings = { scopes: ['personal' as const], events: [], folderIds: [] }
  const { id } = await client.call('endpoints.create', { receiver: { kind: 'inspector' }, ...settings })
  const [first] = await client.call('endpoints.list')
  await client.call('endpoints.set-label', { id: first?.id ?? '', label: 'Quickstart' })
  const ofBoth = await run('receivers_set', { url })
  const [{ id: named } = { id: '' }, ...others] = ofBoth.endpoints
  expect(others).toHaveLength(1)
  expect(ofBoth).toMatchObject({ run: expect.stringContaining(named) })
  expect(ofBoth.warnings).toEqual([expect.stringMatching(/2 endpoints.*“Quickstart”.*`endpoint`/)])
  const elsewhere = { kind: 'url' as const, url: 'http://127.0.0.1:4001/hooks' }
  const other = await client.call('endpoints.create', { receiver: elsewhere, ...settings })
  for (const endpoint of [id, other.id]) {
    const ofOne = await run('receivers_set', { url, endpoint })
    expect(ofOne).toMatchObject({ warnings: [], run: expect.stringContaining(endpoint) })
  }
})

test('finds an endpoint by its name or ID without regard to case, and records only the call of the tool', async () => {
  const { client, run, refused } = await openAgent()
  const [first] = await client.call('endpoints.list')
  const { id = '', label } = first ?? {}
  for (const endpoint of [id, label, 'quickSTART']) {
    await run('deliveries_list', { endpoint })
    await run('missed_list', { endpoint })
    const call = { endpoint: endpoint ?? '', caller: { name: 'a test' } }
    expect((await client.call('agents.environment', call)).map(({ name }) => name)).toHaveLength(3)
    const { receiver } = await run('receivers_set', { url: 'http://127.0.0.1:4000/hooks', endpoint })
    expect(receiver.endpoints).toEqual([id])
  }
  const activity = await client.call('agents.activity')
  expect(activity.slice(4, 8).map(({ tool }) => tool)).toEqual(activity.slice(0, 4).map(({ tool }) => tool))
  expect(activity).toHaveLength(12)
  for (const [wrong, hint] of [
    ['Quickstrat', 'There is no endpoint “Quickstrat”. Did you mean “Quickstart”?'],
    ['else', 'There is no endpoint “else”. There is “Quickstart”.'],
  ] as const) {
    const refusal = { code: 'invalid-input', message: hint }
    expect(await refused('missed_list', { endpoint: wrong })).toMatchObject(refusal)
  }
})

test('finds a receiver by its name in every tool that takes one, without regard to case', async () => {
  const { client, run, refused } = await openAgent()
  const program = await openRawReceiver()
  program.answer = answerWith(204)
  const { receiver } = await run('receivers_set', { url: program.url, name: 'Née & Co' })
  const { rows } = await run('deliveries_wait', { after: (await run('sandbox_trigger')).after })
  const endpoint = (await client.call('endpoints.list'))[0]?.id
  const inputs: Partial<Record<ToolName, object>> = {
    receivers_send: { ids: [rows[0]?.id] },
    sends_list: {},
    sends_wait: { timeout: 0 },
    checks_run: { only: [1] },
    checks_show: {},
    missed_catch_up: { endpoint, expect: 1 },
  }
  const taking = tools.filter((tool) => argumentsOf(tool).includes('receiver'))
  expect(Object.keys(inputs).sort()).toEqual(taking.map(({ name }) => name).sort())
  for (const [tool, input] of Object.entries(inputs) as [ToolName, object][]) {
    for (const named of [receiver.id, receiver.name, 'NÉE & co'])
      expect(await run(tool, { ...input, receiver: named }), tool).toHaveProperty('outcome')
    expect(await refused(tool, { ...input, receiver: 'Ne & Co' }), tool).toMatchObject({
      code: 'invalid-input',
      message: 'There is no receiver “Ne & Co”. Did you mean “Née & Co”?',
    })
  }
  expect((await run('sends_list', { receiver: 'née & co' })).matching).toBe(3)
})

test('prefers an endpoint with exactly the given name, and asks for an ID if several names match', async () => {
  const names = ['Mine', 'mine', 'Other', 'Other']
  const known = names.map((label, at) => ({ id: `whe_${at}`, label }))
  const client = createClient({ call: async () => ({ ok: true, value: known }), subscribe: () => () => {} })
  expect(await findId(client, 'endpoint', 'mine')).toBe('whe_1')
  expect(await findId(client, 'endpoint', 'whe_3')).toBe('whe_3')
  for (const [name, ids] of [
    ['MINE', 'whe_0, whe_1'],
    ['Other', 'whe_2, whe_3'],
  ] as const) {
    const message = `2 endpoints have the name “${name}”. Use an ID: ${ids}.`
    await expect(findId(client, 'endpoint', name)).rejects.toMatchObject({ code: 'invalid-input', message })
  }
})

test('lists equal calls in a row that only read as one', async () => {
  const { client, run } = await openAgent()
  const { after } = await run('sandbox_trigger')
  const first = await run('deliveries_wait', { after, timeout: 50 })
  await run('deliveries_wait', { after: first.after, timeout: 0 })
  await client.call('agents.run', {
    tool: 'deliveries_wait',
    input: { timeout: 0 },
    caller: { name: 'another' },
  })
  await run('deliveries_wait', { after: first.after, timeout: 0 })
  await run('sandbox_trigger')
  await run('sandbox_trigger')
  const activity = await client.call('agents.activity')
  expect(activity.map(({ caller: { length }, tool, input, times }) => [length, tool, input, times])).toEqual([
    [6, 'sandbox_trigger', '{}', 1],
    [6, 'sandbox_trigger', '{}', 1],
    [6, 'deliveries_wait', '{"timeout":0}', 2],
    [7, 'deliveries_wait', '{"timeout":0}', 1],
    [6, 'deliveries_wait', '{"timeout":50}', 1],
    [6, 'sandbox_trigger', '{}', 1],
  ])
})

test('lists the last 500 calls of agents, newest first, and logs only calls that change something', async () => {
  const { client, run, log } = await openAgent()
  await run('sandbox_set', { speed: 5 })
  for (let call = 0; call < 505; call += 1) await run('deliveries_list', { limit: 1 + (call % 2) })
  const activity = await client.call('agents.activity')
  expect(activity).toHaveLength(500)
  expect(activity[0]).toMatchObject({ id: 506, tool: 'deliveries_list', acts: false, outcome: 'done' })
  expect(log.filter((line) => line.includes('An agent called a tool'))).toMatchObject([
    expect.stringContaining('sandbox_set'),
  ])
})
