// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Scenario, ScenarioRun, StoredScenario } from '#shared/receivers/scenario.ts'
import { fields } from '../../../../renderer/features/receivers/compose/copy.ts'
import {
  scenarios as copy,
  importing,
  saving,
  supplied,
} from '../../../../renderer/features/receivers/scenarios/copy.ts'
import { scenarioFile } from '../../../../renderer/features/receivers/scenarios/scenario-file.ts'
import { suppliedScenarios } from '../../../../renderer/features/receivers/scenarios/supplied.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Answers, choose, control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { aReceiver } from '../../../support/renderer/receiver-samples.ts'
import { anEndpoint } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let own: StoredScenario[]
let runs: ScenarioRun[]

const [life] = suppliedScenarios as [Scenario]
const mine = (parts: Partial<StoredScenario> = {}): StoredScenario => ({
  id: 1,
  name: 'Mine',
  steps: life.steps.slice(0, 2),
  ...parts,
})

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  own = []
  runs = []
})
afterEach(() => app.close())

const open = async (answers: Answers = {}, hash = '#/receivers?form=scenarios') => {
  app = await openApp(
    hash,
    {
      'receivers.list': () => [aReceiver()],
      'endpoints.list': () => [anEndpoint()],
      'receivers.scenarios': () => own,
      'receivers.scenario-runs': () => runs,
      'receivers.save-scenario': ({ id, ...scenario }) => {
        own = [...own.filter((one) => one.id !== id), { id: id ?? 7, ...scenario } as StoredScenario]
        return own
      },
      'receivers.remove-scenario': ({ id }) => {
        own = own.filter((one) => one.id !== id)
        return null
      },
      'receivers.run-scenario': () => ({ jobId: 'job_1' }),
      'jobs.cancel': () => null,
      ...answers,
    },
    1200,
  )
  await eventually(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
}
const aRun = (parts: Partial<ScenarioRun> = {}): ScenarioRun => ({
  jobId: 'job_1',
  receiverId: aReceiver().id,
  scenario: life,
  startedAt: '2026-01-01T00:00:00Z',
  isRunning: true,
  steps: life.steps.map((_, at) =>
    at === 0
      ? { state: 'done', sends: [{ id: 1, status: 200, problem: null, totalMs: 12 }], failure: null }
      : { state: at === 1 ? 'running' : 'waiting', sends: [], failure: null },
  ),
  ...parts,
})
const typeInto = (name: string, text: string) => {
  const input = control('textbox', new RegExp(`^${name}`)) as HTMLInputElement
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const footerButton = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role="dialog"] footer button')].findLast(
    (button) => button.textContent === name,
  )
  if (!found) throw new Error(`There is no button ${name}.`)
  return found
}
const jobsChanged = () => app.tell({ name: 'jobs.changed', data: [] } as never)

test('a scenario says what a correct receiver does, runs, and shows each step while it runs', async () => {
  await open({
    'receivers.run-scenario': () => {
      runs = [aRun()]
      return { jobId: 'job_1' }
    },
  })
  await eventually(() => footerButton(copy.run))
  await shows(supplied.about.get(supplied.life) ?? '')
  footerButton(copy.run).click()
  await shows(copy.progress(1, 4))
  expect(app.inputsOf('receivers.run-scenario')).toEqual([
    {
      id: aReceiver().id,
      scenario: life,
      signedBy: { kind: 'endpoint', endpointId: anEndpoint().id },
    },
  ])
  await shows(/200 12 ms, as a correct receiver/)
  await shows(copy.states.running)
  await shows(copy.states.waiting)
  runs = [
    aRun({
      isRunning: false,
      steps: aRun().steps.map((_, at) => ({
        state: 'done',
        sends: [{ id: at, status: at === 3 ? 500 : 200, problem: null, totalMs: 9 }],
        failure: null,
      })),
    }),
  ]
  await jobsChanged()
  await shows(copy.ended(3, 4))
  await shows(copy.judged.wrong)
  footerButton(copy.run)
})

test('a run can be stopped, also by a sheet that was opened later', async () => {
  runs = [aRun()]
  await open()
  await eventually(() => footerButton(copy.stop))
  footerButton(copy.stop).click()
  await eventually(() => expect(app.inputsOf('jobs.cancel')).toEqual([{ id: 'job_1' }]))
})

test('a run that the end of Notehook interrupted says how far it came', async () => {
  const sends = [{ id: 1, status: 200, problem: null, totalMs: 9 }]
  const steps = aRun().steps.map((step, at) => ({ ...step, sends: at < 2 ? sends : [] }))
  runs = [aRun({ isRunning: false, isInterrupted: true, steps })]
  await open()
  await shows(copy.interrupted)
  await shows(copy.interruptedText(2, 4))
  footerButton(copy.run)
})

test('a refusal is in place', async () => {
  await open({
    'receivers.run-scenario': () => {
      throw new AppError('secret-missing', 'The signing secret of this endpoint isn’t on this computer.')
    },
  })
  await eventually(() => footerButton(copy.run))
  footerButton(copy.run).click()
  await shows('isn’t on this computer')
})

test('a supplied scenario is duplicated to change it; the copy is renamed, loses a step and is deleted with undo', async () => {
  await open()
  await eventually(() => control('button', copy.more))
  await choose(copy.more, copy.duplicate)
  const copied = copy.copyName(supplied.life)
  await eventually(() => expect(own).toMatchObject([{ id: 7, name: copied }]))
  await shows(copy.ownText)
  await press('button', copy.removeStep('Edited again'))
  await eventually(() => expect(own[0]?.steps).toHaveLength(3))
  await choose(copy.more, copy.rename)
  await eventually(() => control('textbox', 'Name'))
  typeInto('Name', 'Renamed')
  await eventually(() => footerButton(copy.renameTitle).click())
  await eventually(() => expect(own).toMatchObject([{ id: 7, name: 'Renamed' }]))
  await eventually(() => expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1))
  await choose(copy.more, new RegExp(`^${copy.delete}$`))
  await eventually(() => expect(own).toEqual([]))
  await shows(copy.deleted)
  await press('button', /^Undo/)
  await eventually(() => expect(own).toMatchObject([{ name: 'Renamed' }]))
})

test('a scenario is imported from pasted text, and what is wrong is said', async () => {
  await open()
  await eventually(() => control('button', copy.more))
  await choose(copy.more, copy.import)
  await eventually(() => control('textbox', importing.text))
  typeInto(importing.text, '{"item":[]}')
  footerButton(importing.import).click()
  await shows(importing.foreign)
  expect(own).toEqual([])
  typeInto(importing.text, scenarioFile(mine({ name: 'From elsewhere' })))
  footerButton(importing.import).click()
  await eventually(() => expect(own).toMatchObject([{ name: 'From elsewhere' }]))
  await shows('From elsewhere')
})

test('what is composed is saved as a step, with a new event in each run', async () => {
  own = [mine()]
  await open({}, '#/receivers?form=compose&note=not_Scenario000001')
  await eventually(() => control('textbox', fields.body))
  typeInto(fields.body, '{ "event_id": "evt_1", "note_id": "n", "occurred_at": "2026-01-01T00:00:00Z" }')
  await eventually(() => expect((control('textbox', fields.id) as HTMLInputElement).value).toBe('evt_1'))
  await press('button', saving.action)
  await eventually(() => control('textbox', saving.name))
  typeInto(saving.name, 'Second')
  typeInto(saving.step, 'Made here')
  await eventually(() => expect(footerButton(saving.save).hasAttribute('disabled')).toBe(false))
  footerButton(saving.save).click()
  await eventually(() =>
    expect(own[1]).toMatchObject({
      name: 'Second',
      steps: [
        {
          name: 'Made here',
          body: '{ "event_id": "{{event:1}}", "note_id": "n", "occurred_at": "{{now}}" }',
          headers: [['Content-Type', 'application/json']],
        },
      ],
    }),
  )
})

test('a scenario is exported as a file that can be imported', async () => {
  await open({ 'exports.start-text': () => ({ jobId: 'job_text' }) })
  await eventually(() => control('button', copy.more))
  await choose(copy.more, copy.export)
  await eventually(() =>
    expect(app.inputsOf('exports.start-text')).toEqual([
      { title: life.name, extension: 'json', text: scenarioFile(life) },
    ]),
  )
})

test('steps of the own scenario are moved, and the focus follows', async () => {
  await open()
  await eventually(() => control('button', copy.more))
  await choose(copy.more, copy.duplicate)
  const names = () =>
    [...document.querySelectorAll(`[aria-label="${copy.steps}"] tbody th`)].map((cell) => cell.textContent)
  const [first = '', second = '', third = '', fourth = ''] = life.steps.map(({ name }) => name)
  await eventually(() => control('button', copy.down(third)))
  await press('button', copy.down(third))
  await eventually(() => expect(names()).toEqual([first, second, fourth, third]))
  // There is no place below.
  expect(document.activeElement?.getAttribute('aria-label')).toBe(copy.up(third))
  await press('button', copy.up(third))
  await eventually(() => expect(names()).toEqual([first, second, third, fourth]))
  expect(document.activeElement?.getAttribute('aria-label')).toBe(copy.up(third))
  expect(own[0]?.steps.map(({ name }) => name)).toEqual([first, second, third, fourth])
  await shows(copy.moved(third, 3, 4))
})
