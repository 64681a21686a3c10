// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { ResponseRule, type SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import { AppError } from '#shared/errors.ts'
import { events as eventsCopy } from '../../../../../renderer/nouns/deliveries/copy.ts'
import { dialog } from '../../../../../renderer/nouns/deliveries/simulate/copy.ts'
import { page } from '../../../../../renderer/places/inspector/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { control, openApp, press, pressKey, shows, type } from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

const elsewhere = 'whe_Elsewhere00001'
const plain = { delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 }

async function open(
  place: string,
  rules: Readonly<Record<string, ResponseRule>> = {},
  endpoints = [anEndpoint({ receivedHere: true })],
  deliveries: DeliverySummary[] = [],
) {
  let simulated: SimulatedResponse[] = Object.entries(rules).map(([endpointId, rule]) => {
    const workspaceId = endpointId === elsewhere ? 'b' : 'sandbox'
    return { endpointId, workspaceId, rule, since: '2026-11-21T09:00:00.000Z' }
  })
  app = await openApp(place, {
    'deliveries.list': () => ({ deliveries, hasMore: false }),
    'endpoints.list': () => [...endpoints],
    'listener.simulated-responses': () => simulated,
    'listener.set-simulated-response'({ endpointId, rule }) {
      if (!ResponseRule.nullable().safeParse(rule).success)
        throw new AppError('invalid-input', 'Some fields need another look.')
      const others = simulated.filter((one) => one.endpointId !== endpointId)
      const added = { endpointId, workspaceId: 'sandbox', since: '2026-11-21T09:00:00.000Z' }
      simulated = rule === null ? others : [...others, { ...added, rule }]
      return simulated
    },
  })
}

test('applies the selected simulated response and explains the service’s reaction', async () => {
  await open('#/inspector?answers=true')
  await shows('429 Too many requestsRetried for up to 4 days')
  await shows('302 RedirectNot followed. Fails without a retry.')
  await shows('Timeout (200 after 20 s)Too late: the service waits 15 s. Retried for up to 4 days.')
  await press('radio', /^429/)
  await shows('The service disables the endpoint after 4 days without a success.')
  await press('button', dialog.apply)
  await eventually(() =>
    expect(app.inputsOf('listener.set-simulated-response')).toEqual([
      { endpointId: anEndpoint().id, rule: { status: 429, ...plain } },
    ]),
  )
  await shows('Simulating 429')
})

test('preselects the endpoint of the open delivery or the filter for a simulated response', async () => {
  const [first, second, third] = ['A', 'B', 'C'].map((name) =>
    anEndpoint({ id: `whe_Aaaaaaaaaaaa${name}1`, label: `Endpoint ${name}`, receivedHere: true }),
  )
  if (!first || !second || !third) throw new Error('Three were made.')
  const place = `#/inspector?q=endpoint:${second.id}&answers=true`
  const chosen = () => document.querySelector('[role=dialog] button[aria-haspopup=listbox]')?.textContent
  await open(place, {}, [first, second, third])
  await eventually(() => expect(chosen()).toContain('Endpoint B'))
  await app.close()
  await open(
    place.replace('&answers=true', '&delivery=2'),
    {},
    [first, second, third],
    [aDelivery(2, { endpointId: third.id })],
  )
  await eventually(() => expect(document.querySelector('[role=option]')).not.toBeNull())
  await press('button', page.simulate)
  await eventually(() => expect(chosen()).toContain('Endpoint C'))
})

test('selects no other endpoint if the selected one is deleted by another client', async () => {
  const [first, second] = ['A', 'B'].map((name) =>
    anEndpoint({ id: `whe_Aaaaaaaaaaaa${name}1`, label: `Endpoint ${name}`, receivedHere: true }),
  )
  if (!first || !second) throw new Error('Two were made.')
  const endpoints = [first, second]
  await open(`#/inspector?q=endpoint:${second.id}&answers=true`, {}, endpoints)
  await eventually(() => control('radio', /^500/))
  await press('radio', /^500/)
  endpoints.pop()
  await app.tell({ name: 'endpoints.changed', data: {} } as never)
  await shows(dialog.gone('Endpoint B'))
  expect(control('button', dialog.apply)).toHaveProperty('disabled', true)
  expect(control('radio', /^500/)).toHaveProperty('checked', true)
  await pressKey('radio', /^500/, 'Enter')
  expect(app.inputsOf('listener.set-simulated-response')).toEqual([])
})

test('keeps an edited simulated response while another endpoint is selected', async () => {
  const [first, second, third] = ['A', 'B', 'C'].map((name) =>
    anEndpoint({ id: `whe_Aaaaaaaaaaaa${name}1`, label: `Endpoint ${name}`, receivedHere: true }),
  )
  await open(
    '#/inspector?answers=true',
    { [third?.id ?? '']: ResponseRule.parse({ status: 429, ...plain }) },
    [first, second, third].filter((one) => one !== undefined),
  )
  await shows('500 Server error')
  await press('radio', /^500/)
  const look = async (name: string) => {
    await press('button', /Endpoint [ABC]/)
    await press('option', new RegExp(`^${name}`))
    await shows(new RegExp(name))
  }
  await look('Endpoint B')
  expect(control('radio', /^500/)).toHaveProperty('checked', true)
  await look('Endpoint C')
  expect(control('radio', /^429/)).toHaveProperty('checked', true)
})

test('reports an invalid number in its field without changing it', async () => {
  await open('#/inspector?answers=true')
  await shows('Custom response')
  await press('radio', /^Custom response/)
  await eventually(() => control('textbox', 'Status'))
  await type('Status', '418.7')
  await pressKey('textbox', 'Status', 'Enter')
  await shows('A whole number from 200 to 599.')
  expect((control('textbox', 'Status') as HTMLInputElement).value).toBe('418.7')
  await press('button', dialog.apply)
  await shows('Some fields need another look.')
  expect(app.inputsOf('listener.set-simulated-response')).toEqual([
    { endpointId: anEndpoint().id, rule: { status: 418.7, ...plain } },
  ])
  await type('Status', '99')
  await pressKey('textbox', 'Status', 'Enter')
  expect((control('textbox', 'Status') as HTMLInputElement).value).toBe('99')
  await shows('A whole number from 200 to 599.')
})

test('every page shows the workspace’s simulated responses and can stop them', async () => {
  const gone = 'whe_Gone0000000001'
  await open('#/settings', {
    [anEndpoint().id]: { ...plain, status: 500, firstAttempts: 2 },
    [gone]: { ...plain, status: 410 },
    [elsewhere]: { ...plain, status: 200, delayMs: 20_000 },
  })
  await shows('Simulating responses on 2 endpoints')
  await shows('500, first 2 attempts')
  await shows(`${gone} 410`)
  expect(document.body.textContent).not.toMatch(/another workspace|whe_Elsewhere|20 s/)
  await press('button', 'Stop simulating')
  await eventually(() => expect(document.body.textContent).not.toContain('Simulating'))
  const reset = app.inputsOf('listener.set-simulated-response')
  expect(reset).toEqual([anEndpoint().id, gone].map((endpointId) => ({ endpointId, rule: null })))
})

test('simulates responses to all events or only to selected event types', async () => {
  await open('#/inspector?answers=true')
  await eventually(() => control('radio', /^500/))
  await press('radio', /^500/)
  expect((control('radio', eventsCopy.all) as HTMLInputElement).checked).toBe(true)
  await press('radio', eventsCopy.only)
  await shows(eventsCopy.needsOne)
  expect(control('button', dialog.apply).hasAttribute('disabled'), 'none is not all').toBe(true)
  await press('checkbox', /^note\.edited/)
  await press('radio', eventsCopy.all)
  await press('radio', eventsCopy.only)
  expect((control('checkbox', /^note\.edited/) as HTMLInputElement).checked, 'stays chosen').toBe(true)
  await press('button', dialog.apply)
  await eventually(() =>
    expect(app.inputsOf('listener.set-simulated-response')).toEqual([
      { endpointId: anEndpoint().id, rule: { ...plain, status: 500, eventTypes: ['note.edited'] } },
    ]),
  )
})
