import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { sampleSecret } from '#shared/receivers/compose.ts'
import { mostScenarios, type Scenario, type ScenarioStep } from '#shared/receivers/scenario.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { suppliedScenarios } from '../../../../../renderer/features/receivers/scenarios/supplied.ts'
import { endedJob } from '../../../../support/core/ended-job.ts'
import { openCore, refusalOf } from '../../../../support/core/open-core.ts'
import { theLibraryAccepts, weAccept } from '../../../../support/receivers/judges.ts'
import { answerWith, openRawReceiver, type RawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'

let core: ReceivingCore
let raw: RawReceiver
let waits: number[]

beforeEach(async () => {
  waits = []
  let nowMs = 0
  core = await openReceivingCore({
    time: {
      monotonicMs: () => nowMs,
      async wait(ms, signal) {
        await turn()
        signal.throwIfAborted()
        waits.push(ms)
        nowMs += ms
      },
    },
  })
  raw = await openRawReceiver()
})

const aStep = (parts: Partial<ScenarioStep> = {}): ScenarioStep => ({
  name: 'First',
  starts: 'after',
  delayMs: 0,
  breakIt: null,
  body: '{"event_id":"{{event:1}}","note_id":"{{note}}","occurred_at":"{{now-90s}}"}',
  headers: [['Content-Type', 'application/json']],
  ...parts,
})
const aScenario = (parts: Partial<Scenario> = {}): Scenario => ({ name: 'Mine', steps: [aStep()], ...parts })

type Run = InputOf<'receivers.run-scenario'>
const run = async (scenario: Scenario, parts: Partial<Run> = {}) => {
  const { id } = await core.addReceiver({ url: raw.url })
  await core.client.call('receivers.run-scenario', {
    id,
    scenario,
    signedBy: { kind: 'sample' },
    ...parts,
  })
  const job = await endedJob('scenario', () => core.client.call('jobs.list'))
  const [shown] = await core.client.call('receivers.scenario-runs')
  return { id, job, shown }
}
const bodies = () => raw.requests.map(({ body }) => JSON.parse(body.toString()) as Record<string, string>)

test.each(suppliedScenarios)(
  'the supplied scenario $name arrives signed, in its order and with its delays',
  async (scenario) => {
    const { job, shown } = await run(scenario)
    expect(job).toMatchObject({
      state: 'done',
      done: scenario.steps.length,
      result: { sent: scenario.steps.length },
    })
    expect(shown?.steps.map(({ state }) => state)).toEqual(scenario.steps.map(() => 'done'))
    expect(raw.requests).toHaveLength(scenario.steps.length)
    for (const request of raw.requests) {
      expect(weAccept(request, sampleSecret)).toBe(true)
      expect(theLibraryAccepts(request, sampleSecret)).toBe(true)
    }
    expect(waits).toEqual(scenario.steps.flatMap(({ delayMs }) => (delayMs > 0 ? [delayMs] : [])))
    expect(bodies().map((body) => body.event_type)).toEqual(
      scenario.steps.map(({ body }) => JSON.parse(body).event_type),
    )
  },
)

test('placeholders are new in each run, and the same number is the same event', async () => {
  const steps = [
    aStep(),
    aStep(),
    aStep({ body: '{"event_id":"{{event:2}}","note_id":"{{note}}","other":"{{event:0}}"}' }),
  ]
  await run({ name: 'Mine', steps }, { noteId: 'not_Bbbbbbbbbbbbb2' })
  await run({ name: 'Mine', steps })
  const ids = bodies().map((body) => body.event_id)
  expect(ids[0]).toMatch(/^evt_[A-Za-z0-9]{14}$/)
  expect([ids[1] === ids[0], ids[2] === ids[0], ids[3] === ids[0], ids[4] === ids[3]]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(bodies()[0]?.note_id).toBe('not_Bbbbbbbbbbbbb2')
  expect(bodies()[2]?.other).toBe('{{event:0}}')
  const ageMs = Date.now() - Date.parse(bodies()[0]?.occurred_at ?? '')
  expect(ageMs).toBeGreaterThan(85_000)
  expect(ageMs).toBeLessThan(120_000)
})

test('a run shows each response, its sends are marked, and what failed does not end it', async () => {
  let count = 0
  raw.answer = (request, socket) => answerWith([200, 500, 200][count++] ?? 200)(request, socket)
  const steps = [
    aStep({ breakIt: 'wrong-secret' }),
    aStep({ breakIt: 'two-same-id' }),
    aStep({ body: '[]', breakIt: 'unknown-type' }),
  ]
  const { id, job, shown } = await run(aScenario({ steps }))
  expect(shown).toMatchObject({
    receiverId: id,
    isRunning: false,
    steps: [
      { state: 'done', sends: [{ status: 200 }], failure: null },
      { state: 'done', sends: [{ status: 500 }, { status: 200 }], failure: null },
      { state: 'done', sends: [], failure: expect.stringContaining('no event_type') },
    ],
  })
  const { sends } = await core.client.call('receivers.sends', { jobId: job.id })
  expect(sends).toHaveLength(3)
  expect(sends.every(({ simulated, mode }) => simulated && mode === 'edited')).toBe(true)
})

test('a stopped run begins nothing more', async () => {
  raw.answer = () => {}
  const { id } = await core.addReceiver({ url: raw.url })
  const { jobId } = await core.client.call('receivers.run-scenario', {
    id,
    scenario: aScenario({ steps: [aStep(), aStep()] }),
    signedBy: { kind: 'sample' },
  })
  while (raw.requests.length === 0) await turn()
  await core.client.call('jobs.cancel', { id: jobId })
  expect((await endedJob('scenario', () => core.client.call('jobs.list'))).state).toBe('canceled')
  expect(raw.requests).toHaveLength(1)
  const [shown] = await core.client.call('receivers.scenario-runs')
  expect(shown?.steps.map(({ state }) => state)).toEqual(['done', 'skipped'])
})

test('a run that the end of the app interrupted says so after the next start, until another one ends', async () => {
  raw.answer = (request, socket) => {
    if (raw.requests.length === 1) answerWith(204)(request, socket)
  }
  const { id } = await core.addReceiver({ url: raw.url })
  const asked = {
    id,
    scenario: aScenario({ steps: [aStep(), aStep(), aStep()] }),
    signedBy: { kind: 'sample' },
  } as const
  await core.client.call('receivers.run-scenario', asked)
  while (raw.requests.length < 2) await turn()
  const { dataFolder } = core
  await core.close()

  const { client } = await openCore({ dataFolder })
  await client.call('sandbox.start', { notes: 10 })
  const runs = () => client.call('receivers.scenario-runs')
  expect(await runs()).toMatchObject([
    { receiverId: id, isRunning: false, isInterrupted: true, steps: [{ sends: [{ status: 204 }] }, {}, {}] },
  ])
  raw.answer = answerWith(204)
  await client.call('receivers.run-scenario', asked)
  await endedJob('scenario', () => client.call('jobs.list'))
  const [last, ...others] = await runs()
  expect(others).toEqual([])
  expect(last?.isInterrupted).toBeUndefined()
})

test('what cannot run is refused before anything is sent', async () => {
  const { id } = await core.addReceiver({ url: raw.url })
  const refused = async (parts: Partial<Run>) =>
    (
      await refusalOf(
        core.client.call('receivers.run-scenario', {
          id,
          scenario: aScenario(),
          signedBy: { kind: 'sample' },
          ...parts,
        }),
      )
    ).code
  expect(await refused({ signedBy: { kind: 'receiver' } })).toBe('secret-missing')
  expect(await refused({ signedBy: { kind: 'pasted', secret: 'no' } })).toBe('invalid-input')
  expect(await refused({ id: 'rcv_Zzzzzzzzzzzzz9' })).toBe('not-found')
  expect(await refused({ scenario: { name: 'None', steps: [] } })).toBe('invalid-input')
  expect(raw.bytes()).toBe(0)
})

test('scenarios are saved, renamed and deleted, without a secret', async () => {
  const { client } = core
  const steps = [
    aStep({
      body: '{"key":"whsec_c2VjcmV0LW9mLWEtdGVzdC1ubw=="}',
      headers: [
        ['Authorization', 'Bearer abcdefgh'],
        ['X-Mine', '1'],
      ],
    }),
  ]
  const [saved] = await client.call('receivers.save-scenario', aScenario({ steps }))
  expect(saved).toMatchObject({ name: 'Mine', steps: [{ headers: [['X-Mine', '1']] }] })
  expect(JSON.stringify(saved)).not.toContain('c2VjcmV0')
  const id = saved?.id ?? 0
  expect(
    (await refusalOf(client.call('receivers.save-scenario', aScenario({ name: 'mine' })))).details,
  ).toMatchObject({
    fields: { name: expect.stringContaining('exists') },
  })
  await client.call('receivers.save-scenario', { id, ...aScenario({ name: 'Renamed' }) })
  expect(await client.call('receivers.scenarios')).toMatchObject([{ id, name: 'Renamed' }])
  await client.call('receivers.remove-scenario', { id })
  expect(await client.call('receivers.scenarios')).toEqual([])
  expect((await refusalOf(client.call('receivers.save-scenario', { id, ...aScenario() }))).code).toBe(
    'not-found',
  )
})

test('a workspace has a bounded number of scenarios', async () => {
  for (let at = 0; at < mostScenarios; at += 1)
    await core.client.call('receivers.save-scenario', aScenario({ name: `Number ${at}` }))
  const refusal = await refusalOf(
    core.client.call('receivers.save-scenario', aScenario({ name: 'One more' })),
  )
  expect(refusal.message).toContain(`already have ${mostScenarios}`)
})
