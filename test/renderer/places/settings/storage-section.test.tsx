// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StorageStatus } from '#shared/deliveries/storage-contract.ts'
import { AppError } from '#shared/errors.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { eventually } from '../../../support/eventually.ts'
import {
  control,
  openApp,
  press,
  pressKey,
  shows,
  storageSample,
  type,
} from '../../../support/renderer/open-app.tsx'
import { aTextStatus } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let settings: Settings
let status: StorageStatus

beforeEach(() => {
  settings = {
    theme: 'light',
    density: 'compact',
    listenerPort: 0,
    toleranceSeconds: 300,
    keepReceiving: false,
    keepDays: 0,
    keepMegabytes: 0,
  }
  status = storageSample
})
afterEach(() => app.close())

async function open(hash = '#/settings/storage', set?: () => never) {
  app = await openApp(hash, {
    'settings.get': () => settings,
    'settings.set': set ?? ((changes) => (settings = { ...settings, ...(changes as Partial<Settings>) })),
    'deliveries.storage': () => status,
    'deliveries.clean-up': () => ({
      ...status,
      last: { at: '2026-11-21T09:00:00Z', removed: 7, problem: null },
    }),
    'deliveries.stop-clean-up': () => null,
  })
}

test('shows how much storage is used and the age of the oldest delivery', async () => {
  status = { ...status, deliveries: 1234, starred: 3, spareBytes: 300 * 1024 * 1024 }
  await open()
  await shows('1,234 deliveries, 3 starred, oldest from')
  await shows('4 MB used.')
  await shows('300 MB of it is free for new deliveries')
  await shows('Limits apply to all workspaces')
  expect(document.body.textContent).not.toMatch(/Clean up now|more than 1 GB/)
})

test('shows the size of the note text and leads to its settings', async () => {
  await open()
  await shows('Note text of this workspace: not kept.')
  await app.close()
  app = await openApp('#/settings/storage', {
    'deliveries.storage': () => status,
    'settings.get': () => settings,
    'notes.text-status': () => aTextStatus({ bytes: 12_000_000 }),
  })
  await shows('Note text of this workspace: 12 MB.')
  await press('link', 'Note text settings')
  await eventually(() => expect(location.hash).toBe('#/settings/workspace'))
})

test('deletes deliveries over the limit when the user starts a clean-up', async () => {
  settings = { ...settings, keepDays: 30 }
  status = {
    ...status,
    due: 400,
    last: { at: '2026-11-21T09:00:00Z', removed: 12, problem: 'Stopped by a disk error.' },
    nextAt: '2026-11-21T10:00:00Z',
  }
  await open()
  await shows('About 400 deliveries are over the limit.')
  await shows(/Last clean-up .*: 12 deleted. Stopped by a disk error. Next clean-up/)
  await press('button', 'Clean up now')
  await shows(/7 deleted/)
  await app.tell({ name: 'deliveries.storage-changed', data: { ...status, running: { removed: 200 } } })
  await shows('200 deleted…')
  await press('button', /^Stop$/)
  await eventually(() => expect(app.inputsOf('deliveries.stop-clean-up')).toHaveLength(1))
})

test('explains only once why no delivery is deleted by age', async () => {
  const ageWaits = 'Nothing is deleted by age until a connected service confirms the time.'
  settings = { ...settings, keepDays: 30 }
  status = { ...status, ageWaits, last: { at: '2026-11-21T09:00:00Z', removed: 0, problem: ageWaits } }
  await open()
  await shows(ageWaits)
  await shows(/0 deleted/)
  expect(document.body.textContent?.split(ageWaits)).toHaveLength(2)
})

test('asks the user before a limit deletes nearly all deliveries', async () => {
  settings = { ...settings, keepDays: 1 }
  status = { ...status, deliveries: 74, due: 74, held: { by: 'age', going: 74, total: 74 } }
  await open()
  await shows('This age limit would delete about 74 of 74 deliveries.')
  await press('button', 'Delete deliveries…')
  await shows('Delete about 74 deliveries?')
  await press('button', 'Cancel')
  expect(app.inputsOf('deliveries.clean-up')).toEqual([])
  await press('button', 'Delete deliveries…')
  await press('button', 'Delete 74 deliveries')
  await eventually(() => expect(app.inputsOf('deliveries.clean-up')).toEqual([{ nearlyAll: true }]))
})

test('a double click on “Clean up now” starts only one clean-up', async () => {
  settings = { ...settings, keepDays: 30 }
  await open()
  await shows('Clean up now')
  await press('button', 'Clean up now')
  await shows(/7 deleted/)
  await press('button', 'Clean up now')
  expect(app.inputsOf('deliveries.clean-up')).toHaveLength(1)
})

const age = 'Keep deliveries for'
const size = 'Size limit'
const numberIn = (name: string) => (control('textbox', name) as HTMLInputElement).value
const enter = async (name: string, text: string) => {
  await type(name, text)
  await pressKey('textbox', name, 'Enter')
}

test('applies a storage limit only after the user has entered a number', async () => {
  await open()
  await eventually(() => control('switch', `${age}: No limit`))
  expect(control('textbox', age)).toMatchObject({ disabled: true, value: '' })
  await press('switch', `${age}: No limit`)
  await shows('Nothing is deleted until you enter a number.')
  await eventually(() => expect(document.activeElement).toBe(control('textbox', age)))
  expect(app.inputsOf('settings.set'), 'a switch alone deletes nothing').toEqual([])
  await enter(age, '30')
  expect(app.inputsOf('settings.set')).toEqual([{ keepDays: 30 }])
  // Takes effect immediately, as when a mouse press moves the focus out of the field.
  await press('switch', `${age}: No limit`)
  await eventually(() => expect(app.inputsOf('settings.set').at(-1)).toEqual({ keepDays: 0 }))
  await eventually(() => expect(control('textbox', age)).toMatchObject({ disabled: true, value: '' }))
  await press('switch', `${age}: No limit`)
  await eventually(() => expect(app.inputsOf('settings.set').at(-1)).toEqual({ keepDays: 30 }))
  await eventually(() => expect(numberIn(age)).toBe('30'))
})

test('turning a storage limit on and off without a number saves nothing', async () => {
  await open()
  await eventually(() => control('switch', `${size}: No limit`))
  await press('switch', `${size}: No limit`)
  await eventually(() => expect(control('textbox', size)).toMatchObject({ disabled: false }))
  await press('switch', `${size}: No limit`)
  await eventually(() => expect(control('textbox', size)).toMatchObject({ disabled: true }))
  expect(app.inputsOf('settings.set')).toEqual([])
})

test('does not save a storage limit that is too low', async () => {
  await open()
  await eventually(() => control('switch', `${size}: No limit`))
  await press('switch', `${size}: No limit`)
  await enter(size, '50')
  await shows('A whole number from 100 to 1,000,000.')
  expect(numberIn(size)).toBe('50')
  expect(app.inputsOf('settings.set')).toEqual([])
  await enter(size, '500')
  await eventually(() => expect(app.inputsOf('settings.set')).toEqual([{ keepMegabytes: 500 }]))
  expect(document.body.textContent).not.toContain('A whole number from')
})

test('shows why a storage limit could not be saved', async () => {
  await open('#/settings/storage', () => {
    throw new AppError('storage', 'The disk is full. Free some space and try again.')
  })
  await eventually(() => control('switch', `${age}: No limit`))
  await press('switch', `${age}: No limit`)
  await enter(age, '30')
  await eventually(() => {
    const hints = (control('textbox', age).getAttribute('aria-describedby') ?? '').split(' ')
    expect(hints.map((id) => document.getElementById(id)?.textContent)).toContain(
      'The disk is full. Free some space and try again.',
    )
  })
  expect(numberIn(age)).toBe('30')
})

test('every page suggests a storage limit if much storage is used', async () => {
  status = { ...status, usedBytes: 2.5 * 1024 ** 3 }
  await open('#/inspector')
  await shows('Deliveries use more than 1 GB')
  await press('button', 'Set a limit')
  await shows('Deliveries use 2.5 GB.')
  expect(location.hash).toBe('#/settings/storage')
  await app.tell({ name: 'settings.changed', data: { ...settings, keepDays: 90 } })
  await eventually(() => expect(document.body.textContent).not.toContain('more than 1 GB'))
})
