import { expect, test } from 'vitest'
import { parseScript, ScriptError } from '../../../../electron/sandbox/command/script.ts'

const steps = (text: string) => parseScript(text).map(({ step }) => step)

test('reads every step, and skips comments and empty lines', () => {
  expect(
    steps(
      '# first\n\ngenerate\r\nedit 3 # three\nshare 1000\nwait 500ms\nwait 10m\nsettle\nsettle 2s\nskip-day\nskip-day 4\nset-speed 60\n' +
        'fail rate-limit\nrecover rate-limit\nrecover\nenable\nexpect delivered 5\nexpect requests 4+\nexpect disabled',
    ),
  ).toEqual([
    { do: 'trigger', type: 'note.generated', count: 1 },
    { do: 'trigger', type: 'note.edited', count: 3 },
    { do: 'trigger', type: 'note.access_granted', count: 1000 },
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
])('refuses %s, with its line', (line, message) => {
  expect(() => parseScript(`generate\n\n${line}`)).toThrow(ScriptError)
  expect(() => parseScript(`generate\n\n${line}`)).toThrow(/^Line 3: /)
  expect(() => parseScript(`generate\n\n${line}`)).toThrow(message)
})

test('refuses a script without steps', () => {
  expect(() => parseScript('# nothing\n')).toThrow('no steps')
})
