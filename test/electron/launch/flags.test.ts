import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { help, parseFlags } from '../../../electron/launch/flags.ts'

test('starts the desktop app if there are no options', () => {
  expect(parseFlags([], {})).toEqual({
    browser: false,
    open: true,
    port: 0,
    dataDir: null,
    sandbox: false,
    sandboxNotes: null,
    agents: null,
    json: false,
    help: false,
  })
})

test.each([[['--json']], [['--no-open']], [['--port', '8080']], [['--browser']]])(
  'the options %j start the browser host',
  (args) => {
    expect(parseFlags(args, {})).toMatchObject({ browser: true })
  },
)

test('--sandbox-notes opens the sandbox workspace', () => {
  expect(parseFlags(['--sandbox-notes', '5000'], {})).toMatchObject({ sandbox: true, sandboxNotes: 5000 })
})

test('resolves a relative data folder from the folder in which npm was started', () => {
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
])('rejects the options %j and names the problem', (args, part) => {
  expect(parseFlags(args, {})).toEqual({ problem: expect.stringContaining(part) })
})

test('reports an option that npm did not pass on because “--” is missing', () => {
  expect(parseFlags([], { npm_config_sandbox: 'true' })).toEqual({
    problem: expect.stringContaining('npm start -- --sandbox'),
  })
})

test('--help lists every option', () => {
  for (const name of ['browser', 'no-open', 'port', 'data-dir', 'sandbox', 'sandbox-notes', 'json', 'help']) {
    expect(help).toContain(`--${name}`)
  }
})

test('reads the data folder from the environment, unless an option names one', () => {
  const env = { NOTEHOOK_DATA_DIR: 'data', INIT_CWD: '/home/me' }
  expect(parseFlags([], env)).toMatchObject({ dataDir: resolve('/home/me/data') })
  expect(parseFlags(['--data-dir', 'other'], env)).toMatchObject({ dataDir: resolve('/home/me/other') })
  expect(parseFlags([], { NOTEHOOK_DATA_DIR: '' })).toMatchObject({ dataDir: null })
})

test('accepts a permission level for agents only together with a data folder', () => {
  expect(parseFlags(['--agents', 'read', '--data-dir', 'x'], {})).toMatchObject({ agents: 'read' })
  expect(parseFlags(['--agents', 'sandbox'], { NOTEHOOK_DATA_DIR: 'x' })).toMatchObject({ agents: 'sandbox' })
  expect(parseFlags(['--agents', 'read'], {})).toEqual({ problem: expect.stringContaining('--data-dir') })
  expect(parseFlags(['--agents', 'loopback', '--data-dir', 'x'], {})).toEqual({
    problem: expect.stringContaining('read or sandbox'),
  })
})
