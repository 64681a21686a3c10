import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseScript, ScriptError } from '../../../../electron/sandbox/script/parse-script.ts'
import { property } from '../../../support/runs.ts'

const steps = (text: string) => parseScript(text).map(({ step }) => step)

test('parses every kind of step in a script', () => {
  expect(
    steps(
      '# first\n\ngenerate\r\nedit 3 # three\nshare 100\nedit same\nshare 2 same\nwait 500ms\nwait 10m\nsettle\nsettle 2s\nskip-day\nskip-day 4\nset-speed 60\n' +
        'fail rate-limit\nrecover rate-limit\nrecover\nenable\nexpect delivered 5\nexpect requests 4+\nexpect disabled',
    ),
  ).toEqual([
    { do: 'trigger', type: 'note.generated', count: 1, isSame: false },
    { do: 'trigger', type: 'note.edited', count: 3, isSame: false },
    { do: 'trigger', type: 'note.access_granted', count: 100, isSame: false },
    { do: 'trigger', type: 'note.edited', count: 1, isSame: true },
    { do: 'trigger', type: 'note.access_granted', count: 2, isSame: true },
    { do: 'wait', ms: 500 },
    { do: 'wait', ms: 600_000 },
    { do: 'settle', ms: 30_000 },
    { do: 'settle', ms: 2_000 },
    { do: 'skip', days: 1 },
    { do: 'skip', days: 4 },
    { do: 'speed', speed: 60 },
    { do: 'switch', faults: ['rateLimited'], isOn: true },
    { do: 'switch', faults: ['rateLimited'], isOn: false },
    { do: 'switch', faults: ['notesNotReady', 'slow', 'rateLimited', 'failing'], isOn: false },
    { do: 'enable' },
    { do: 'expect', what: 'delivered', count: 5, orMore: false },
    { do: 'expect', what: 'requests', count: 4, orMore: true },
    { do: 'expect', what: 'disabled', count: 1, orMore: false },
  ])
})

test.each([
  ['genrate', '"genrate" is not a step'],
  ['constructor', 'is not a step'],
  ['generate 0', 'whole number from 1 to 1000'],
  ['generate 1.5', 'whole number'],
  ['generate -1', 'whole number'],
  ['generate 1 2', '"2" is one word too many'],
  ['generate same', '"same" is not a whole number'],
  ['edit same 2', '"2" is one word too many'],
  ['share 1000', 'at most 1000 events'],
  ['wait', 'needs a time'],
  ['wait 5', 'not a time'],
  ['wait 11m', 'at most 10m'],
  ['wait s', 'not a time'],
  ['skip-day 31', 'from 1 to 30'],
  ['set-speed 1441', 'from 1 to 1440'],
  ['set-speed 0', 'from 1 to 1440'],
  ['fail', 'needs one of notes-not-ready'],
  ['fail everything', 'is not a fault'],
  ['fail __proto__', 'is not a fault'],
  ['expect', 'enabled, disabled, or one of'],
  ['expect delivered', 'and a number'],
  ['expect enabled 1', 'one word too many'],
  ['enable now', 'one word too many'],
])('rejects the script %s and names the line of the error', (line, message) => {
  expect(() => parseScript(`generate\n\n${line}`)).toThrow(ScriptError)
  expect(() => parseScript(`generate\n\n${line}`)).toThrow(/^Line 3: /)
  expect(() => parseScript(`generate\n\n${line}`)).toThrow(message)
})

test('rejects a script without steps', () => {
  expect(() => parseScript('# nothing\n')).toThrow('no steps')
})

test('rejects the word `same` in a script before its first event', () => {
  expect(() => parseScript('wait 1s\nedit same')).toThrow(/^Line 2: "same" .*Trigger an event first/)
})

test('parses every script that the app supplies', () => {
  const folder = join(import.meta.dirname, '../../../../resources/scripts')
  const files = readdirSync(folder)
  expect(files).toHaveLength(2)
  for (const file of files) expect(steps(readFileSync(join(folder, file), 'utf8')).length).toBeGreaterThan(3)
})

test('parses any text as a script or rejects it with a line number', () => {
  const word = fc.oneof(
    fc.constantFrom('generate', 'edit', 'share', 'same', 'wait', 'settle', 'skip-day', 'set-speed', 'fail'),
    fc.constantFrom('recover', 'enable', 'expect', 'delivered', 'requests', 'slow', '2s', '3', '4+', '#'),
    fc.string(),
  )
  const lines = fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 6 })
  fc.assert(
    fc.property(lines, (written) => {
      const text = written.map((words) => words.join(' ')).join('\n')
      try {
        const read = parseScript(text)
        const events = read.map(({ step }) => (step.do === 'trigger' ? step.count : 0))
        expect(events.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1000)
        for (const { line, text: step } of read) expect(text.split('\n')[line - 1]).toContain(step)
      } catch (error) {
        expect(error).toBeInstanceOf(ScriptError)
        expect((error as Error).message).toMatch(/^(Line \d+: .|The script has no steps\.)/)
      }
    }),
    property(),
  )
})
