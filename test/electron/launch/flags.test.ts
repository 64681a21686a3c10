import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { help, parseFlags } from '../../../electron/launch/flags.ts'

test('opens the desktop app without flags', () => {
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
  '%j runs the browser host',
  (args) => {
    expect(parseFlags(args, {})).toMatchObject({ browser: true })
  },
)

test('--sandbox-notes opens the sandbox workspace', () => {
  expect(parseFlags(['--sandbox-notes', '5000'], {})).toMatchObject({ sandbox: true, sandboxNotes: 5000 })
})

test('resolves a relative data folder from the folder npm was run in', () => {
  expect(parseFlags(['--data-dir', 'here'], { INIT_CWD: '/home/ada' })).toMatchObject({
    dataDir: resolve('/home/ada/here'),
  })
})

test.each([
  [['--prot', '1'], '--prot'],
  [['--port', '0'], '--port must be'],
  [['--port', '65536'], '--port must be'],
  [['--port', '80a'], '--port must be'],
  [['--port'], '--port'],
  [['--sandbox-notes', '-3'], '--sandbox-notes'],
  [['--sandbox-notes', '1000001'], '--sandbox-notes must be'],
  [['--data-dir', ''], '--data-dir'],
  [['notes'], 'notes'],
])('reports %j as a problem', (args, part) => {
  expect(parseFlags(args, {})).toEqual({ problem: expect.stringContaining(part) })
})

test('reports an option that npm consumed', () => {
  expect(parseFlags([], { npm_config_sandbox: 'true' })).toEqual({
    problem: expect.stringContaining('npm start -- --sandbox'),
  })
})

test('the help lists every option', () => {
  for (const name of ['browser', 'no-open', 'port', 'data-dir', 'sandbox', 'sandbox-notes', 'json', 'help']) {
    expect(help).toContain(`--${name}`)
  }
})
