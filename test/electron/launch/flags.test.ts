import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { help, parseFlags } from '../../../electron/launch/flags.ts'

test('without flags the desktop app opens', () => {
  expect(parseFlags([], {})).toEqual({
    browser: false,
    open: true,
    port: 0,
    dataDir: null,
    sandbox: false,
    sandboxNotes: null,
    json: false,
    help: false,
  })
})

test.each([[['--json']], [['--no-open']], [['--port', '8080']], [['--browser']]])(
  '%j means the browser host',
  (args) => {
    expect(parseFlags(args, {})).toMatchObject({ browser: true })
  },
)

test('a number of sandbox notes means the sandbox workspace', () => {
  expect(parseFlags(['--sandbox-notes', '5000'], {})).toMatchObject({ sandbox: true, sandboxNotes: 5000 })
})

test('a relative data folder is meant from where the user stood, not from where npm went', () => {
  expect(parseFlags(['--data-dir', 'here'], { INIT_CWD: '/home/ada' })).toMatchObject({
    dataDir: resolve('/home/ada/here'),
  })
})

test.each([
  [['--prot', '1'], '--prot'],
  [['--port', '0'], '--port takes'],
  [['--port', '65536'], '--port takes'],
  [['--port', '80a'], '--port takes'],
  [['--port'], '--port'],
  [['--sandbox-notes', '-3'], '--sandbox-notes'],
  [['--sandbox-notes', '1000001'], '--sandbox-notes takes'],
  [['--data-dir', ''], '--data-dir'],
  [['notes'], 'notes'],
])('%j is told to the user', (args, part) => {
  expect(parseFlags(args, {})).toEqual({ problem: expect.stringContaining(part) })
})

test('an option that npm kept for itself is noticed', () => {
  expect(parseFlags([], { npm_config_sandbox: 'true' })).toEqual({
    problem: expect.stringContaining('npm start -- --sandbox'),
  })
})

test('the help names every option', () => {
  for (const name of ['browser', 'no-open', 'port', 'data-dir', 'sandbox', 'sandbox-notes', 'json', 'help']) {
    expect(help).toContain(`--${name}`)
  }
})
