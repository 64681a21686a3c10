// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs/contract.ts'
import { logTime } from '#ui/text/time-words.ts'
import { actions } from '../../../../../../renderer/places/inspector/detail/copy.ts'
import { deletion, failures } from '../../../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../../../support/eventually.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  pressKey,
  shows,
  type,
} from '../../../../../support/renderer/open-app.tsx'
import { aDelivery, aWholeDelivery } from '../../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const counted = { newest: 40, at: '2026-11-21T09:00:00.000Z' }

async function open(answers: Answers, hash = '#/inspector?q=status:500') {
  app = await openApp(hash, {
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'deliveries.get': () => aWholeDelivery(2),
    ...answers,
  })
  await shows('note.')
}

test('deletes all matching deliveries after the user types their number', async () => {
  await open({
    'deliveries.count': ({ before }) =>
      before === undefined
        ? { ...counted, matching: 1000, starred: 1, next: 20 }
        : { newest: 99, at: '2026-11-21T09:00:01.000Z', matching: 234, starred: 1, next: null },
    'deliveries.remove-matching': () => ({ jobId: 'a' }),
  })
  await choose('Inspector actions', 'Delete all…')
  await shows('Delete 1,232 deliveries?')
  await shows('status:500')
  expect(isDisabled('Delete 1,232 deliveries')).toBe(true)
  await type('Type 1,232 deliveries to confirm', '1,232 deliveries')
  expect(isDisabled('Delete 1,232 deliveries')).toBe(false)
  await press('button', 'Delete 1,232 deliveries')
  await eventually(() =>
    expect(app.inputsOf('deliveries.remove-matching')).toEqual([
      { filter: { q: 'status:500' }, ...counted, total: 1234, starredToo: false },
    ]),
  )
  await eventually(() =>
    expect(document.querySelector('[role=alertdialog]:not([aria-modal=false])')).toBeNull(),
  )
})

test('deletes starred deliveries only if the user asks for it', async () => {
  await open({ 'deliveries.count': () => ({ ...counted, matching: 3, starred: 3, next: null }) })
  await choose('Inspector actions', 'Delete all…')
  await shows('Delete 0 deliveries?')
  expect(isDisabled('Delete 0 deliveries')).toBe(true)
  await press('checkbox', 'Also the 3 starred deliveries')
  await shows('Delete 3 deliveries?')
  await type('Type 3 deliveries to confirm', '3 deliveries')
  await press('button', 'Delete 3 deliveries')
  await eventually(() =>
    expect(app.inputsOf('deliveries.remove-matching')[0]).toMatchObject({ starredToo: true }),
  )
})

test('every page shows a running deletion and can cancel it', async () => {
  const job: Job = {
    kind: 'delete-deliveries',
    id: 'a',
    workspaceId: 'sandbox',
    state: 'running',
    done: 1200,
    total: 5000,
    error: null,
    result: null,
  }
  await open({
    'deliveries.count': () => ({ ...counted, matching: 5000, starred: 0, next: null }),
    'deliveries.remove-matching': () => ({ jobId: 'a' }),
    'jobs.cancel': () => null,
    'jobs.dismiss': () => null,
  })
  await choose('Inspector actions', 'Delete all…')
  await shows('Delete 5,000 deliveries?')
  await type('Type 5,000 deliveries to confirm', '5,000 deliveries')
  await press('button', 'Delete 5,000 deliveries')
  await eventually(() =>
    expect(document.querySelector('[role=alertdialog]:not([aria-modal=false])')).toBeNull(),
  )
  await app.tell({ name: 'jobs.changed', data: [job] })
  await shows('Deleting deliveries: 1,200 of 5,000')
  location.hash = '#/settings'
  await shows('Storage')
  await shows('Deleting deliveries: 1,200 of 5,000')
  await press('button', /^Cancel$/)
  await eventually(() => expect(app.inputsOf('jobs.cancel')).toEqual([{ id: 'a' }]))
  const result = { removed: 1400, spared: 0 }
  await app.tell({ name: 'jobs.changed', data: [{ ...job, state: 'canceled', done: 1400, result }] })
  await shows('1,400 deliveries deleted. Canceled; the rest are unchanged.')
  await press('button', 'Dismiss')
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'a' }]))
  await app.tell({ name: 'jobs.changed', data: [] })
  await eventually(() => expect(document.body.textContent).not.toContain('deliveries deleted'))
})

test('shows why deleting deliveries failed', async () => {
  await open({
    'jobs.list': () => [
      {
        kind: 'delete-deliveries',
        id: 'a',
        workspaceId: 'sandbox',
        state: 'failed',
        done: 600,
        total: 1000,
        error: 'The disk is full. 600 were deleted before that.',
        result: null,
      },
    ],
  })
  await shows('Deleting deliveries failed. The disk is full. 600 were deleted before that.')
})

test('explains why deleting deliveries cannot start', async () => {
  let matching = 0
  await open({
    'deliveries.count': () => {
      if (matching < 0) throw new AppError('not-connected', 'Open a workspace first.')
      return { ...counted, matching, starred: 0, next: null }
    },
    'deliveries.remove-matching': () => {
      throw new AppError('invalid-input', 'Deliveries are being deleted already.')
    },
  })
  await choose('Inspector actions', 'Delete all…')
  await shows(deletion.nothing)
  await press('button', 'Close')
  matching = -1
  await choose('Inspector actions', 'Delete all…')
  await shows('Open a workspace first.')
  await press('button', 'Cancel')
  matching = 1
  await choose('Inspector actions', 'Delete all…')
  await shows('Delete 1 delivery?')
  await type('Type 1 delivery to confirm', '1 delivery')
  await press('button', 'Delete 1 delivery')
  await shows('Deliveries are being deleted already.')
})

test('Undo restores a delivery that was deleted from its pane', async () => {
  const hidden = new Set<number>()
  await open(
    {
      'deliveries.list': () => ({
        deliveries: [3, 2, 1].filter((id) => !hidden.has(id)).map((id) => aDelivery(id)),
        hasMore: false,
      }),
      'deliveries.hide': ({ id }) => {
        hidden.add(id)
        return null
      },
      'deliveries.unhide': ({ id }) => ({ restored: hidden.delete(id) }),
    },
    '#/inspector?delivery=2',
  )
  await eventually(() => expect(rows()).toBe(3))
  await choose('More actions', actions.delete)
  await eventually(() => expect(location.hash).not.toContain('delivery=2'))
  await eventually(() => expect(rows()).toBe(2))
  expect(app.inputsOf('deliveries.hide')).toEqual([{ id: 2 }])
  await shows('Delivery deleted')
  await press('button', /^Undo/)
  await eventually(() => expect(app.inputsOf('deliveries.unhide')).toEqual([{ id: 2 }]))
  await app.tell({ name: 'deliveries.removed', data: {} })
  await eventually(() => expect(rows()).toBe(3))
  await eventually(() => expect(document.body.textContent).not.toContain('Delivery deleted'))
})

test('the Delete key in the pane deletes only the open delivery', async () => {
  await open(
    {
      'deliveries.list': () => ({ deliveries: [3, 2, 1].map((id) => aDelivery(id)), hasMore: false }),
      'deliveries.get': () => aWholeDelivery(1),
      'deliveries.hide': () => null,
    },
    '#/inspector',
  )
  await eventually(() => expect(rows()).toBe(3))
  for (const key of ['j', 'x', 'j', 'x', 'j', 'Enter']) await pressKey('listbox', 'Deliveries', key)
  await shows('2 selected')
  await eventually(() => expect(location.hash).toContain('delivery=1'))
  await eventually(() => control('tab', /^Payload/))
  const [time] = logTime(Date.parse(aDelivery(1).firstReceivedAt), Date.now())
  document
    .querySelector('main article')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }))
  await shows(`note.edited · ${time}`)
  expect(app.inputsOf('deliveries.hide')).toEqual([{ id: 1 }])
  await shows('2 selected')
})

test('offers to undo recent deletions after the page reloads', async () => {
  let hidden = [
    { id: 71, leftMs: 60_000 },
    { id: 72, leftMs: 3_000 },
  ]
  app = await openApp('#/inspector', {
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
    'deliveries.hidden': () => hidden,
    'deliveries.unhide': () => ({ restored: true }),
  })
  const messages = () => document.querySelectorAll('[role=alertdialog]').length
  await eventually(() => expect(messages()).toBe(2))
  await eventually(() => expect(messages(), 'the other one is over').toBe(1))
  hidden = hidden.slice(0, 1)
  location.hash = '#/settings'
  await shows('Storage')
  await eventually(() => expect(messages(), 'it covers nothing elsewhere').toBe(0))
  location.hash = '#/inspector'
  await shows('note.')
  await eventually(() => expect(messages(), 'offered once').toBe(1))
  await press('button', /^Undo/)
  await eventually(() => expect(app.inputsOf('deliveries.unhide')).toEqual([{ id: 71 }]))
  await eventually(() => expect(messages()).toBe(0))
})

test('Ctrl+Z undoes the most recent deletion first', async () => {
  const hidden = new Set<number>()
  await open({
    'deliveries.list': () => ({
      deliveries: [3, 2, 1].filter((id) => !hidden.has(id)).map((id) => aDelivery(id)),
      hasMore: false,
    }),
    'deliveries.hide': ({ id }) => {
      hidden.add(id)
      return null
    },
    'deliveries.unhide': ({ id }) => ({ restored: hidden.delete(id) }),
  })
  await eventually(() => expect(rows()).toBe(3))
  const list = control('listbox', /./)
  list.focus()
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).toMatch(/-0$/))
  const pressed = (key: string, more = {}) => {
    list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  }
  for (const left of [2, 1]) {
    pressed('Delete')
    await eventually(() => expect(rows()).toBe(left))
    await eventually(() => expect(app.inputsOf('deliveries.hide')).toHaveLength(3 - left))
  }
  expect(app.inputsOf('deliveries.hide'), 'the next row becomes the current one').toEqual([
    { id: 3 },
    { id: 2 },
  ])
  await eventually(() => expect(document.querySelectorAll('[role=alertdialog]')).toHaveLength(2))
  pressed('z', { ctrlKey: true })
  pressed('z', { ctrlKey: true })
  pressed('z', { ctrlKey: true })
  await eventually(() => expect(app.inputsOf('deliveries.unhide')).toEqual([{ id: 2 }, { id: 3 }]))
  await app.tell({ name: 'deliveries.removed', data: {} })
  await eventually(() => expect(rows()).toBe(3))
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).toMatch(/-0$/))
})

test('Ctrl+Z undoes a deletion from a different page', async () => {
  await open(
    { 'deliveries.hide': () => null, 'deliveries.unhide': () => ({ restored: true }) },
    '#/inspector?delivery=2',
  )
  await eventually(() => control('tab', /^Payload/))
  await choose('More actions', actions.delete)
  await shows('Delivery deleted')
  location.hash = '#/settings'
  await shows('Storage')
  await eventually(() => expect(document.body.textContent).not.toContain('Delivery deleted'))
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  await eventually(() => expect(app.inputsOf('deliveries.unhide')).toEqual([{ id: 2 }]))
})

test('shows a delivery again if its deletion fails', async () => {
  await open({
    'deliveries.list': () => ({ deliveries: [2, 1].map((id) => aDelivery(id)), hasMore: false }),
    'deliveries.hide': () => {
      throw new AppError('storage', 'The disk is full.')
    },
  })
  await eventually(() => expect(rows()).toBe(2))
  const list = control('listbox', /./)
  list.focus()
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).toMatch(/-0$/))
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }))
  await shows('The disk is full.')
  await eventually(() => expect(rows()).toBe(2))
  await app.tell({ name: 'deliveries.removal-failed', data: { id: 1, message: 'Restart Notehook.' } })
  await shows(failures.shownAgain('Restart Notehook.'))
  await press('button', 'Dismiss')
})

test('pressing Enter twice starts only one deletion', async () => {
  let whenDone = () => {}
  await open({
    'deliveries.count': () => ({ ...counted, matching: 35, starred: 0, next: null }),
    'deliveries.remove-matching': () =>
      new Promise((resolve) => {
        whenDone = () => resolve({ jobId: 'a' })
      }),
  })
  const field = 'Type 35 deliveries to confirm'
  await choose('Inspector actions', 'Delete all…')
  await shows('Delete 35 deliveries?')
  await pressKey('textbox', field, 'Escape')
  await eventually(() =>
    expect(document.querySelector('[role=alertdialog]:not([aria-modal=false])')).toBeNull(),
  )
  await choose('Inspector actions', 'Delete all…')
  await shows('Delete 35 deliveries?')
  await type(field, '35 deliveries')
  await Promise.all([pressKey('textbox', field, 'Enter'), pressKey('textbox', field, 'Enter')])
  whenDone()
  await eventually(() =>
    expect(document.querySelector('[role=alertdialog]:not([aria-modal=false])')).toBeNull(),
  )
  expect(app.inputsOf('deliveries.remove-matching')).toHaveLength(1)
})

test('shows a delivery again after a failed deletion, even if the list cannot be reloaded', async () => {
  let isGone = false
  const lost = () => {
    throw new AppError('host-lost', 'Notehook isn’t responding.')
  }
  await open({
    'deliveries.list': () =>
      isGone ? lost() : { deliveries: [3, 2, 1].map((id) => aDelivery(id)), hasMore: false },
    'deliveries.hide': lost,
  })
  await eventually(() => expect(rows()).toBe(3))
  isGone = true
  const list = control('listbox', /./)
  list.focus()
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).toMatch(/-0$/))
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).toMatch(/-1$/))
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }))
  await shows(failures.removeOne)
  await eventually(() => expect(rows()).toBe(3))
  await press('button', 'Dismiss')
})

test('the Delete key does nothing if another client has already deleted the delivery', async () => {
  let deliveries = [3, 2, 1]
  await open(
    {
      'deliveries.list': () => ({ deliveries: deliveries.map((id) => aDelivery(id)), hasMore: false }),
      'deliveries.get': ({ id }) => {
        if (!deliveries.includes(id)) throw new AppError('not-found', 'This delivery was deleted.')
        return aWholeDelivery(id)
      },
      'deliveries.hide': () => null,
    },
    '#/inspector?delivery=2',
  )
  await eventually(() => control('tab', /^Payload/))
  const list = control('listbox', /./)
  list.focus()
  const pressed = (key: string) =>
    list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  deliveries = [3, 1]
  await app.tell({ name: 'deliveries.removed', data: {} })
  await shows('This delivery was deleted.')
  await eventually(() => expect(rows()).toBe(2))
  pressed('Delete')
  expect(document.body.textContent).not.toContain('does not match the filter')
  const before = list.getAttribute('aria-activedescendant')
  pressed('k')
  await eventually(() => expect(list.getAttribute('aria-activedescendant')).not.toBe(before))
  pressed('Delete')
  await eventually(() => expect(app.inputsOf('deliveries.hide')).toEqual([{ id: 3 }]))
})

const isDisabled = (name: string) => (control('button', name) as HTMLButtonElement).disabled

const rows = () => document.querySelectorAll('[role=option]').length
