// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { ApiDifference } from '#shared/workspaces/api-difference.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const mood: ApiDifference = {
  id: 1,
  kind: 'unknown-field',
  where: 'note.mood',
  samples: ['string', 'null'],
  times: 1204,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-02T00:00:00.000Z',
  section: '2, Note (list item)',
  expected: 'No other fields.',
  handled: 'Shown with the note.',
}

async function open(answers: Answers) {
  app = await openApp('#/settings/workspace', answers)
}

function copied(): string[] {
  const texts: string[] = []
  const writeText = async (text: string) => void texts.push(text)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  return texts
}

test('lists the service’s differences from the specification and copies a report', async () => {
  await open({ 'workspaces.api-differences': () => [mood] })
  await shows(/Unknown fieldstring, nullnote\.mood1,204/)
  const texts = copied()
  await press('button', 'Copy report')
  await eventually(() => expect(texts).toHaveLength(1))
  expect(texts[0]).toBe(
    `API differences recorded by Notehook 0.0.0

Unknown field: note.mood
  Found: string, null
  Count: 1204, first seen 2026-01-01T00:00:00.000Z, last seen 2026-01-02T00:00:00.000Z
  Expected (specification, section 2, Note (list item)): No other fields.
  Handled: Shown with the note.`,
  )
})

test('shows the last 20 differences from the specification', async () => {
  const many = Array.from({ length: 25 }, (_, n) => ({ ...mood, id: n, where: `note.f${n}.` }))
  await open({ 'workspaces.api-differences': () => many })
  await shows('5 more in the report.')
  expect(document.body.textContent).not.toContain('note.f20.')
  const texts = copied()
  await press('button', 'Copy report')
  await eventually(() => expect(texts[0]).toContain('note.f24.'))
})

test('clears the differences from the specification after a confirmation', async () => {
  let list = [mood]
  await open({
    'workspaces.api-differences': () => list,
    'workspaces.clear-api-differences': () => {
      list = []
      return null
    },
  })
  await shows('note.mood')
  await press('button', 'Clear…')
  expect(app.inputsOf('workspaces.clear-api-differences')).toEqual([])
  await press('button', /^Clear$/)
  await app.tell({ name: 'workspaces.api-differences-changed', data: {} })
  await shows('No differences found.')
  list = [{ ...mood, where: 'folder.color' }]
  await app.tell({ name: 'workspaces.api-differences-changed', data: {} })
  await shows('folder.color')
})

test('shows why the differences from the specification could not be loaded', async () => {
  let fails = true
  await open({
    'workspaces.api-differences': () => {
      if (fails) throw new AppError('internal', 'The database is busy.')
      return [mood]
    },
  })
  await shows('The database is busy.')
  fails = false
  await press('button', 'Try again')
  await shows('note.mood')
})

test('hides the differences from the specification while no workspace is open', async () => {
  await open({ 'workspaces.status': () => ({ state: 'welcome', keychain: 'ready' }) })
  await shows('Density')
  expect(document.body.textContent).not.toContain('API differences')
  expect(() => control('button', 'Copy report')).toThrow()
})
