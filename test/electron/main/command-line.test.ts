import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { printedText, readFlags, sandboxProblem } from '../../../electron/main/command-line.ts'

test('ignores command line options of Electron and Chromium', () => {
  const args = ['.', '--no-sandbox', '--inspect=0', '--sandbox', '--sandbox-notes', '500', '--data-dir=here']
  expect(readFlags(args)).toEqual({
    sandbox: true,
    sandboxNotes: 500,
    dataDir: resolve('here'),
    hidden: false,
    agents: null,
    print: null,
  })
})

test.each([
  [['.', '--no-sandbox'], {}],
  [['-no-sandbox'], {}],
  [['--no-sandbox=1', '--sandbox'], {}],
  [['.'], { ELECTRON_DISABLE_SANDBOX: '1' }],
])('refuses to start without the Chromium sandbox: %j %j', (args, env) => {
  expect(sandboxProblem(args, env)).toContain('requires the Chromium sandbox')
})

test('accepts switches that do not affect the Chromium sandbox', () => {
  expect(sandboxProblem(['.', '--sandbox', '--data-dir=/tmp/no-sandbox'], {})).toBeNull()
})

test('uses the default data folder if no option names one', () => {
  expect(readFlags(['.'])).toEqual({
    sandbox: false,
    sandboxNotes: null,
    dataDir: null,
    hidden: false,
    agents: null,
    print: null,
  })
})

test.each(['0', '-5', '1.5', '1e3', '1000001', 'many', ''])(
  'ignores the number of sandbox notes %j',
  (text) => {
    expect(readFlags([`--sandbox-notes=${text}`]).sandboxNotes).toBeNull()
  },
)

test('--sandbox-notes opens the sandbox workspace', () => {
  expect(readFlags(['--sandbox-notes', '40'])).toMatchObject({ sandbox: true, sandboxNotes: 40 })
  expect(readFlags(['--sandbox-notes', 'many'])).toMatchObject({ sandbox: false, sandboxNotes: null })
})

test('--help and --version print text instead of starting the app', () => {
  expect(readFlags(['--help']).print).toBe('help')
  expect(readFlags(['--version']).print).toBe('version')
  expect(printedText('version', '1.2.3')).toBe('Notehook 1.2.3\n')
  for (const flag of [
    '--sandbox',
    '--sandbox-notes N',
    '--data-dir DIR',
    '--hidden',
    '--help',
    '--version',
  ]) {
    expect(printedText('help', '1.2.3')).toContain(`  ${flag} `)
  }
})

test('reads the data folder from the environment, unless an option names one', () => {
  const env = { NOTEHOOK_DATA_DIR: '/data' }
  expect(readFlags(['.'], env).dataDir).toBe('/data')
  expect(readFlags(['.', '--data-dir=/other'], env).dataDir).toBe('/other')
})

test('accepts only agent levels that the program starting the app may grant', () => {
  expect(readFlags(['.', '--agents', 'sandbox']).agents).toBe('sandbox')
  expect(readFlags(['.', '--agents=loopback']).agents).toBeNull()
})
