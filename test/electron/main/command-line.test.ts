import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { answerTo, readFlags, sandboxRefusal } from '../../../electron/main/command-line.ts'

test('reads its own flags among those of Electron and Chromium', () => {
  const args = ['.', '--no-sandbox', '--inspect=0', '--sandbox', '--sandbox-notes', '500', '--data-dir=here']
  expect(readFlags(args)).toEqual({
    sandbox: true,
    sandboxNotes: 500,
    dataDir: resolve('here'),
    asks: null,
  })
})

test.each([
  [['.', '--no-sandbox'], {}],
  [['-no-sandbox'], {}],
  [['--no-sandbox=1', '--sandbox'], {}],
  [['.'], { ELECTRON_DISABLE_SANDBOX: '1' }],
])('does not start without its sandbox: %j %j', (args, env) => {
  expect(sandboxRefusal(args, env)).toContain('does not start without its sandbox')
})

test('starts with any other switch', () => {
  expect(sandboxRefusal(['.', '--sandbox', '--data-dir=/tmp/no-sandbox'], {})).toBeNull()
})

test('without flags it is the usual place and no sandbox', () => {
  expect(readFlags(['.'])).toEqual({ sandbox: false, sandboxNotes: null, dataDir: null, asks: null })
})

test.each(['0', '-5', '1.5', '1e3', '1000001', 'many', ''])('takes %j for no number of notes', (text) => {
  expect(readFlags([`--sandbox-notes=${text}`]).sandboxNotes).toBeNull()
})

test('a number of sandbox notes alone means the sandbox workspace', () => {
  expect(readFlags(['--sandbox-notes', '40'])).toMatchObject({ sandbox: true, sandboxNotes: 40 })
  expect(readFlags(['--sandbox-notes', 'many'])).toMatchObject({ sandbox: false, sandboxNotes: null })
})

test('--help and --version are answered in words', () => {
  expect(readFlags(['--help']).asks).toBe('help')
  expect(readFlags(['--version']).asks).toBe('version')
  expect(answerTo('version', '1.2.3')).toBe('Notehook 1.2.3\n')
  for (const flag of ['--sandbox', '--sandbox-notes N', '--data-dir DIR', '--help', '--version']) {
    expect(answerTo('help', '1.2.3')).toContain(`  ${flag} `)
  }
})
