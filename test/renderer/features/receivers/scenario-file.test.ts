import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importing } from '../../../../renderer/features/receivers/scenarios/copy.ts'
import {
  longestFile,
  readScenario,
  scenarioFile,
} from '../../../../renderer/features/receivers/scenarios/scenario-file.ts'
import { suppliedScenarios } from '../../../../renderer/features/receivers/scenarios/supplied.ts'
import { property } from '../../../support/runs.ts'

const whyNot = (text: string) => {
  const read = readScenario(text)
  return read.ok ? null : read.sentence
}
const [first] = suppliedScenarios
const file = (changes: object) => JSON.stringify({ notehook: 'scenario', version: 1, ...first, ...changes })

test.each(suppliedScenarios)('$name is read as it was exported', (scenario) => {
  expect(readScenario(scenarioFile(scenario))).toEqual({ ok: true, scenario })
  expect(scenarioFile(scenario)).not.toMatch(/secret|whsec/)
})

test('what is no scenario says what is wrong, and where', () => {
  expect(whyNot('')).toBe(importing.empty)
  expect(whyNot('{"notehook":')).toMatch(/^Not valid JSON: /)
  expect(whyNot('[1]')).toBe(importing.foreign)
  expect(whyNot('null')).toBe(importing.foreign)
  expect(whyNot('{"info":{"_postman_id":"1"},"item":[]}')).toBe(importing.foreign)
  expect(whyNot(file({ version: 2 }))).toBe(importing.newer)
  expect(whyNot(file({ name: '' }))).toBe('name: Enter a name.')
  expect(whyNot(file({ steps: [] }))).toBe('steps: Add at least one step.')
  expect(whyNot(file({ steps: Array.from({ length: 51 }, () => first?.steps[0]) }))).toBe(
    'steps: Use at most 50 steps.',
  )
  expect(whyNot(file({ steps: [{ ...first?.steps[0], delayMs: 1e9 }] }))).toBe(
    'steps 1 delayMs: Use 0 to 600 seconds.',
  )
  expect(whyNot(file({ steps: [first?.steps[0], { ...first?.steps[0], breakIt: 'all' }] }))).toMatch(
    /^steps 2 breakIt: /,
  )
  expect(whyNot(`${' '.repeat(longestFile + 1)}{}`)).toBe(importing.tooLarge)
  expect(whyNot('['.repeat(100_000))).toMatch(/^Not valid JSON: /)
})

test('foreign fields are dropped', () => {
  const read = readScenario(file({ secret: 'whsec_x', __proto__: { polluted: true } }))
  expect(read).toEqual({ ok: true, scenario: first })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('no text fails in another way', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((one) => `{"notehook":"scenario","steps":${one}}`),
      ),
      (text) => {
        const sentence = whyNot(text)
        expect(sentence === null || sentence.length > 5).toBe(true)
      },
    ),
    property(20_000),
  )
})
