import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { answerTo, readFlags, sandboxRefusal } from '../../../electron/main/command-line.ts'

test('reads its own flags among those of Electron and Chromium', () => {
  const args = [
    '.',
    '--no-sandbox',
    '--inspect=0',
    '--practice',
    '--practice-notes',
    '500',
    '--data-dir=here',
  ]
  expect(readFlags(args)).toEqual({
    practice: true,
    practiceNotes: 500,
    dataDir: resolve('here'),
    asks: null,
  })
})

test.each([
  [['.', '--no-sandbox'], {}],
  [['-no-sandbox'], {}],
  [['--no-sandbox=1', '--practice'], {}],
  [['.'], { ELECTRON_DISABLE_SANDBOX: '1' }],
])('does not start without its sandbox: %j %j', (args, env) => {
  expect(sandboxRefusal(args, env)).toContain('does not start without its sandbox')
})

test('starts with any other switch', () => {
  expect(sandboxRefusal(['.', '--practice', '--data-dir=/tmp/no-sandbox'], {})).toBeNull()
})

test('without flags it is the usual place and no practice', () => {
  expect(readFlags(['.'])).toEqual({ practice: false, practiceNotes: null, dataDir: null, asks: null })
})

test.each(['0', '-5', '1.5', '1e3', '1000001', 'many', ''])('takes %j for no number of notes', (text) => {
  expect(readFlags([`--practice-notes=${text}`]).practiceNotes).toBeNull()
})

test('a number of practice notes alone means the practice workspace', () => {
  expect(readFlags(['--practice-notes', '40'])).toMatchObject({ practice: true, practiceNotes: 40 })
  expect(readFlags(['--practice-notes', 'many'])).toMatchObject({ practice: false, practiceNotes: null })
})

test('--help and --version are answered in words', () => {
  expect(readFlags(['--help']).asks).toBe('help')
  expect(readFlags(['--version']).asks).toBe('version')
  expect(answerTo('version', '1.2.3')).toBe('Notehook 1.2.3\n')
  for (const flag of ['--practice', '--practice-notes N', '--data-dir DIR', '--help', '--version']) {
    expect(answerTo('help', '1.2.3')).toContain(`  ${flag} `)
  }
})
