// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { Job } from '#shared/jobs/contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const common = { workspaceId: 'sandbox', state: 'running', done: 0, error: null, result: null } as const
const endpoints = { ...common, id: 'a', kind: 'delete-endpoints', total: 3 } as const
const deliveries = { ...common, id: 'b', kind: 'delete-deliveries', total: 5000 } as const
const notes = { ...common, id: 'c', kind: 'export-notes', total: null } as const

async function open(...jobs: readonly Job[]) {
  app = await openApp('#/settings', {
    'jobs.list': () => [...jobs],
    'jobs.cancel': () => null,
    'jobs.dismiss': () => null,
  })
  await shows('Storage')
}

const tell = (...jobs: Job[]) => app.tell({ name: 'jobs.changed', data: jobs })
const places = () => document.querySelectorAll('[aria-label="Jobs"]')

test('lists and cancels running jobs', async () => {
  await open()
  expect(places()).toHaveLength(0)
  await tell({ ...deliveries, done: 1200 }, { ...notes, done: 3240 })
  await shows('Deleting deliveries: 1,200 of 5,000')
  await shows('Exporting notes: 3,240')
  expect(places()).toHaveLength(1)
  const bars = [...document.querySelectorAll('[role=progressbar]')].map((bar) => [
    bar.getAttribute('aria-label'),
    bar.getAttribute('aria-valuenow'),
  ])
  expect(bars).toEqual([
    ['Deleting deliveries', '24'],
    ['Exporting notes', null],
  ])
  await press('button', /^Cancel$/)
  await eventually(() => expect(app.inputsOf('jobs.cancel')).toEqual([{ id: 'b' }]))
  await shows('Canceling…')
})

test('shows the last known progress of a job while the host is unreachable', async () => {
  await open({ ...deliveries, done: 1200 })
  await shows('Deleting deliveries: 1,200 of 5,000')
  await app.tell({ name: 'host.lost', data: { reason: 'unreachable' } })
  await shows('Deleting deliveries: 1,200 of 5,000 when the connection was lost')
  expect(places()[0]?.querySelector('button, [role=progressbar]')).toBeNull()
  await app.tell({ name: 'host.opened', data: {} })
  await eventually(() => control('button', /^Cancel$/))
})

test('lists failed deletions of endpoints with their reasons until the user dismisses them', async () => {
  const failed = [
    { id: 'whe_Aaaaaaaaaaaaa1', url: 'https://one.example.com/in', message: 'The service is busy.' },
    {
      id: 'whe_Aaaaaaaaaaaaa2',
      url: 'https://two.example.com/in',
      message: 'Only its creator can delete it.',
    },
  ]
  const result = { removed: ['whe_Aaaaaaaaaaaaa3'], failed, left: [] }
  await open({ ...endpoints, state: 'done', done: 3, result })
  await shows('1 of 3 endpoints deleted.')
  expect(document.body.textContent).not.toContain('one.example.com')
  await press('button', 'Details')
  await shows('2 endpoints not deleted')
  const dialog = control('dialog', '2 endpoints not deleted')
  const rows = [...dialog.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'https://one.example.com/in The service is busy.',
    'https://two.example.com/in Only its creator can delete it.',
  ])
  await press('button', 'Close')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await press('button', 'Dismiss')
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'a' }]))
})

test('removes a finished job from the list after reporting its result', async () => {
  await open({ ...deliveries, done: 4900 })
  await shows('Deleting deliveries: 4,900')
  await tell({ ...deliveries, state: 'done', done: 5000, result: { removed: 5000, spared: 0 } })
  await shows('5,000 deliveries deleted.')
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'b' }]))
  expect(places()[0]?.textContent ?? '').toBe('')
  await tell({ ...notes, state: 'canceled' })
  await shows('Export canceled')
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'b' }, { id: 'c' }]))
})

test('keeps failed and incomplete jobs in the list', async () => {
  await open({ ...notes, state: 'failed', error: 'The disk is full.' })
  await shows('Exporting notes failed. The disk is full.')
  expect(document.querySelector('[role=alert]')?.textContent).toContain('The disk is full.')
  await tell({ ...deliveries, state: 'done', done: 5000, result: { removed: 4999, spared: 1 } })
  await shows('4,999 deliveries deleted. 1 skipped: starred or retried in the meantime.')
  expect(app.inputsOf('jobs.dismiss')).toEqual([])
})

test('reports how many deliveries a replay could not sign', async () => {
  const replay = { ...common, id: 'r', kind: 'replay', total: 6 } as const
  await open({ ...replay, done: 5 })
  await shows('Replaying deliveries: 5 of 6')
  const none = { failed: 0, fixed: 0, regressed: 0, stillFailing: 0, stillPassing: 0, gone: 0 }
  await tell({ ...replay, state: 'done', done: 6, result: { ...none, sent: 4, passed: 4, unsigned: 2 } })
  await shows('4 of 6 deliveries replayed. 2 not sent: no signing secret. Import it')
  expect(app.inputsOf('jobs.dismiss')).toEqual([])
})

test('reports how many deliveries of a script succeeded and which steps failed', async () => {
  const script = { ...common, id: 's', kind: 'script', name: 'steps.sandbox', total: 9 } as const
  await open({ ...script, done: 3 })
  await shows('Running script steps.sandbox: 3 of 9')
  const result = { delivered: 3, failed: 1, pending: 0, unmet: 0, problems: [] }
  const problems = ['Line 5: expect delivered 4, but there are 3.']
  await tell({ ...script, state: 'done', result: { ...result, verdict: 'failed', unmet: 3, problems } })
  await shows(`Script steps.sandbox failed: 3 delivered, 1 failed, 0 pending. ${problems[0]} 2 more.`)
  await tell({ ...script, state: 'done', result: { ...result, verdict: 'unreachable' } })
  await shows('Script steps.sandbox failed: the endpoint never answered. Start your receiver')
  expect(app.inputsOf('jobs.dismiss')).toEqual([])
  await tell({ ...script, state: 'canceled', result: { ...result, verdict: 'failed' } })
  await shows('Script steps.sandbox canceled: 3 delivered, 1 failed, 0 pending.')
  await tell({ ...script, state: 'done', result: { ...result, verdict: 'passed' } })
  await shows('Script steps.sandbox passed: 3 delivered, 1 failed, 0 pending.')
})

test('names the receiver of a catch-up or replay that failed', async () => {
  const catchUp = { ...common, id: 'u', kind: 'catch-up', name: 'Acme dev (Office)', total: 9 } as const
  const error = '5 events in a row failed. The receiver responded with 400.'
  await open({ ...catchUp, state: 'failed', error })
  await shows(`Catching up Acme dev (Office) failed. ${error}`)
  const result = { sent: 9, caughtUp: 8, failed: 1, skipped: 0, problem: 'The receiver responded with 400.' }
  await tell({ ...catchUp, state: 'done', result })
  await shows('8 of 9 notes caught up at Acme dev (Office). 1 failed. The receiver responded with 400.')
  await tell({
    ...common,
    id: 'r',
    kind: 'replay',
    name: 'Acme dev',
    total: 6,
    state: 'failed',
    error: 'Off.',
  })
  await shows('Replaying deliveries to Acme dev failed. Off.')
})

test('says why a catch-up sent fewer events than there were notes', async () => {
  const catchUp = { ...common, id: 'u', kind: 'catch-up', name: 'Acme dev (Office)', total: 9 } as const
  await open({
    ...catchUp,
    state: 'done',
    result: { sent: 8, caughtUp: 8, failed: 0, skipped: 1, problem: null },
  })
  await shows(
    '8 of 9 notes caught up at Acme dev (Office). 1 skipped: it changed again or was deleted, so this event is out of date.',
  )
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'u' }]))
})

test.each([
  ['canceled', { sent: 12, failed: 0, left: 28, blocked: null }, 'Sent 12 of 40 to Acme dev; 28 still wait.'],
  ['canceled', { sent: 39, failed: 0, left: 1, blocked: null }, 'Sent 39 of 40 to Acme dev; 1 still waits.'],
  // More deliveries arrived while the job was running.
  ['canceled', { sent: 12, failed: 0, left: 31, blocked: null }, 'Sent 12 of 43 to Acme dev; 31 still wait.'],
  [
    'done',
    { sent: 0, failed: 0, left: 27, blocked: 'unsigned' },
    'Sent 0 of 27 to Acme dev; 27 still wait. Their signing secret is missing.',
  ],
  ['done', { sent: 43, failed: 0, left: 0, blocked: null }, 'Sent 43 deliveries to Acme dev.'],
  ['done', { sent: 1, failed: 0, left: 0, blocked: null }, 'Sent 1 delivery to Acme dev.'],
  ['done', { sent: 43, failed: 2, left: 0, blocked: null }, 'Sent 43 deliveries to Acme dev. 2 failed.'],
] as const)(
  'reports how many waiting deliveries were sent to which receiver: %s, %j',
  async (state, counts, words) => {
    const waiting = { ...common, id: 'd', kind: 'send-waiting', name: 'Acme dev', total: 40 } as const
    await open({ ...waiting, done: 5 })
    await shows('Sending waiting deliveries to Acme dev: 5 of 40')
    await tell({ ...waiting, state, done: counts.sent, result: counts })
    await shows(words)
    await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'd' }]))
  },
)

test('a later result replaces the message about deliveries that still wait', async () => {
  const waiting = { ...common, kind: 'send-waiting', name: 'Acme dev', total: 17, state: 'done' } as const
  await open()
  await tell({ ...waiting, id: 'd', result: { sent: 0, failed: 0, left: 17, blocked: null } })
  await shows('17 still wait')
  await tell({ ...waiting, id: 'e', result: { sent: 19, failed: 0, left: 0, blocked: null } })
  await shows('Sent 19 deliveries')
  expect(document.body.textContent).not.toContain('still wait')
})
