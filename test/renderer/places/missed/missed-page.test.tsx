// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { MissedNote } from '#shared/missed/model.ts'
import { advice, catchUp, page, table } from '../../../../renderer/places/missed/copy.ts'
import { copy as noteCopy } from '../../../../renderer/places/notes/detail/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { aGap, aMissed, aMissedNote, aMissedStatus } from '../../../support/renderer/missed-samples.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../support/renderer/open-app.tsx'
import { aReceiver } from '../../../support/renderer/receiver-samples.ts'
import { anEndpoint } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const endpointId = 'whe_Aaaaaaaaaaaaa1'
const none = { behind: 0, since: null, gaps: [] }
const noCounts = { behind: 0, pending: 0, unknown: 0, 'caught-up': 0 }
const ofOne = (note: MissedNote) => ({
  notes: [note],
  total: 1,
  counts: { ...noCounts, behind: 1 },
})
const endpoints = () => [...document.querySelectorAll('main [role="option"]')]
const open = async (hash: string, answers: Answers = {}) => {
  app = await openApp(hash, {
    'missed.status': () => aMissedStatus([aMissed({ label: 'Office' })]),
    'missed.notes': () => ofOne(aMissedNote()),
    'receivers.list': () => [aReceiver()],
    ...answers,
  })
}

test('sorts endpoints by missed events and name, and shows each one’s last outage', async () => {
  await open('#/missed', {
    'missed.status': () =>
      aMissedStatus([
        aMissed({
          endpointId: 'whe_Aaaaaaaaaaaaa2',
          label: 'Good',
          ...none,
          caughtUp: 2,
          caughtUpAt: '2026-01-01T06:30:00Z',
        }),
        aMissed({ label: 'Office' }),
        aMissed({
          endpointId: 'whe_Aaaaaaaaaaaaa3',
          label: 'Late',
          ...none,
          pending: 4,
          pendingUntil: new Date(Date.now() + 3_600_000).toISOString(),
        }),
        aMissed({ endpointId: 'whe_Aaaaaaaaaaaaa5', label: 'Far 10', ...none, isKnown: false }),
        aMissed({ endpointId: 'whe_Aaaaaaaaaaaaa4', label: 'Far 9', ...none, isKnown: false }),
      ]),
  })
  await shows('Office')
  expect(endpoints().map((row) => row.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Office, 3 missed, Disabled Jan 1, 00:00/),
    'Late, 4 pending, No known outage',
    'Far 9, Unknown',
    'Far 10, Unknown',
    'Good, Caught up at Jan 1, 06:30',
  ])
  expect(document.querySelector('main h1')?.nextElementSibling?.textContent).toBe('3 missed')
})

test('shows the keys for the next and previous endpoint once', async () => {
  const shown = () => document.querySelector('main')?.textContent?.match(/Next, previous/g)
  for (const missed of [aMissed({ label: 'Office' }), aMissed({ label: 'Office', ...none })]) {
    await open(`#/missed?endpoint=${endpointId}`, { 'missed.status': () => aMissedStatus([missed]) })
    await eventually(() => expect(document.querySelector('#missed-endpoint footer')).not.toBeNull())
    expect(shown()).toHaveLength(1)
    await app.close()
  }
})

test('counts a pending event as missed once its retries have ended', async () => {
  const until = new Date(Date.now() + 1_500).toISOString()
  const late = aMissed({ ...none, pending: 4, pendingUntil: until })
  await open('#/missed', {
    'missed.status': () =>
      aMissedStatus([Date.now() < Date.parse(until) ? late : aMissed({ ...none, behind: 4 })]),
  })
  await shows('4 pending')
  await shows('4 missed')
  expect(document.body.textContent).not.toContain('pending')
})

test('hides the time limit for late events once it has passed', async () => {
  const late = aMissed({ ...none, pending: 4, pendingUntil: new Date(Date.now() - 1).toISOString() })
  const endpoint = anEndpoint({ id: late.endpointId })
  await open(`#/endpoints?endpoint=${late.endpointId}`, {
    'endpoints.list': () => [endpoint],
    'missed.status': () => aMissedStatus([late]),
  })
  await shows(endpoint.url)
  await eventually(() => expect(app.inputsOf('missed.status')).not.toHaveLength(0))
  expect(document.body.textContent).not.toContain('may still arrive')
})

test('shows “Unknown” instead of “0 missed” while the comparison is incomplete', async () => {
  const far = aMissed({ ...none, isKnown: false })
  await open('#/missed', { 'missed.status': () => aMissedStatus([far], { behind: null }) })
  await shows(/Missed events.*Unknown.*Updated/)
  expect(document.body.textContent).not.toContain('0 missed')
})

test('shows the events of an outage as unknown or being checked instead of as 0', async () => {
  const parts = { ...none, isKnown: false, label: 'Office' }
  const lasting = aGap({ to: null, behind: 0, isRead: false })
  let of = aMissed({ ...parts, gaps: [lasting] })
  await open('#/missed', {
    'missed.status': () => aMissedStatus([of], { behind: null }),
    'missed.notes': () => ({ notes: [], total: 0, counts: noCounts }),
  })
  await shows(page.notKnown)
  const lane = () => control('link', /^Disabled/).textContent
  expect(lane()).toMatch(/Unknown$/)
  const ended = { behind: 0, to: new Date().toISOString() }
  of = aMissed({ ...parts, gaps: [aGap({ ...ended, isRead: false })], isChecking: true })
  await app.tell({ name: 'missed.changed', data: { behind: null } })
  await shows(page.checking)
  expect(lane()).toMatch(/Checking…$/)
  expect(document.querySelector('main')?.textContent).not.toMatch(/Unknown|Updated/)
  of = aMissed({ ...parts, isKnown: true, gaps: [aGap(ended)] })
  await app.tell({ name: 'missed.changed', data: { behind: null } })
  await eventually(() => expect(lane()).toMatch(/0$/))
})

test('shows how many of the missed events were caught up while others are left', async () => {
  await open('#/missed', {
    'missed.status': () => aMissedStatus([aMissed({ behind: 3, gaps: [aGap({ behind: 3, caughtUp: 9 })] })]),
  })
  await shows('9 of 12 notes caught up')
  expect(control('link', /^Disabled/).textContent).toMatch(/12$/)
})

test('links to the form for a first endpoint if there are no endpoints', async () => {
  await open('#/missed', { 'missed.status': () => aMissedStatus([]) })
  await shows(page.emptyTitle)
  await press('button', page.create)
  await eventually(() => expect(location.hash).toBe('#/endpoints?form=new'))
})

test('opens the catch-up of the endpoint that missed the most events', async () => {
  const good = { endpointId: 'whe_Aaaaaaaaaaaaa2', label: 'Good', ...none }
  await open('#/missed?form=catch-up', {
    'missed.status': () => aMissedStatus([aMissed(good), aMissed({ label: 'Office' })]),
  })
  await shows(catchUp.text(3, 'Office'))
  await press('button', catchUp.cancel)
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}`))
  await shows('Budget review')
})

test('filters missed notes by cause, state and title', async () => {
  const gaps = [aGap(), aGap({ key: 'unknown', reason: 'unknown', from: null, to: null, behind: 1 })]
  await open(`#/missed?endpoint=${endpointId}`, {
    'missed.status': () => aMissedStatus([aMissed({ gaps })]),
  })
  await shows('Budget review')
  await shows(/Disabled.*Unknown/)
  await press('link', /^Unknown/)
  await shows(advice.unknown)
  await press('button', `${table.states.behind} 1`)
  await eventually(() => expect(location.hash).toContain('reason=unknown&state=behind'))
  await type(page.filter, 'budget')
  await eventually(() =>
    expect(app.inputsOf('missed.notes')).toEqual([
      { endpointId, offset: 0, limit: 200 },
      { endpointId, reason: 'unknown', offset: 0, limit: 200 },
      { endpointId, reason: 'unknown', state: 'behind', offset: 0, limit: 200 },
      { endpointId, reason: 'unknown', state: 'behind', q: 'budget', offset: 0, limit: 200 },
    ]),
  )
  // Selecting the same cause again shows all causes.
  await press('link', /^Unknown/)
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}`))
  await press('link', 'Budget review')
  await eventually(() => expect(location.hash).toMatch(/^#\/notes\?note=not_/))
  await eventually(() => control('button', noteCopy.backToMissed))
  await press('button', noteCopy.backToMissed)
  await eventually(() => expect(location.hash).toBe(`#/missed?endpoint=${endpointId}`))
})

test('shows how long the event of a note may still arrive', async () => {
  const pending = { state: 'pending', receivedAt: null, until: '2026-01-05T00:00:00Z' } as const
  await open(`#/missed?endpoint=${endpointId}`, { 'missed.notes': () => ofOne(aMissedNote(pending)) })
  await shows(new RegExp(`Budget review${table.states.pending}.*${table.never}`))
  expect(document.querySelector('td [data-state="pending"]')?.getAttribute('title')).toMatch(/^Until Jan 5/)
})

test.each([
  [null, '06:30'],
  ['2026-01-01T05:00:00Z', '06:30'],
  ['2026-01-01T07:00:00Z', '07:00'],
])('shows the later of a catch-up and the last event, which came at %s', async (receivedAt, shown) => {
  const caughtUp = { state: 'caught-up', receivedAt, caughtUpAt: '2026-01-01T06:30:00Z' } as const
  await open(`#/missed?endpoint=${endpointId}`, { 'missed.notes': () => ofOne(aMissedNote(caughtUp)) })
  await shows(new RegExp(`Budget reviewCaught upDisabledJan 1, 00:01Jan 1, ${shown}`))
})

test('shows missed notes in pages of 200', async () => {
  let total = 401
  await open(`#/missed?endpoint=${endpointId}`, {
    'missed.notes': ({ offset = 0, limit = 200 }) => ({
      notes: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) =>
        aMissedNote({
          id: `not_${String(offset + at).padStart(14, '0')}`,
          title: at === 0 ? `\u202Eevil ${offset}` : at === 1 ? '  ' : 'x'.repeat(10_000),
        }),
      ),
      total,
      counts: { ...noCounts, behind: total },
    }),
  })
  await shows(page.range(1, 200, 401))
  await shows('U+202E')
  await shows(table.untitled)
  expect(document.querySelectorAll('tbody tr')).toHaveLength(200)
  expect(document.querySelector('tbody')?.textContent.length).toBeLessThan(200 * 600)
  await press('button', /^Next$/)
  await shows(page.range(201, 400, 401))
  await press('button', /^Next$/)
  await shows(page.range(401, 401, 401))
  expect((control('button', /^Next$/) as HTMLButtonElement).disabled).toBe(true)
  total = 200
  await app.tell({ name: 'missed.changed', data: { behind: 200 } })
  await eventually(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(200))
})

test('sends missed events of an endpoint to a receiver', async () => {
  let answer: () => { jobId: string } = () => {
    throw new AppError('address-refused', 'That address is refused.')
  }
  await open(`#/missed?endpoint=${endpointId}&reason=disabled`, { 'missed.catch-up': () => answer() })
  await shows('Budget review')
  await press('button', page.catchUp(3))
  await shows(catchUp.text(3, 'Office'))
  await press('button', catchUp.start(3))
  await shows('That address is refused.')
  answer = () => ({ jobId: 'job_1' })
  await press('button', catchUp.start(3))
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await eventually(() => expect(document.activeElement?.textContent).toBe('Office'))
  expect(app.inputsOf('missed.catch-up').at(-1)).toEqual({
    endpointId,
    receiverId: aReceiver().id,
    reason: 'disabled',
  })
})

test.each([1, 2])('U and Enter send the missed events when there are %i receivers', async (count) => {
  const receivers = [aReceiver(), aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Other' })].slice(0, count)
  await open(`#/missed?endpoint=${endpointId}`, {
    'receivers.list': () => receivers,
    'missed.catch-up': () => ({ jobId: 'job_1' }),
  })
  await shows('Budget review')
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true, cancelable: true }))
  await shows(catchUp.text(3, 'Office'))
  const send = control('button', catchUp.start(3))
  await eventually(() => expect(document.activeElement).toBe(send))
  const choice = document.querySelector('[role="dialog"] [aria-haspopup="listbox"]')
  expect(choice === null).toBe(count === 1)
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain(aReceiver().name)
})

test('does not focus the button that sends missed events to the internet', async () => {
  const address = { kind: 'public', host: 'dev.test', approval: 'given' } as const
  await open(`#/missed?endpoint=${endpointId}&form=catch-up`, {
    'receivers.list': () => [aReceiver({ address })],
  })
  await shows(catchUp.publicHost('dev.test'))
  await eventually(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull())
  expect(document.activeElement).not.toBe(control('button', catchUp.start(3)))
})

const openReceivers = () =>
  eventually(() => {
    const list = document.querySelector<HTMLElement>('[role="dialog"] [aria-haspopup="listbox"]')
    if (list?.getAttribute('aria-expanded') !== 'true') list?.click()
    control('option', 'Office only')
  })

test('preselects a receiver that forwards from the endpoint', async () => {
  const forwarding = (id: string) => ({ rules: { ...aReceiver().rules, endpointIds: [id] } })
  const receivers = [
    aReceiver({ name: 'Archive only', ...forwarding('whe_Bbbbbbbbbbbbb2') }),
    aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Office only', ...forwarding(endpointId) }),
  ]
  await open(`#/missed?endpoint=${endpointId}`, { 'receivers.list': () => receivers })
  await shows('Budget review')
  await press('button', page.catchUp(3))
  await shows(catchUp.text(3, 'Office'))
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Office only')
  expect(document.body.textContent).not.toContain('may not have its secret')
  await openReceivers()
  await press('option', /^Archive only/)
  await shows(/Archive only doesn’t forward .*, so it may not have its secret\./)
})

test('says why fewer notes are listed and sent when newer events arrive', async () => {
  let gap = aGap()
  await open(`#/missed?endpoint=${endpointId}&form=catch-up`, {
    'missed.status': () => aMissedStatus([aMissed({ label: 'Office', behind: gap.behind, gaps: [gap] })]),
  })
  await shows(catchUp.text(3, 'Office'))
  expect(document.body.textContent).not.toContain('no catch-up')
  const arrives = async (superseded: number) => {
    gap = aGap({ behind: 3 - superseded, superseded })
    await app.tell({ name: 'missed.changed', data: { behind: gap.behind } })
  }
  await arrives(2)
  const sentence = page.superseded(2, 3)
  await eventually(() => expect(document.body.textContent?.split(sentence)).toHaveLength(3))
  expect(control('button', catchUp.start(1))).toBeTruthy()
  await arrives(3)
  await shows(page.superseded(3, 3))
  expect((control('button', catchUp.start(0)) as HTMLButtonElement).disabled).toBe(true)
})

test('does not count the events to catch up while notes of the outage are still to be read', async () => {
  await open(`#/missed?endpoint=${endpointId}`, {
    'missed.status': () => aMissedStatus([aMissed({ gaps: [aGap({ to: null, isRead: false })] })]),
  })
  await shows('Budget review')
  await press('button', page.catchUp(0))
  await shows(page.unread)
  await shows(page.stillDisabled)
  expect(control('button', catchUp.start(3))).toBeTruthy()
})

test('keeps the order of the endpoints after a catch-up', async () => {
  let behind = 5
  await open('#/missed', {
    'missed.status': () =>
      aMissedStatus([
        aMissed({ label: 'Office', behind }),
        aMissed({ endpointId: 'whe_Aaaaaaaaaaaaa2', label: 'Mail', behind: 3 }),
      ]),
  })
  await shows(/Office.*5 missed.*Mail.*3 missed/)
  behind = 1
  await app.tell({ name: 'missed.changed', data: { behind: 4 } })
  await shows(/Office.*1 missed.*Mail.*3 missed/)
})

test('describes an outage after which an endpoint was disabled by the time it was disabled', async () => {
  const outage = aGap({ reason: 'not-running', from: '2026-01-01T00:00:00Z', to: '2026-01-01T02:00:00Z' })
  const disabled = { key: 'gap-2', from: '2026-01-01T01:00:00Z', to: '2026-01-01T03:00:00Z', behind: 0 }
  await open('#/missed', {
    'missed.status': () => aMissedStatus([aMissed({ gaps: [outage, aGap(disabled)] })]),
  })
  await shows('Disabled Jan 1, 01:00')
})

test('offers to add a receiver for the catch-up if there is none', async () => {
  await open(`#/missed?endpoint=${endpointId}`, { 'receivers.list': () => [] })
  await shows('Budget review')
  await press('button', page.catchUp(3))
  await shows(catchUp.noReceiver)
  await press('button', catchUp.addReceiver)
  await eventually(() => expect(location.hash).toBe('#/receivers?form=new'))
})

test('does not send missed events to a receiver whose address is not approved', async () => {
  const address = { kind: 'private', host: 'dev.test', approval: 'needed' } as const
  await open(`#/missed?endpoint=${endpointId}`, { 'receivers.list': () => [aReceiver({ address })] })
  await shows('Budget review')
  await press('button', page.catchUp(3))
  await shows(catchUp.notApproved)
  expect((control('button', catchUp.start(3)) as HTMLButtonElement).disabled).toBe(true)
})

test('resumes a catch-up that was interrupted, or dismisses it', async () => {
  const interrupted = {
    endpointId,
    receiverId: aReceiver().id,
    startedAt: '2026-01-02T00:00:00Z',
    done: 1,
    total: 4,
  }
  await open(`#/missed?endpoint=${endpointId}`, {
    'missed.status': () => aMissedStatus([aMissed()], { interruptedJobs: [interrupted] }),
    'missed.dismiss-unfinished': () => null,
  })
  await shows(page.interrupted(1, 4))
  await press('button', page.resume)
  await shows(catchUp.text(3, 'hooks.example.com'))
  await press('button', catchUp.cancel)
  await press('button', page.dismiss)
  expect(app.inputsOf('missed.dismiss-unfinished')).toEqual([{ endpointId }])
})

test('does not offer to resume a catch-up if the selected outage has no missed notes', async () => {
  const gaps = [aGap(), aGap({ key: 'gap-2', reason: 'not-running', behind: 0, pending: 2 })]
  const interruptedJobs = [
    { endpointId, receiverId: aReceiver().id, startedAt: '2026-01-02T00:00:00Z', done: 1, total: 4 },
  ]
  await open(`#/missed?endpoint=${endpointId}&reason=not-running`, {
    'missed.status': () => aMissedStatus([aMissed({ gaps })], { interruptedJobs }),
  })
  await shows(page.interrupted(1, 4))
  const isDisabled = () => (control('button', page.resume) as HTMLButtonElement).disabled
  expect(isDisabled()).toBe(true)
  await press('link', /^Disabled/)
  await eventually(() => expect(isDisabled()).toBe(false))
})

test('checks for changed notes and mutes warnings of an endpoint', async () => {
  await open(`#/missed?endpoint=${endpointId}`, {
    'missed.look': () => aMissedStatus([aMissed()]),
    'missed.set-muted': () => null,
  })
  await shows('Budget review')
  await press('button', page.look)
  await eventually(() => expect(app.inputsOf('missed.look')).toHaveLength(1))
  await press('button', page.more)
  await press('menuitem', page.mute)
  expect(app.inputsOf('missed.set-muted')).toEqual([{ endpointId, muted: true }])
})

test('offers to cancel a check for missed changes after two seconds', async () => {
  let asOf = '2026-01-01T00:00:00Z'
  let answer = () => Promise.resolve(aMissedStatus([aMissed()], { asOf }))
  await open('#/missed', {
    'missed.status': () => aMissedStatus([aMissed()], { asOf }),
    'missed.look': () => answer(),
  })
  await shows(page.asOf)
  const isBusy = () => control('button', page.look).getAttribute('aria-disabled') === 'true'
  await press('button', page.look)
  await eventually(() => expect(app.inputsOf('missed.look')).toHaveLength(1))
  expect(isBusy(), 'the call has answered, but the notes are those of before').toBe(true)
  asOf = '2026-01-02T00:00:00Z'
  await app.tell({ name: 'missed.changed', data: { behind: 1 } })
  await eventually(() => expect(isBusy()).toBe(false))

  answer = () => new Promise(() => {})
  await press('button', page.look)
  await eventually(() => control('button', 'Stop'))
  control('button', 'Stop').focus()
  await press('button', 'Stop')
  expect(app.isCanceled('missed.look')).toBe(true)
  expect(isBusy()).toBe(false)
  expect(document.activeElement).toBe(control('button', page.look))
})
