// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { AppError } from '#shared/errors.ts'
import { edit as editCopy } from '../../../../../renderer/places/endpoints/form/copy.ts'
import {
  card,
  cutOffText,
  replacementTitle,
  rotate,
  steps,
} from '../../../../../renderer/places/endpoints/replacement/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { aMissed, aMissedStatus } from '../../../../support/renderer/missed-samples.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

let list: Endpoint[]
let replacements: Replacement[]
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  list = [anEndpoint()]
  replacements = []
})
afterEach(() => app.close())

const aReplacement = (parts: Partial<Replacement> = {}): Replacement => ({
  id: 1,
  why: 'rotate',
  step: 'waiting',
  oldId: 'whe_Aaaaaaaaaaaaa1',
  oldUrl: 'https://hooks.example.com/hooks/abc',
  newId: 'whe_New00000000001',
  newUrl: 'https://hooks.example.com/hooks/replacement',
  provable: true,
  startedAt: '2026-01-01T00:00:00Z',
  provenAt: null,
  endedAt: null,
  cutsOff: {
    seen: true,
    events: 2,
    refused: 3,
    downtime: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:05:00Z' },
  },
  problem: null,
  ...parts,
})

test('marks an endpoint that is being replaced in the list', async () => {
  list = [anEndpoint({ label: 'Mail' }), anEndpoint({ id: 'whe_New00000000001', label: 'Mail' })]
  replacements = [aReplacement()]
  await open('#/endpoints')
  const rows = () =>
    [...document.querySelectorAll('[role="option"]')].map((row) => row.getAttribute('aria-label'))
  await eventually(() =>
    expect(rows().map((label) => label?.includes('Being replaced'))).toEqual([true, false]),
  )
  replacements = [aReplacement({ step: 'rolling-back' })]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await eventually(() => expect(document.body.textContent).not.toContain('Being replaced'))
})

test('asks the user to confirm before a rotation deletes the old endpoint', async () => {
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&tab=secret')
  await eventually(() => control('button', 'Rotate…'))
  await press('button', 'Rotate…')
  await press('button', rotate.confirm)
  await shows('Rotating the secret')
  await eventually(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Rotating the secret'),
  )
  await shows('This is the old endpoint.')
  expect(app.inputsOf('endpoints.replace')).toEqual([
    { id: 'whe_Aaaaaaaaaaaaa1', why: 'rotate', changes: {} },
  ])
  expect(() => control('button', /^Delete old endpoint…/), 'not verified yet').toThrow()

  expect(() => control('button', 'Rotate…'), 'one at a time').toThrow()

  const proven = aReplacement({ step: 'proven', provenAt: '2026-01-01T00:05:00Z' })
  await app.tell({ name: 'endpoints.replacing', data: proven })
  await eventually(() => control('button', /^Delete old endpoint…/))
  await press('button', /^Delete old endpoint…/)
  await shows(cutOffText(aReplacement().cutsOff, false))
  list = [anEndpoint({ id: 'whe_New00000000001', url: 'https://hooks.example.com/hooks/replacement' })]
  await press('button', /^Delete old endpoint$/)
  await shows('Secret rotated')
  expect(app.inputsOf('endpoints.continue-replacement')).toEqual([{ id: 1 }])
  await eventually(() => expect(location.hash).toContain('endpoint=whe_New00000000001'))
  expect(document.body.textContent).not.toContain('Endpoint not found')
  expect(document.body.textContent?.split('Secret rotated')).toHaveLength(2)
  expect(control('button', 'Rotate…')).toBeTruthy()
})

test('shows a running replacement above the list of endpoints', async () => {
  list = [anEndpoint(), anEndpoint({ id: 'whe_Other000000001', url: 'https://other.example.com/in' })]
  replacements = [aReplacement()]
  await open('#/endpoints?endpoint=whe_Other000000001')
  await shows('Rotating the secret: hooks.example.com')
  await press('button', /^Show$/)
  await eventually(() => control('button', 'Roll back…'))
  expect(document.body.textContent).not.toContain('Rotating the secret: hooks.example.com')

  list = list.slice(1)
  const nothing = { seen: true, events: 0, refused: 0, downtime: null }
  await app.tell({ name: 'endpoints.replacing', data: aReplacement({ step: 'done', cutsOff: nothing }) })
  await app.tell({ name: 'endpoints.changed', data: {} })
  await shows('Endpoint not found')
  expect(document.body.textContent).not.toContain('Secret rotated')
})

test('warns that retries are lost if an endpoint with an unreachable URL is replaced', async () => {
  const cutsOff = { ...aReplacement().cutsOff, seen: false, events: 0 }
  replacements = [aReplacement({ step: 'proven', cutsOff })]
  list = [anEndpoint(), anEndpoint({ id: 'whe_New00000000001' })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1', {
    'missed.status': () => aMissedStatus([aMissed({ endpointId: aReplacement().newId ?? '' })]),
  })
  await shows(steps.proven.open)
  await press('button', 'Delete old endpoint…')
  await shows(cutOffText(cutsOff, false))
  await press('button', 'Cancel')

  await app.tell({ name: 'endpoints.replacing', data: aReplacement({ step: 'done', cutsOff }) })
  await shows(cutOffText(cutsOff, true))
  await eventually(() => control('link', 'Catch up…'))
})

test('the user can roll back a replacement until the old endpoint is deleted', async () => {
  replacements = [aReplacement()]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await eventually(() => control('button', 'Roll back…'))
  await press('button', 'Roll back…')
  await shows('The new endpoint and its signing secret are deleted. The old endpoint stays as it is.')
  expect(app.inputsOf('endpoints.roll-back-replacement')).toEqual([])
  await press('button', 'Delete new endpoint')
  const rolledBack = replacementTitle(aReplacement({ step: 'rolled-back' }))
  await shows(rolledBack)
  await press('button', card.dismiss)
  await eventually(() => expect(document.body.textContent).not.toContain(rolledBack))
  expect(app.inputsOf('endpoints.dismiss-replacement')).toEqual([{ id: 1 }])
})

test('links to the notes whose retries ended when the old endpoint was deleted', async () => {
  replacements = [aReplacement({ step: 'done', endedAt: '2026-01-01T00:06:00Z' })]
  list = [anEndpoint({ id: 'whe_New00000000001' })]
  await open('#/endpoints?endpoint=whe_New00000000001', {
    'missed.status': () => aMissedStatus([aMissed({ endpointId: 'whe_New00000000001' })]),
  })
  await shows(cutOffText(aReplacement().cutsOff, true))
  await shows(/Missed events for 3 notes.*since.*Catch up…/)
})

test('suggests replacing an endpoint if the service does not support updates', async () => {
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit', {
    'endpoints.update': () => {
      throw new AppError('update-unsupported', 'The service offers no update.')
    },
  })
  await eventually(() => control('checkbox', /^personal/))
  await press('checkbox', /^personal/)
  await type('Name', 'Ticket sync')
  await press('button', 'Save changes')
  await eventually(() => control('button', editCopy.replace))
  expect(app.inputsOf('endpoints.set-label'), 'all of it is saved, or nothing').toEqual([])
  await press('button', editCopy.replace)
  await eventually(() => expect(document.body.textContent).not.toContain('Edit endpoint'))
  expect(app.inputsOf('endpoints.replace')).toEqual([
    { id: 'whe_Aaaaaaaaaaaaa1', why: 'change', changes: { scopes: ['public'] } },
  ])
  expect(app.inputsOf('endpoints.set-label')).toEqual([{ id: 'whe_Aaaaaaaaaaaaa1', label: 'Ticket sync' }])
})

test('suggests replacing an endpoint if the service ignored the change of a field', async () => {
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1&form=edit', {
    'endpoints.update': () => {
      const fields = { scopes: 'Still personal.' }
      throw new AppError('change-ignored', 'The service said yes and did not change everything.', { fields })
    },
    'endpoints.replace': () => {
      throw new AppError('invalid-input', 'Enter it whole.', { fields: { receiver: 'Enter it whole.' } })
    },
  })
  await eventually(() => control('checkbox', /^personal/))
  await press('checkbox', /^personal/)
  await press('button', 'Save changes')
  await shows('Still personal.')
  await press('button', editCopy.replace)
  await shows('Enter it whole.')
})

test('explains how to enable an endpoint that the service disabled only once', async () => {
  const now = new Date().toISOString()
  const disabledState = { by: 'service' as const, lastEnabledAt: now, noticedAt: now }
  list = [anEndpoint({ enabled: false, disabledState })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await shows('Disabled by service')
  await shows('Fix the cause, then enable it.')
  await app.tell({
    name: 'endpoints.disabled',
    data: {
      workspace: { id: 'sandbox', label: '' },
      endpoints: [
        { id: 'whe_Aaaaaaaaaaaaa1', url: 'https://hooks.example.com/hooks/abc', label: null, by: 'service' },
      ],
    },
  })
  await shows(/hooks\.example\.com.* was disabled after failing for 4 days/)
  await press('button', 'Dismiss')
  await eventually(() => expect(document.body.textContent).not.toContain('was disabled after 4 days'))
})

test('links an endpoint to missed notes only if there are any', async () => {
  list = [
    anEndpoint(),
    anEndpoint({ id: 'whe_Gap00000000001', downtime: { from: '2026-01-01T00:00:00Z', to: null } }),
  ]
  const upToDate = { behind: 0, since: null, gaps: [] }
  await open('#/endpoints?endpoint=whe_Gap00000000001', {
    'missed.status': () => aMissedStatus([aMissed(upToDate), aMissed({ endpointId: 'whe_Gap00000000001' })]),
  })
  await eventually(() => control('link', 'Catch up…'))
  expect(control('link', 'Catch up…').getAttribute('href')).toContain(
    'endpoint=whe_Gap00000000001&form=catch-up',
  )
  await press('option', /hooks/)
  await eventually(() => expect(location.hash).toContain('whe_Aaaaaaaaaaaaa1'))
  await shows('Last deliveries')
  expect(() => control('link', /Catch up|Show notes/)).toThrow()
})

test('shows when the service is going to disable a failing endpoint', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const fourDays = {
    lastSuccessAt: at(-72),
    failingSince: at(-70),
    failures: 12,
    mismatches: null,
    disablesAt: at(24),
  }
  list = [anEndpoint({ fourDays })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await shows(/12 requests failed or never arrived since.*The service disables this endpoint around/)
  expect(control('progressbar', 'Time until disabled').getAttribute('aria-valuenow')).toBe('75')
})

test('does not count requests with invalid signatures as failures of an endpoint', async () => {
  const fourDays = {
    ...{ lastSuccessAt: null, failingSince: null, failures: 0, disablesAt: null },
    mismatches: { requests: 3, since: new Date().toISOString() },
  }
  list = [anEndpoint({ fourDays })]
  await open('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
  await shows(/Success rate–.*Not verified/)
  expect(document.body.textContent).not.toMatch(/Deliveries are failing/)
})

async function open(hash: string, answers: Answers = {}): Promise<void> {
  const set = (changed: Replacement) => {
    replacements = [changed]
    return changed
  }
  app = await openApp(hash, {
    'endpoints.list': () => list,
    'endpoints.replacements': () => replacements,
    'endpoints.replace': ({ why }) => set(aReplacement({ why })),
    'endpoints.continue-replacement': () =>
      set(aReplacement({ step: 'done', provenAt: '2026-01-01T00:05:00Z' })),
    'endpoints.roll-back-replacement': () => set(aReplacement({ step: 'rolled-back' })),
    'endpoints.dismiss-replacement': () => {
      replacements = []
      return null
    },
    ...answers,
  })
  await shows('Endpoints')
}
