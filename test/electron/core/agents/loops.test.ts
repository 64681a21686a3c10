import { expect, test } from 'vitest'
import type { InputOf, ProcedureName } from '#shared/rpc/contract.ts'
import { openAgent } from '../../../support/core/open-agent.ts'
import { eventually } from '../../../support/eventually.ts'
import { answerWith, openRawReceiver } from '../../../support/receivers/raw-receiver.ts'

test('an agent starts a sandbox, sees that a broken receiver was fixed and checks the receiver', async () => {
  const { run } = await openAgent({ notes: 0 })
  const opened = await run('sandbox_open', { notes: 10 })
  expect(opened).toMatchObject({
    workspace: { isSandbox: true },
    run: expect.stringContaining('notehook run'),
  })
  await run('sandbox_set', { automatic: false })
  const program = await openRawReceiver()
  program.answer = answerWith(500, 'It broke.')
  const set = await run('receivers_set', { url: program.url, forward: true })
  expect(set).toMatchObject({
    isNew: true,
    receiver: { forwards: true, address: 'loopback' },
  })
  const again = await run('receivers_set', { url: program.url, forward: true })
  expect(again).toMatchObject({ isNew: false, receiver: { id: set.receiver.id } })

  const { after, deliveries } = await run('sandbox_trigger', { type: 'note.generated' })
  expect(deliveries).toBe(1)
  const arrived = await run('deliveries_wait', { after, q: 'type:note.generated' })
  expect(arrived).toMatchObject({ outcome: 'done', rows: [{ type: 'note.generated', verdict: 'verified' }] })
  const forwarded = await run('sends_wait', { after, receiver: set.receiver.id })
  expect(forwarded).toMatchObject({
    outcome: 'failed',
    rows: [{ status: 500, cause: 'live', untrusted: { response: { text: 'It broke.' } } }],
  })
  const id = arrived.rows[0]?.id ?? 0
  const shown = await run('deliveries_show', { id })
  expect(shown).toMatchObject({ trace: { signature: 'valid' }, sends: [{ status: 500 }], diagnosis: null })
  expect(JSON.parse(shown.untrusted.body.text)).toMatchObject({ event_type: 'note.generated' })

  program.answer = answerWith(204)
  const sent = await run('receivers_send', { receiver: set.receiver.id, ids: [id] })
  expect(sent).toMatchObject({ outcome: 'done', rows: [{ status: 204, verdict: 'fixed', cause: 'agent' }] })
  expect((await run('sends_list', { receiver: set.receiver.id })).rows).toMatchObject([
    { verdict: 'fixed', cause: 'agent' },
    { status: 500 },
  ])

  const checked = await run('checks_run', { receiver: set.receiver.id, only: [1, 2] })
  expect(checked).toMatchObject({ outcome: 'failed', counts: { passed: 1, failed: 1, mustsPassed: false } })
  const report = await run('checks_show', { receiver: set.receiver.id })
  expect(report.rows).toMatchObject([{ case: 2, grade: 'must', state: 'failed', remedy: expect.any(String) }])

  // The program doesn't fetch notes, so nothing shows whether it handled the same delivery only once.
  const unseen = await run('checks_run', { receiver: set.receiver.id, only: [18] })
  expect(unseen.counts).toMatchObject({ passed: 1, failed: 1, unseen: 1 })
  for (const { warnings } of [unseen, await run('checks_show', { receiver: set.receiver.id })])
    expect(warnings).toContainEqual(
      expect.stringMatching(/^The answers in case 18 were right.* neither passed nor failed/),
    )

  // The program also accepts a wrong secret, so it verifies nothing.
  const words = 'Your program verifies no signature.'
  const forged = await run('checks_run', { receiver: set.receiver.id, only: [5] })
  expect(forged.warnings).toContainEqual(expect.stringContaining(words))
  const both = await run('checks_show', { receiver: set.receiver.id })
  expect(both.warnings).toContainEqual(expect.stringContaining(words))
  expect(both.rows).toMatchObject([
    { case: 2, why: null, remedy: null },
    { case: 5, why: null, remedy: null },
  ])
})

test('receivers_send sends nothing if the number of matching deliveries differs from “expect”', async () => {
  const { run, refused } = await openAgent()
  const program = await openRawReceiver()
  const { receiver } = await run('receivers_set', { url: program.url })
  const { after } = await run('sandbox_trigger', { count: 3, type: 'note.generated' })
  await run('deliveries_wait', { after, count: 3 })
  const edited = await run('sandbox_trigger', { type: 'note.edited' })
  await run('deliveries_wait', { after: edited.after })
  const { matching } = await run('deliveries_list', { q: 'type:note.generated' })
  const q = 'type:note.generated'
  const wrong = await run('receivers_send', { receiver: receiver.id, q, expect: 99 })
  expect(wrong).toMatchObject({ outcome: 'failed', rows: [], matching })
  expect((await refused('receivers_send', { receiver: receiver.id })).code).toBe('invalid-input')
  expect(program.requests).toEqual([])
  const one = await run('receivers_send', { receiver: receiver.id, q: 'type:note.edited', expect: 2 })
  expect(one.warnings).toEqual([expect.stringMatching(/^The filter matches 1 delivery, so nothing was sent/)])
  const right = await run('receivers_send', { receiver: receiver.id, q, expect: matching })
  expect(right.rows).toHaveLength(matching ?? 0)
})

test('receivers_send sends more than 20 deliveries as a job, and counts the responses', async () => {
  const { run } = await openAgent()
  const program = await openRawReceiver()
  const { receiver } = await run('receivers_set', { url: program.url })
  const { after } = await run('sandbox_trigger', { count: 25, type: 'note.edited' })
  await run('deliveries_wait', { after, count: 20 })
  const q = 'type:note.edited'
  const matching = await eventually(async () => {
    const listed = await run('deliveries_list', { q })
    expect(listed.matching).toBeGreaterThanOrEqual(25)
    return listed.matching ?? 0
  })
  program.answer = (...call) => answerWith(program.requests.length > 3 ? 204 : 500)(...call)
  const sent = await run('receivers_send', { receiver: receiver.id, q, expect: matching })
  expect(sent).toMatchObject({
    ...{ outcome: 'failed', rows: [], matching, warnings: [] },
    job: { done: matching, total: matching, passed: matching - 3, failed: 3 },
  })
  expect(program.requests).toHaveLength(matching)
  const listed = await run('sends_list', { job: sent.job?.job, limit: 50 })
  expect(listed.matching).toBe(matching)
  expect(new Set(listed.rows.map(({ cause }) => cause))).toEqual(new Set(['agent']))
  expect(new Set(listed.rows.map(({ delivery }) => delivery)).size).toBe(listed.rows.length)
})

test('a check is refused while the receiver’s last one is running, which is no error of the input', async () => {
  const { run, refused, client } = await openAgent()
  const program = await openRawReceiver()
  const asked = Promise.withResolvers<void>()
  program.answer = () => asked.resolve()
  const { receiver } = await run('receivers_set', { url: program.url })
  const checking = run('checks_run', { receiver: receiver.id }).catch((error: unknown) => error)
  await asked.promise
  expect((await refused('checks_run', { receiver: receiver.id })).code).toBe('refused')
  await client.call('agents.stop')
  await checking
})

test('receivers_send sends the deliveries that wait for a receiver, and says which still wait', async () => {
  const { client, run, refused } = await openAgent()
  const program = await openRawReceiver()
  await program.close()
  const { receiver } = await run('receivers_set', { url: program.url })
  const { id } = receiver
  await client.call('receivers.set-live', { id, live: true })
  expect(await run('receivers_send', { receiver: id, waiting: true })).toMatchObject({
    ...{ outcome: 'done', rows: [], job: null, matching: 0 },
    warnings: ['No delivery waits, so nothing was sent.'],
  })
  await run('sandbox_trigger', { count: 2, type: 'note.generated' })
  await eventually(async () => expect((await run('status')).receivers).toMatchObject({ waiting: 2 }))
  expect((await refused('receivers_send', { receiver: id, waiting: true, ids: [1] })).code).toBe(
    'invalid-input',
  )
  expect(await run('receivers_send', { receiver: id, waiting: true })).toMatchObject({
    ...{
      outcome: 'failed',
      rows: [],
      matching: 2,
      warnings: ['Waiting, not sent: 2 deliveries. No connection.'],
    },
    job: { done: 0, total: 2, passed: 0, failed: 0 },
  })
  const again = await openRawReceiver({ port: program.port })
  again.answer = (...call) => answerWith(again.requests.length > 1 ? 204 : 500)(...call)
  expect(await run('receivers_send', { receiver: id, waiting: true })).toMatchObject({
    ...{ outcome: 'failed', rows: [], matching: 2, warnings: [] },
    job: { done: 2, total: 2, passed: 1, failed: 1 },
  })
})

test('Stop all cancels an agent’s running call and its job, and turns agents off', async () => {
  const { run, client } = await openAgent()
  const program = await openRawReceiver()
  const asked = Promise.withResolvers<void>()
  program.answer = () => asked.resolve()
  const { receiver } = await run('receivers_set', { url: program.url })
  const checking = run('checks_run', { receiver: receiver.id }).catch((error: unknown) => error)
  await asked.promise
  await client.call('agents.stop')
  expect(await checking).toMatchObject({ code: 'canceled', message: expect.stringContaining('Notehook') })
  await eventually(async () =>
    expect(await client.call('jobs.list')).toMatchObject([{ kind: 'check', state: 'canceled' }]),
  )
  expect(await client.call('agents.status')).toMatchObject({ level: 'off', isChosen: true, calls: [] })
  expect(await client.call('agents.activity')).toMatchObject([
    { tool: 'checks_run', outcome: 'canceled', acts: true, caller: 'a test' },
    { tool: 'receivers_set', outcome: 'done' },
  ])
})

type Unrecorded = `agents.${'tools' | 'status' | 'set-level' | 'activity' | 'stop'}`
type Recorded = Exclude<Extract<ProcedureName, `agents.${string}`>, Unrecorded>
const caller = { name: 'a test' }
const receiver = 'rcv_00000000000000'
const calls: { readonly [Name in Recorded]: readonly [InputOf<Name>, code: string | null, outcome: string] } =
  {
    'agents.run': [{ tool: 'checks_run', input: { receiver }, caller }, 'not-found', 'error'],
    'agents.forward': [{ url: 'https://example.com/webhooks', caller }, 'not-allowed', 'refused'],
    'agents.end-forward': [{ receiver, caller }, 'not-found', 'error'],
    'agents.environment': [{ endpoint: 'whe_00000000000000', caller }, 'not-found', 'error'],
    'agents.open': [{ place: '#/endpoints', caller }, null, 'done'],
  }

test.each(Object.entries(calls))('records the end of a call of %s', async (name, [input, code, outcome]) => {
  const { client, core } = await openAgent()
  const reply = await core.call(name, input)
  const error = reply.ok ? null : reply.error
  expect(error?.code ?? null).toBe(code)
  expect(await client.call('agents.activity')).toMatchObject([{ outcome, message: error?.message ?? null }])
  expect(await client.call('agents.status')).toMatchObject({ calls: [] })
})

test.each([
  ['agents.run', { tool: 'deliveries_wait', input: {}, caller }],
  ['agents.environment', { caller }],
] as const)('records a call of %s as canceled, without an error in the log', async (name, input) => {
  const { client, core, log } = await openAgent()
  const ending = new AbortController()
  const reply = core.call(name, input, { signal: ending.signal })
  ending.abort()
  expect(await reply).toMatchObject({ ok: false, error: { code: 'canceled' } })
  expect(await client.call('agents.activity')).toMatchObject([{ outcome: 'canceled', message: null }])
  expect(await client.call('agents.status')).toMatchObject({ calls: [] })
  expect(log.filter((line) => line.includes('failed'))).toEqual([])
})

test('returns the sandbox’s API key and signing secret only as environment variables', async () => {
  const { client, run } = await openAgent()
  const [endpoint] = await client.call('endpoints.list')
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })
  const variables = await client.call('agents.environment', { caller: { name: 'a test' } })
  expect(variables).toEqual([
    { name: 'NOTEHOOK_API_URL', value: (await run('status')).sandbox?.apiUrl, isSecret: false },
    { name: 'NOTEHOOK_API_KEY', value: expect.stringContaining('key_'), isSecret: true },
    { name: 'NOTEHOOK_SIGNING_SECRET', value: secret, isSecret: true },
  ])
})

test('an agent sends the missed notes of the sandbox to a receiver once', async () => {
  const { run, client } = await openAgent({ sandbox: { minRetryMs: 20, activityMs: 60_000 } })
  const endpoint = (await run('endpoints_list')).rows[0]?.id ?? ''
  await eventually(async () => expect((await client.call('missed.status')).behind).toBe(0))
  await run('sandbox_set', { outage: true })
  await run('sandbox_trigger', { type: 'note.generated' })
  for (let day = 0; day < 5; day += 1) await run('sandbox_set', { skipDay: true })
  await eventually(async () => {
    const { rows } = await run('endpoints_list', { failing: true })
    expect(rows).toMatchObject([{ id: endpoint, enabled: false, disabledBy: 'service' }])
  })
  await run('sandbox_set', { outage: false })
  await client.call('endpoints.update', { id: endpoint, changes: { enabled: true } })
  await client.call('missed.look')
  const missed = await eventually(async () => {
    const found = await run('missed_list', { endpoint })
    expect(found.matching).toBe(1)
    return found
  })
  expect(missed.rows).toMatchObject([{ note: expect.stringMatching(/^not_/), state: 'no-event' }])
  const warning = expect.stringContaining('the latest change of 1 note.')
  expect((await run('status')).warnings).toContainEqual(warning)
  const program = await openRawReceiver()
  program.answer = answerWith(204)
  const { receiver } = await run('receivers_set', { url: program.url })
  const catchUp = (expected: number) =>
    run('missed_catch_up', { endpoint, receiver: receiver.id, expect: expected })
  expect(await catchUp(9)).toMatchObject({
    ...{ outcome: 'failed', job: null, matching: 1 },
    warnings: [expect.stringMatching(/^The endpoint missed events for 1 note, so nothing was sent/)],
  })
  expect(program.requests).toEqual([])
  expect(await catchUp(1)).toMatchObject({ outcome: 'done', job: { total: 1, passed: 1, failed: 0 } })
  expect(await catchUp(1)).toMatchObject({ outcome: 'done', job: null, matching: 0 })
  expect(program.requests).toHaveLength(1)
})
