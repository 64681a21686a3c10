// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReceiverCheck } from '#shared/checks/contract.ts'
import { type CheckReport, type CheckResult, caseCount } from '#shared/checks/model.ts'
import { AppError } from '#shared/errors.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { copy, formats, states } from '../../../renderer/nouns/checks/copy.ts'
import { detail } from '../../../renderer/places/receivers/detail/copy.ts'
import { eventually } from '../../support/eventually.ts'
import { type Answers, choose, control, openApp, press, shows } from '../../support/renderer/open-app.tsx'
import { aReceiver } from '../../support/renderer/receiver-samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let receiver: Receiver
let check: ReceiverCheck

beforeEach(() => {
  receiver = aReceiver()
  check = {
    running: null,
    interruptedJob: null,
    last: null,
    before: null,
    problem: null,
    endpointIds: [],
    withApi: false,
  }
})
afterEach(() => app.close())

const sample = { kind: 'sample' }

const open = async (answers: Answers = {}, listed = caseCount) => {
  app = await openApp(
    `#/receivers?receiver=${receiver.id}&tab=check`,
    {
      'receivers.list': () => [receiver],
      'checks.get': () => check,
      'checks.start': () => ({ jobId: 'job' }),
      'jobs.cancel': () => null,
      ...answers,
    },
    1000,
  )
  await eventually(() => expect(rows()).toHaveLength(listed))
}

const rows = () => [
  ...document.querySelectorAll<HTMLElement>(`[aria-label="${copy.table}"] button[aria-expanded]`),
]
const rowOf = (number: number) =>
  rows().find(({ textContent }) => new RegExp(`^${number}\\D`).test(textContent ?? ''))
const row = (number: number) => rowOf(number)?.textContent ?? ''
const changed = () =>
  app.tell({ name: 'checks.changed', data: { workspaceId: 'sandbox', receiverId: receiver.id } })

const result = (number: number, parts: Partial<CheckResult> = {}): CheckResult => ({
  number,
  state: 'passed',
  effect: 'none',
  found: [],
  change: null,
  requests: 1,
  ms: 12,
  exchanges: [],
  ...parts,
})

const failed = (number: number) =>
  result(number, {
    state: 'failed',
    found: ['note.rediscovered: Answered 500 in 12 ms, expected 2xx.'],
    change: 'Answer 2xx to types that you do not handle.',
    exchanges: [
      {
        label: 'note.rediscovered',
        expected: '2xx',
        passed: false,
        headers: [['webhook-id', 'evt_1']],
        bodyBase64: btoa('{}'),
        bodyBytes: 2,
        status: 500,
        ms: 12,
        problem: null,
        failure: null,
        answer: 'TypeError <b>\u202e at app.js',
      },
    ],
  })

const report = (...results: CheckResult[]): CheckReport => ({
  version: 1,
  url: receiver.url,
  signer: 'abc',
  startedAt: '2026-01-01T00:00:00Z',
  ms: 900,
  end: 'complete',
  why: null,
  withApi: false,
  results,
})

test('lists every case of the receiver check and its purpose before the first run', async () => {
  await open()
  expect(row(1)).toBe('1A valid delivery of each typeMustNot run')
  await shows(copy.intro)
  await shows(copy.withoutApi)
  rowOf(16)?.click()
  await shows('Specification, sections 3 and 9')
  expect(rowOf(16)?.getAttribute('aria-expanded')).toBe('true')
})

test('starts and stops a receiver check', async () => {
  await open()
  control('button', copy.start).focus()
  await press('button', copy.start)
  await eventually(() =>
    expect(app.inputsOf('checks.start')).toEqual([{ receiverId: receiver.id, signedBy: sample }]),
  )
  check = { ...check, running: { jobId: 'job', cases: [1, 2, 3], current: 2, results: [result(1)] } }
  await changed()
  await shows(copy.running(2, 3, 'One bit changed'))
  expect(document.activeElement, 'the focus stays where it began').toBe(control('button', copy.stop))
  expect([row(1), row(2), row(3)].map((text) => text.slice(-7))).toEqual(
    [' Passed', 'Running', 'Waiting'].map((text) => expect.stringContaining(text.trim())),
  )
  await press('button', copy.stop)
  await eventually(() => expect(app.inputsOf('jobs.cancel')).toEqual([{ id: 'job' }]))
})

test('shows the response and advice for a failed case of the receiver check', async () => {
  check = { ...check, last: report(result(1), failed(16)), before: report(result(1), result(16)) }
  await open({}, caseCount - 1)
  await shows('1 must failed, 1 passed')
  expect(row(16)).toContain('Failedregressed')
  rowOf(16)?.click()
  await shows('note.rediscovered: Answered 500 in 12 ms, expected 2xx.')
  await shows('Answer 2xx to types that you do not handle.')
  await eventually(() => expect(document.body.textContent).toContain('TypeError <b>'))
  // Direction marks in the response are shown as names.
  expect(document.querySelector('section[aria-label="Unknown event type"]')?.textContent).not.toContain(
    '\u202e',
  )
  await press('button', copy.failedOnly)
  await eventually(() =>
    expect(app.inputsOf('checks.start')).toEqual([{ receiverId: receiver.id, signedBy: sample, only: [16] }]),
  )
})

test('lists failed cases first, shows passed ones on request, and runs a single case again', async () => {
  const unseen = result(18, { state: 'unseen', effect: 'not-seen', exchanges: failed(16).exchanges })
  check = { ...check, last: report(result(1), failed(16), unseen, failed(12)) }
  await open({}, caseCount - 1)
  expect(rows().slice(0, 3)).toEqual([rowOf(16), rowOf(12), rowOf(18)])
  expect(row(18)).toContain(copy.unseen(500, false))
  await press('button', copy.showPassed(1))
  await eventually(() => expect(rows().at(-1)).toBe(rowOf(1)))
  rowOf(18)?.click()
  await eventually(() => press('button', copy.runAgain))
  await eventually(() => expect(app.inputsOf('checks.start')).toMatchObject([{ only: [18] }]))
  check = { ...check, running: { jobId: 'job', cases: [18], current: 18, results: [] } }
  await changed()
  await eventually(() => expect(row(18)).toContain(states.running))
  expect([row(16), row(1)]).toEqual([
    expect.stringContaining(states.failed),
    expect.stringContaining(states.passed),
  ])
})

test('shows why a receiver check ended early', async () => {
  check = {
    ...check,
    last: {
      ...report(result(1), result(18, { state: 'unseen', effect: 'not-seen' })),
      end: 'silent',
      why: 'It stopped answering.',
    },
  }
  await open({}, caseCount - 1)
  expect(row(18)).toContain(states.unseen)
  expect(row(18)).not.toContain(states.passed)
  await shows('1 passed, effect not seen in 1')
  await shows('It stopped answering.')
})

test('suggests another secret if the receiver rejects every valid delivery', async () => {
  const refused = failed(1)
  const exchanges = refused.exchanges.map((one) => ({ ...one, status: 401 }))
  check = { ...check, last: report({ ...refused, exchanges }, result(2)) }
  await open({}, caseCount - 1)
  await shows('Every valid delivery was answered 401.')
  await shows('another signing secret')
})

test('says above the cases that the program verifies no signature, without advice for each forged delivery', async () => {
  const accepted = (number: number) => ({
    ...failed(number),
    exchanges: failed(number).exchanges.map((one) => ({ ...one, expected: 'not 2xx' as const, status: 204 })),
  })
  check = { ...check, last: report(result(1), accepted(3), accepted(5), accepted(28), failed(16)) }
  await open({}, caseCount - 1)
  await shows('Your program verifies no signature.')
  rowOf(3)?.click()
  const open3 = () => document.querySelector('section[aria-label="Same JSON, other spacing"]')?.textContent
  await eventually(() => expect(open3()).toContain('Specification, section 5.6'))
  expect(open3()).toContain(`${copy.change}${copy.verifyFirst}`)
  expect(open3()).not.toContain('parsed and written again')
  rowOf(16)?.click()
  await shows(new RegExp(`${copy.change}(?!${copy.verifyFirst})`))
  await press('tab', detail.overview)
  await shows(copy.fullReport)
  await shows('Your program verifies no signature.')
})

test('links to the sandbox’s base address and key if the check can observe effects', async () => {
  check = { ...check, withApi: true }
  await open()
  const link = control('link', copy.withApi.link)
  expect(link.getAttribute('href')).toMatch(/#\/sandbox\?part=receiver$/)
})

test('shows the receiver’s earlier URL if the check’s result belongs to it', async () => {
  check = { ...check, last: { ...report(result(1)), url: 'http://127.0.0.1:9/before' } }
  await open({}, caseCount - 1)
  await shows(copy.at('http://127.0.0.1:9/before'))
})

test('explains that the receiver was unreachable, or that the check could not start', async () => {
  check = { ...check, problem: 'Nothing accepts connections at 127.0.0.1:3000.' }
  await open({
    'checks.start': () => {
      throw new AppError('secret-missing', 'No signing secret is at hand.')
    },
  })
  await shows('Nothing accepts connections at 127.0.0.1:3000.')
  await press('button', copy.start)
  await shows('No signing secret is at hand.')
})

test('starts a check only after the user approves the receiver’s address', async () => {
  receiver = aReceiver({ address: { kind: 'private', host: '10.0.0.5', approval: 'needed' } })
  await open()
  await shows(copy.approve)
  await press('button', copy.start)
  expect(app.inputsOf('checks.start')).toEqual([])
})

test('copies the report of a receiver check in each format', async () => {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  check = { ...check, last: report(result(1), failed(16)) }
  await open({}, caseCount - 1)
  for (const name of Object.values(formats)) {
    await choose(copy.report, copy.copyAs(name))
    await shows(copy.copied(name))
  }
  expect(copied.map((text) => text.slice(0, 5))).toEqual(['# Rec', '{\n  "', '<?xml'])
})

test('saves the report of a receiver check in each format', async () => {
  check = { ...check, last: report(result(1), failed(16)) }
  await open({ 'exports.start-text': () => ({ jobId: 'job_text' }) }, caseCount - 1)
  for (const name of Object.values(formats)) await choose(copy.report, copy.saveAs(name))
  await eventually(() => expect(app.inputsOf('exports.start-text')).toHaveLength(3))
  expect(app.inputsOf('exports.start-text')).toMatchObject([
    { title: copy.fileName, extension: 'md', text: expect.stringContaining('# Receiver check') },
    { title: copy.fileName, extension: 'json', text: expect.stringContaining('"summary"') },
    { title: copy.fileName, extension: 'xml', text: expect.stringContaining('<testsuites') },
  ])
})

test('a receiver check starts from the receiver’s menu or button, but not from a link', async () => {
  await open()
  expect(app.inputsOf('checks.start')).toEqual([])
  await app.close()
  app = await openApp(`#/receivers?receiver=${receiver.id}`, {
    'receivers.list': () => [receiver],
    'checks.get': () => check,
    'checks.start': () => ({ jobId: 'job' }),
    'receivers.sends': () => ({ sends: [], hasMore: false, total: 0 }),
  })
  await eventually(() => press('button', detail.more))
  await press('menuitem', detail.runCheck)
  await eventually(() => expect(rows()).toHaveLength(caseCount))
  expect(location.hash).toContain('tab=check')
  await eventually(() => expect(app.inputsOf('checks.start')).toHaveLength(1))
  await press('button', detail.runCheck)
  await eventually(() => expect(app.inputsOf('checks.start')).toHaveLength(2))
})
