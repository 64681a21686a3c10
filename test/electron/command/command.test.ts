import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '#core/platform/files/folder-lock.ts'
import type { ListedTool } from '#shared/agents/contract.ts'
import { listedTools } from '#shared/agents/tools.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { flagOf, positionalOf, propertiesOf, wordsOf } from '../../../electron/command/arguments.ts'
import { toolHelp } from '../../../electron/command/help.ts'
import { jsonOf, lineOf } from '../../../electron/command/print.ts'
import { mask } from '../../../electron/command/run.ts'
import { generatedFiles } from '../../../electron/launch/generate.ts'
import {
  type Answers,
  cli,
  connectMcp,
  runCommand,
  standInApp,
  startCommand,
  temporaryFolder,
} from '../../support/agents/stand-in-app.ts'
import { eventually } from '../../support/eventually.ts'
import { hostileTexts } from '../../support/hostile-text.ts'
import { testNeeding } from '../../support/needs.ts'
import { property } from '../../support/runs.ts'

const root = join(import.meta.dirname, '../../..')
const row = {
  id: 7,
  at: '2026-03-01T10:00:00.000Z',
  type: 'note.edited',
  note: 'not_1',
  endpoint: 'Main',
  verdict: 'verified',
  attempts: 1,
  status: 204,
}
const listed = { rows: [row], shown: 1, matching: 1 }
/** Waits like the app, until the call is canceled. */
const untilCanceled = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('canceled', 'Canceled.')), { once: true })
  })

/** A program that runs another one in a terminal. */
const pty = 'import pty, os, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

/** Returns the shortest valid command line for a tool. */
function commandOf(tool: ListedTool): readonly string[] {
  const required = (tool.inputSchema.required ?? []) as readonly string[]
  const main = positionalOf(tool)
  const values = required.flatMap((name) => (name === main ? ['1'] : [`--${flagOf(name)}`, '1']))
  return [...wordsOf(tool.name), ...values]
}

describe('the output of a command', () => {
  test('prints rows as a table to stdout, and hints only to stderr', async () => {
    const { dataFolder, runs } = await standInApp(() => ({
      ...listed,
      matching: 30,
      next: 'abc',
      truncated: true,
      warnings: ['The listener is stopped.'],
    }))
    const { code, stdout, stderr } = await runCommand(['deliveries', 'list', 'is:failed', '--limit', '1'], {
      dataFolder,
    })
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^ID {2}Time +Type +Note +Endpoint +Verification +Attempts +Response$/),
      expect.stringMatching(/^7 {3}2026-03-01T10:00:00\.000Z +note\.edited +not_1 +Main +verified +1 +204$/),
      '',
    ])
    expect(stderr).toBe('The listener is stopped.\n1 of 30. To continue, add --next abc\n')
    expect(runs).toEqual([
      { tool: 'deliveries_list', input: { q: 'is:failed', limit: 1 }, caller: 'notehook deliveries list' },
    ])
  })

  test('prints an answer without rows as a list of fields', async () => {
    const delivery = { ...row, untrusted: {} }
    const { dataFolder } = await standInApp(() => ({
      delivery,
      diagnosis: { sentence: 'The body was changed.', advice: 'Verify the raw body.' },
      untrusted: { headers: [], body: { text: 'one\ntwo', encoding: 'utf-8' } },
    }))
    const { stdout } = await runCommand(['deliveries', 'show', '7'], { dataFolder })
    expect(stdout).toMatch(/^ID +7$/m)
    expect(stdout).toMatch(
      /^diagnosis:\n {2}sentence: The body was changed\.\n {2}advice: Verify the raw body\.$/m,
    )
    expect(stdout).toMatch(/^ {4}text:\n {6}one\n {6}two$/m)
  })

  test('prints one JSON object with --json, and no hints with --quiet', async () => {
    const { dataFolder } = await standInApp(() => ({ ...listed, warnings: ['Look.'] }))
    const { stdout, stderr } = await runCommand(['deliveries', 'list', '--json', '--quiet'], { dataFolder })
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject(listed)
    expect(stderr).toBe('')
  })

  test.each([
    [['deliveries', 'list', 'is:failed', 'type:note.edited'], { q: 'is:failed type:note.edited' }],
    [['notes', 'search', 'weekly', 'sync', '--limit', '1'], { text: 'weekly sync', limit: 1 }],
    [['wait', 'is:failed', 'note:not_1', '--timeout', '0'], { q: 'is:failed note:not_1' }],
  ])('joins the words of a filter or search: %j', async (args, input) => {
    const { dataFolder, runs } = await standInApp(() => ({ rows: [], after: 'a0' }))
    await runCommand(args, { dataFolder })
    expect(runs[0]?.input).toMatchObject(input)
  })

  test.each(hostileTexts)('prints hostile text without control characters: %j', async (text) => {
    expect(lineOf(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
    expect(jsonOf({ text })).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
    expect(JSON.parse(jsonOf({ text }))).toEqual({ text })
  })

  test('escaping hidden characters in JSON output does not change the values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        expect(JSON.parse(jsonOf({ value, text }))).toEqual(JSON.parse(JSON.stringify({ value, text })))
      }),
      property(),
    )
  })

  test('says that a list is empty, but not on stdout', async () => {
    const { dataFolder } = await standInApp(() => ({ rows: [] }))
    expect(await runCommand(['deliveries', 'list'], { dataFolder })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing found.\n',
    })
  })

  test('the help of a tool that changes something names the negative form of its switches', async () => {
    const { stdout } = await runCommand(['sandbox', 'set', '--help'])
    expect(stdout).toContain('  --[no-]automatic  ')
    expect((await runCommand(['endpoints', 'list', '--help'])).stdout).toContain('  --failing  ')
  })

  test('does not report the values of a command as the caller’s name', async () => {
    const { dataFolder, runs } = await standInApp(() => ({ rows: [] }))
    await runCommand(['--limit', 'token-1', 'deliveries', 'list'], { dataFolder })
    await runCommand(['wait', 'token-1', '--timeout', '0'], { dataFolder })
    expect(JSON.stringify(runs.map(({ caller }) => caller))).not.toContain('token')
    expect(runs.at(-1)?.caller).toBe('notehook wait')
  })

  test('--raw writes the exact bytes of a body, even if it arrives in pieces', async () => {
    const body = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256))
    const { dataFolder } = await standInApp((_tool, { from }) => ({
      bodyBytes: body.length,
      untrusted: {
        body: {
          text: body.subarray(Number(from), Number(from) + 300).toString('base64'),
          encoding: 'base64',
        },
      },
    }))
    const child = startCommand(['deliveries', 'show', '7', '--raw'], { dataFolder })
    const pieces: Buffer[] = []
    child.child.stdout.on('data', (piece) => pieces.push(piece))
    expect((await child.ended).code).toBe(0)
    expect(Buffer.concat(pieces).equals(body)).toBe(true)
  })
})

describe('exit codes', () => {
  const outcomes = [
    ['done', 0],
    ['failed', 1],
    ['timed-out', 6],
    ['running', 6],
  ] as const
  test.each(outcomes)('the command exits after the outcome %s with %i', async (outcome, code) => {
    const { dataFolder } = await standInApp(() => ({ outcome, rows: [], shown: 0 }))
    expect((await runCommand(['checks', 'run', 'rcv_aaaaaaaaaaaaaa'], { dataFolder })).code).toBe(code)
  })

  const refusals: readonly (readonly [ErrorCode, number])[] = [
    ['invalid-input', 2],
    ['host-lost', 3],
    ['not-allowed', 4],
    ['not-found', 5],
    ['internal', 5],
  ]
  test.each(refusals)(
    'after the error %s, the command exits with %i and prints one line, or JSON with --json',
    async (code, exit) => {
      const { dataFolder } = await standInApp(() => {
        throw new AppError(code, 'The reason\u001b[31m and what to do.')
      })
      const text = await runCommand(['status'], { dataFolder })
      expect(text).toEqual({ code: exit, stdout: '', stderr: 'The reason\\u001b[31m and what to do.\n' })
      const json = await runCommand(['status', '--json'], { dataFolder })
      expect(json.code).toBe(exit)
      expect(json.stdout).toBe('')
      expect(JSON.parse(json.stderr)).toEqual({
        error: { code, message: 'The reason\u001b[31m and what to do.' },
      })
    },
  )

  test('checks show prints the request, the response and the remedy below each case', async () => {
    const untrusted = { sent: { text: '{"a":1}', encoding: 'utf-8' }, answer: 'No\u001b[31m.\nReally.' }
    const exchange = { label: 'note.edited', expected: '2xx', status: 401, problem: null, untrusted }
    const one = { case: 1, title: 'A valid delivery', grade: 'must', state: 'failed', change: null }
    const rows = [
      { ...one, why: 'It is lost.', remedy: 'Answer 2xx.', found: [], exchanges: [exchange] },
      { ...one, case: 4, why: null, remedy: 'See case 1.', found: [], exchanges: [] },
    ]
    const { dataFolder } = await standInApp(() => ({ ...listed, rows }))
    const { stdout } = await runCommand(['checks', 'show', 'py'], { dataFolder })
    expect(stdout).toMatch(/^Case.*\n1 .*A valid delivery\n {4}why: It is lost\.\n {4}remedy: Answer 2xx\.\n/)
    expect(stdout).toContain('status: 401\n')
    expect(stdout).toContain('text: {"a":1}\n')
    expect(stdout).toContain('answer:\n            No\\u001b[31m.\n            Really.\n')
    expect(stdout).toMatch(/\n4 .*A valid delivery\n {4}remedy: See case 1\.\n$/)
  })

  test('--json prints one object for every tool, and warnings only to stderr', async () => {
    const answer = { ...listed, outcome: 'failed', after: 'a0', warnings: ['Look.'] }
    const { dataFolder } = await standInApp(() => answer)
    await Promise.all(
      listedTools().map(async (tool) => {
        const { code, stdout, stderr } = await runCommand([...commandOf(tool), '--json'], { dataFolder })
        expect({ tool: tool.name, code, stderr }).toEqual({ tool: tool.name, code: 1, stderr: 'Look.\n' })
        expect(JSON.parse(stdout)).toMatchObject(answer)
      }),
    )
  })

  test('the command exits with 1 if --fail is given and there are rows', async () => {
    const { dataFolder } = await standInApp((tool) =>
      tool === 'missed_list' ? listed : { counts: { behind: 2 } },
    )
    expect((await runCommand(['missed', 'list', 'whe_00000000000001', '--fail'], { dataFolder })).code).toBe(
      1,
    )
    expect((await runCommand(['missed', 'list', 'whe_00000000000001'], { dataFolder })).code).toBe(0)
    expect((await runCommand(['status', '--fail'], { dataFolder })).code).toBe(1)
  })

  test.each([
    [['delivries', 'list'], 'Did you mean deliveries?'],
    [['deliveries', 'lst'], 'Did you mean deliveries list?'],
    [['deliveries'], 'needs a verb'],
    [['deliveries', 'list', '--limt', '3'], 'Did you mean --limit?'],
    [['deliveries', 'list', '--limit', 'many'], '--limit takes a number'],
    [['deliveries', 'show', 'one'], 'ID takes a number, not "one".\n'],
    [
      ['wait', '--timeout', '-1'],
      'Add a value behind --timeout. If it begins with a dash, write --timeout=VALUE.\n',
    ],
    [['wait', '--count'], 'Add a value behind --count.'],
    [['wait', '-x'], 'Unknown option -x.\n'],
    [['deliveries', 'show', '1', '2'], 'Unexpected argument: 2'],
    [['sandbox', 'set', '--automatic=false'], 'Write --automatic or --no-automatic, without a value.'],
    [['sandbox', 'trigger', '--type', 'note.edit'], 'Did you mean note.edited?'],
    [['wait', '--timeout', 'soon'], 'such as 30s or 5m'],
    [['wait', '--timeout', '2h'], 'at most 1h'],
    [['run', 'node'], 'behind --'],
    [['forward'], 'one port or URL'],
    [['forward', '70000'], '1 to 65535'],
    [['completion', 'tcsh'], 'bash, zsh or fish'],
  ])('the command exits with 2 for the arguments %j, even if no app is running', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(args, { dataFolder: temporaryFolder() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('the command names arguments in an error of the app as they are typed', async () => {
    const { dataFolder } = await standInApp(() => {
      throw new AppError('invalid-input', 'Missing `receiver`: see `receivers_list`. Missing `expect`.')
    })
    const { stderr } = await runCommand(['receivers', 'send'], { dataFolder })
    expect(stderr).toMatch(/^Missing RECEIVER: see `.*notehook.* receivers list`\. Missing --expect\.\n$/)
  })

  test('the command exits with 0 and without an error if its output is closed early', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ ...row, id }))
    const { dataFolder } = await standInApp(() => ({ ...listed, rows }))
    const { child, ended } = startCommand(['deliveries', 'list'], { dataFolder })
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('Ctrl-C cancels the call of every tool, and the command exits with 130', async () => {
    const signals = new Map<string, AbortSignal>()
    const { dataFolder } = await standInApp((tool, _input, given) => {
      signals.set(tool, given)
      return untilCanceled(given)
    })
    await Promise.all(
      listedTools().map(async (tool) => {
        const { child, ended } = startCommand(commandOf(tool), { dataFolder })
        await eventually(() => expect(signals.has(tool.name)).toBe(true))
        child.kill('SIGINT')
        expect({ tool, ...(await ended) }).toEqual({ tool, code: 130, stdout: '', stderr: '' })
        await eventually(() => expect(signals.get(tool.name)?.aborted).toBe(true))
      }),
    )
  })

  test('every tool ends quietly with 0 if its pipe is closed', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ ...row, id }))
    const { dataFolder } = await standInApp(() => ({ ...listed, rows, after: 'a0' }))
    await Promise.all(
      listedTools().map(async (tool) => {
        const { child, ended } = startCommand(commandOf(tool), { dataFolder })
        child.stdout.once('data', () => child.stdout.destroy())
        expect({ tool, ...(await ended) }).toMatchObject({ tool, code: 0, stderr: '' })
      }),
    )
  })

  testNeeding(
    ['linux', 'python'],
    'prints every tool in color to a terminal, without control characters',
    async () => {
      const { dataFolder } = await standInApp((name) => {
        const answer: Record<string, unknown> = { after: 'a0' }
        for (const { key } of listedTools().find((tool) => tool.name === name)?.columns ?? []) {
          const [last = '', ...path] = key.split('.').reverse()
          let fields = answer
          for (const part of path.reverse()) {
            fields[part] ??= {}
            fields = fields[part] as Record<string, unknown>
          }
          fields[last] = hostileTexts.toReversed().join()
        }
        return { ...answer, rows: [answer, { ...answer, id: 'failed' }] }
      })
      await Promise.all(
        listedTools().map(async (tool) => {
          const options = { dataFolder, env: { TERM: 'xterm' }, wrapper: ['python3', '-c', pty] }
          const { code, stdout } = await runCommand([...commandOf(tool), '--quiet'], options)
          expect({ tool: tool.name, code }).toEqual({ tool: tool.name, code: 0 })
          expect(stdout, tool.name).toContain('\u001b[1m')
          const styles = ['1', '22', '31', '39'].map((code) => `\u001b[${code}m`)
          const plain = styles.reduce((text, style) => text.replaceAll(style, ''), stdout)
          expect(plain.replaceAll(/\r?\n/g, ''), tool.name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
        }),
      )
    },
  )

  testNeeding(
    ['linux', 'python'],
    'fits tables to the terminal, and colors them unless NO_COLOR is set',
    async () => {
      const { dataFolder } = await standInApp(() => ({
        ...listed,
        rows: [{ ...row, verdict: 'failed', endpoint: 'x'.repeat(200) }],
      }))
      const sized = ['sh', '-c', 'stty cols 60; exec "$@"', 'sh']
      const inTerminal = (env: Record<string, string>, args: readonly string[] = ['deliveries', 'list']) =>
        runCommand(args, { dataFolder, env, wrapper: ['python3', '-c', pty, ...sized] })
      const colored = await inTerminal({ TERM: 'xterm' })
      expect(colored.stdout).toContain('\u001b[31m')
      expect(colored.stdout).toContain('…')
      expect(colored.stdout).not.toContain('2026-03-01T')
      expect((await inTerminal({ TERM: 'xterm', NO_COLOR: '1' })).stdout).not.toContain('\u001b[')
      await Promise.all(
        listedTools().map(async (tool) => {
          const env = { TERM: 'xterm', NO_COLOR: '1' }
          const { code, stdout } = await inTerminal(env, [...commandOf(tool), '--quiet'])
          expect({ tool: tool.name, code }).toEqual({ tool: tool.name, code: 0 })
          expect(stdout).not.toContain('\u001b[')
          // The terminal wraps the indented fields below a row.
          const lines = stdout.split(/\r?\n/).filter((line) => !line.startsWith('    '))
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
        }),
      )
    },
  )
})

describe('how a command finds the running app', () => {
  test('the command exits with 3 and names the data folder if no app is running', async () => {
    const dataFolder = temporaryFolder()
    const { code, stdout, stderr } = await runCommand(['status'], { dataFolder })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    const start = 'npm run -s notehook -- start --sandbox'
    const other = 'If it runs with another one, add --data-dir DIR or set NOTEHOOK_DATA_DIR.'
    const sentence = `Notehook isn’t running with the data folder ${dataFolder}. ${other} To start it: npm start`
    expect(stderr).toBe(`${sentence}, or in the sandbox: ${start}\n`)
    const named = await runCommand(['status', '--data-dir', dataFolder])
    const flag = `--data-dir ${JSON.stringify(dataFolder)}`
    expect(named.stderr).toBe(`${sentence} -- ${flag}, or in the sandbox: ${start} ${flag}\n`)
  })

  test('prints commands that work in a clone, also for another shell', async () => {
    const run = 'notehook run --endpoint end_1 -- YOUR COMMAND'
    const { dataFolder } = await standInApp((tool) => {
      if (tool === 'receivers_set')
        return { receiver: { id: 'rcv_1' }, run, warnings: ['Call endpoints_list.'] }
      throw new AppError('not-found', 'There is no such receiver. Call receivers_list.')
    })
    const inClone = `npm --prefix ${JSON.stringify(root)} run -s notehook --`
    const runLine = `run: ${inClone} run --data-dir ${JSON.stringify(dataFolder)} --endpoint end_1 -- YOUR COMMAND`
    const set = await runCommand(['receivers', 'set', 'http://127.0.0.1:1', '--data-dir', dataFolder])
    expect(set.stdout).toContain(runLine)
    expect((await runCommand(['receivers', 'set', 'http://127.0.0.1:1'], { dataFolder })).stdout).toContain(
      runLine,
    )
    const flag = `--data-dir ${JSON.stringify(dataFolder)}`
    expect(set.stderr).toBe(`Call npm run -s notehook -- endpoints list ${flag}.\n`)
    const { stderr } = await runCommand(['checks', 'show', 'rcv_aaaaaaaaaaaaaa'], { dataFolder })
    expect(stderr).toBe('There is no such receiver. Call npm run -s notehook -- receivers list.\n')
  })

  test('quotes the data folder in a command so that a shell does not expand it', async () => {
    const dataFolder = join(temporaryFolder(), "a `b` $HOME $' 'c")
    mkdirSync(dataFolder)
    const run = 'notehook run --endpoint end_1 -- YOUR COMMAND'
    await standInApp(() => ({ receiver: { id: 'rcv_1' }, run }), { dataFolder })
    const { stdout } = await runCommand(['receivers', 'set', 'http://127.0.0.1:1'], { dataFolder })
    const line = stdout.split('run: ')[1]
    const words = spawnSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' }).stdout.split('\n')
    expect(words.slice(words.indexOf('--data-dir'), words.indexOf('--endpoint'))).toEqual([
      '--data-dir',
      dataFolder,
    ])
  })

  test('writes a tool with an argument in a warning as a command with an option', async () => {
    const warnings = ['Call receivers_send with `waiting`.']
    const { dataFolder } = await standInApp(() => ({ rows: [], warnings }))
    const { stderr } = await runCommand(['status'], { dataFolder })
    expect(stderr).toBe('Call npm run -s notehook -- receivers send --waiting.\n')
  })

  test('rejects an empty data folder', async () => {
    const { code, stderr } = await runCommand(['start', '--sandbox', '--data-dir', ''])
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--data-dir takes a folder.'),
    })
  })

  test('writes the arguments in a warning as flags', async () => {
    const warnings = ['Pass `endpoint`, not `url`.']
    const { dataFolder } = await standInApp(() => ({ receiver: { id: 'rcv_1' }, warnings }))
    const { stderr } = await runCommand(['receivers', 'set', 'http://127.0.0.1:1'], { dataFolder })
    expect(stderr).toBe('Pass --endpoint, not URL.\n')
  })

  test('suggests --data-dir if an app is running with another data folder', async () => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'Notehook'))
    await standInApp(() => ({}), { dataFolder: join(home, 'Notehook') })
    const env = { XDG_CONFIG_HOME: home, NOTEHOOK_DATA_DIR: '' }
    const { code, stderr } = await runCommand(['status'], { env })
    expect(code).toBe(3)
    expect(stderr).toContain(`add --data-dir ${JSON.stringify(join(home, 'Notehook'))}`)
    expect((await runCommand(['status', '--data-dir', join(home, 'Notehook')], { env })).code).toBe(0)
  })

  test('names the setting to change if the app accepts no scripts', async () => {
    const { dataFolder, lock } = await standInApp(() => ({}))
    lock.announceAgents('off')
    const { code, stderr } = await runCommand(['status'], { dataFolder })
    expect(code).toBe(4)
    expect(stderr).toContain('Settings → Agents & scripts')
  })

  test('reports that the app is starting if it accepts no commands yet', async () => {
    const dataFolder = temporaryFolder()
    const lock = lockFolder(dataFolder)
    if ('heldBy' in lock) throw new Error('The folder is held.')
    onTestFinished(() => lock.release())
    const { code, stderr } = await runCommand(['status'], { dataFolder })
    expect(code).toBe(3)
    expect(stderr).toContain('is starting')
  })

  test('ignores host.json if it is damaged or its process has ended', async () => {
    const { dataFolder, at, close } = await standInApp(() => ({}))
    const record = readFileSync(join(dataFolder, 'host.json'), 'utf8')
    await close()
    for (const text of [
      record.replace(/"pid":\d+/, '"pid":999999'),
      record,
      '{',
      '[]',
      'null',
      '{"pid":1}',
    ]) {
      writeFileSync(join(dataFolder, 'host.json'), text)
      const { code, stderr } = await runCommand(['status'], { dataFolder })
      expect({ text, code }).toEqual({ text, code: 3 })
      expect(stderr).toContain('isn’t running')
    }
    expect(existsSync(at)).toBe(false)
  })

  testNeeding(['root', 'linux'], 'explains that the data folder belongs to another user', async () => {
    const { dataFolder } = await standInApp(() => ({}))
    chmodSync(dataFolder, 0o755)
    const result = spawnSync(process.execPath, [cli, 'status', '--data-dir', dataFolder], {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
    })
    expect(result.status).toBe(3)
    expect(result.stderr).toContain('belongs to another user')
  })

  testNeeding(
    ['linux', 'strace'],
    'explains that a sandbox blocks the connection of a shell to the app, which an MCP server outside still reaches',
    async () => {
      const { dataFolder, at } = await standInApp(() => ({ version: '1.2.3' }))
      const { client } = await connectMcp({ dataFolder })
      const answered = { structuredContent: { version: '1.2.3' } }
      const trace = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=connect']
      const blocked = [...trace, '-e', 'inject=connect:error=EPERM']
      // The shell runs until the data folder is removed, so it is still blocked when the MCP server answers.
      const untilRemoved = 'while [ -e "$NOTEHOOK_DATA_DIR" ]; do sleep 0.1; done'
      const wrapper = [...blocked, 'sh', '-c', `"$@"; echo "exit $?"; ${untilRemoved}`, 'sh']
      const { child, output } = startCommand(['status'], { dataFolder, wrapper })
      await eventually(() => expect(output.stdout).toBe('exit 3\n'))
      expect(output.stderr).toContain('Notehook is running, but a sandbox blocks the connection')
      expect(output.stderr).toContain(at)
      expect(output.stderr).toContain('use npm run -s notehook -- mcp')
      expect(child.exitCode).toBeNull()
      expect(await client.callTool({ name: 'status', arguments: {} })).toMatchObject(answered)
    },
  )
})

describe('an app of another version', () => {
  test('accepts options that only a newer app knows', async () => {
    const newer = listedTools().map((tool) =>
      tool.name === 'status'
        ? { ...tool, inputSchema: { type: 'object' as const, properties: { deepLook: { type: 'boolean' } } } }
        : tool,
    )
    const { dataFolder, runs } = await standInApp(() => ({}), { tools: newer })
    expect((await runCommand(['status', '--deep-look'], { dataFolder })).code).toBe(0)
    expect(runs).toMatchObject([{ tool: 'status', input: { deepLook: true } }])
  })

  test.each([
    [[], 'Unknown command: sends list. '],
    [[{ name: 'sends_list', by: 'sends_find' }], 'sends list was removed. Use sends find instead.\n'],
  ])('rejects a command that the app no longer has (replaced: %j)', async (replaced, message) => {
    const tools = listedTools().filter(({ name }) => name !== 'sends_list')
    const { dataFolder, runs } = await standInApp(() => ({}), { tools, replaced })
    const { code, stdout, stderr } = await runCommand(['sends', 'list'], { dataFolder })
    expect({ code, stdout, runs }).toEqual({ code: 2, stdout: '', runs: [] })
    expect(stderr.startsWith(message), stderr).toBe(true)
  })

  test('rejects an app with another protocol version and names both versions', async () => {
    const { dataFolder, at, key, lock } = await standInApp(() => ({}))
    const place = join(dataFolder, 'run/newer.sock')
    const newer = createServer((_request, response) => {
      response.setHeader('x-notehook', '2')
      response.writeHead(426).end()
    })
    await new Promise<void>((resolve) => newer.listen(place, resolve))
    onTestFinished(() => void newer.close())
    lock.announceAgents({ at: place, key, level: 'read', version: '9.0.0' })
    const message =
      /^Notehook 9\.0\.0 uses version 2 .* this command version 1\. Use the command that came with it\.$/
    for (const args of [['status'], ['listen'], ['run', '--', 'node']]) {
      const { code, stdout, stderr } = await runCommand(args, { dataFolder })
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
      expect(stderr.trim()).toMatch(message)
    }
    const { client } = await connectMcp({ dataFolder })
    expect(await client.callTool({ name: 'status' })).toMatchObject({
      ...{ isError: true, content: [{ text: expect.stringMatching(message) }] },
    })
    expect(existsSync(at)).toBe(true)
  })
})

describe('commands that wait for deliveries', () => {
  test('each call of a waiting command continues where the previous one ended', async () => {
    const answers = [
      { outcome: 'timed-out', rows: [], after: 'a1' },
      { rows: [row], shown: 1, after: 'a2' },
      { rows: [{ ...row, id: 8 }], shown: 1, after: 'a3' },
    ]
    const { dataFolder, runs } = await standInApp(() => answers.shift())
    const { code, stdout } = await runCommand(
      ['wait', 'type:note.edited', '--count', '2', '--timeout', '5m', '--json'],
      { dataFolder },
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ rows: [{ id: 7 }, { id: 8 }], shown: 2, after: 'a3' })
    expect(runs.map(({ input }) => [input.after, input.count, input.timeout])).toEqual([
      [undefined, 2, 50],
      ['a1', 2, 50],
      ['a2', 1, 50],
    ])
  })

  test.each([
    [{ rows: [{ ...row, id: 8 }], after: 'a2' }, '5m', [7, 8]],
    [{ outcome: 'failed', rows: [], waiting: [row], after: 'a2' }, '5m', [7]],
    [{ outcome: 'timed-out', rows: [], after: 'a2' }, '0', [7]],
  ])(
    'sends wait exits with 1 after a failed response, at the end of its wait',
    async (last, timeout, ids) => {
      const answers = [{ outcome: 'failed', rows: [row], waiting: [], after: 'a1' }, last]
      const { dataFolder } = await standInApp(() => answers.shift())
      const args = ['sends', 'wait', '--count', '2', '--timeout', timeout, '--json']
      const { code, stdout } = await runCommand(args, { dataFolder })
      expect(code).toBe(1)
      expect(JSON.parse(stdout).rows.map(({ id }: { readonly id: number }) => id)).toEqual(ids)
    },
  )

  test('a waiting command exits with 6 at its time limit', async () => {
    const { dataFolder } = await standInApp(() => ({ outcome: 'timed-out', rows: [], after: 'a1' }))
    const { code, stdout } = await runCommand(['wait', '--timeout', '0'], { dataFolder })
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
  })

  test('a waiting command prints each delivery only once, even if the app restarts', async () => {
    const dataFolder = temporaryFolder()
    const answer = (id: number) => ({ rows: [{ ...row, id }], shown: 1, after: `a${id}` })
    const stored = [1, 2, 3, 4]
    const app = (_tool: string, { after, timeout }: Record<string, unknown>, signal: AbortSignal) => {
      const next = stored.find((id) => id > Number(String(after).slice(1)) && id <= available)
      if (next !== undefined) return answer(next)
      return timeout === 0 ? { outcome: 'timed-out', rows: [], after: after ?? 'a0' } : untilCanceled(signal)
    }
    let available = 2
    const first = await standInApp(app, { dataFolder })
    const { child, output, ended } = startCommand(['listen', '--json'], { dataFolder })
    const lines = () =>
      output.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    await eventually(() => expect(output.stdout).toContain('"id":2'))
    await first.close()
    await eventually(() => expect(output.stderr).toContain('Waiting until it runs again'))
    available = 4
    await standInApp(app, { dataFolder })
    await eventually(() => expect(output.stdout).toContain('"id":4'))
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    expect(lines()).toEqual([
      { ready: { workspace: expect.anything(), after: 'a0' } },
      expect.objectContaining({ id: 1 }),
      expect.objectContaining({ id: 2 }),
      { resumed: {} },
      expect.objectContaining({ id: 3 }),
      expect.objectContaining({ id: 4 }),
      { stopped: { reason: 'interrupted', seen: 4 } },
    ])
  })

  test('a waiting command exits with 3 if the app ends', async () => {
    const { dataFolder, runs, close } = await standInApp((_tool, _input, signal) => untilCanceled(signal))
    const { ended } = startCommand(['wait'], { dataFolder })
    await eventually(() => expect(runs).toHaveLength(1))
    await close()
    const { code, stderr } = await ended
    expect(code).toBe(3)
    expect(stderr).toBe('Notehook ended or doesn’t respond.\n')
  })
})

describe('the forward command', () => {
  const receiver = { id: 'rcv_aaaaaaaaaaaaaa', url: 'http://127.0.0.1:4000/webhooks' }
  const send = (id: number) => ({
    ...row,
    id,
    delivery: id,
    receiver: receiver.id,
    verdict: 'fixed',
    untrusted: { response: null },
  })

  test.each([
    ['not-found', 'Forwarding was turned off in Notehook meanwhile.', ''],
    [
      'refused',
      'Another workspace is open.',
      `Forwarding to ${receiver.url} is still on: Another workspace is open.\n`,
    ],
  ] as const)(
    'forward prints each request and ends its forwarding, also if that is %s',
    async (code, said, note) => {
      const { dataFolder, runs } = await standInApp((tool, { after }, signal) => {
        if (tool === 'agents.forward') return { receiver, after: 'a0', run: 'notehook run -- …' }
        if (tool === 'agents.end-forward') throw new AppError(code, said)
        return after === 'a0' ? { rows: [send(1)], shown: 1, after: 'a1' } : untilCanceled(signal)
      })
      const { child, output, ended } = startCommand(['forward', '4000'], { dataFolder })
      await eventually(() => expect(output.stdout).toMatch(/ 1 +204 +fixed +note\.edited +not_1 +Main\n/))
      expect(output.stderr).toMatch(/notehook -- run --data-dir \S+ -- …\n$/)
      const before = output.stderr
      // Sends a second signal at once, as timeout(1) does.
      child.kill('SIGINT')
      child.kill('SIGTERM')
      expect((await ended).code).toBe(130)
      expect(output.stderr.slice(before.length)).toBe(note)
      expect(runs.slice(0, 2)).toMatchObject([
        { tool: 'agents.forward', input: { url: receiver.url } },
        { tool: 'sends_wait', input: { receiver: receiver.id, after: 'a0' } },
      ])
      expect(runs.at(-1)?.input).toEqual({ receiver: receiver.id })
    },
  )

  test('forward names the endpoint of the printed secret and of each request', async () => {
    const endpoints = [
      { id: 'whe_1', label: 'Quickstart' },
      { id: 'whe_2', label: null },
    ]
    const { dataFolder } = await standInApp((tool, { after }, signal) => {
      if (tool === 'agents.forward')
        return { receiver, endpoints, after: 'a0', run: 'notehook run', warnings: ['Pass `endpoint`.'] }
      if (tool === 'agents.end-forward') return { removed: false }
      const rows = endpoints.map(({ id }) => ({ ...send(1), verdict: null, endpoint: id }))
      return after === 'a0' ? { rows, after: 'a1' } : untilCanceled(signal)
    })
    const { child, output, ended } = startCommand(['forward', '4000'], { dataFolder })
    await eventually(() => expect(output.stdout).toMatch(/not_1 +Quickstart\n.*not_1 +whe_2\n/))
    child.kill('SIGINT')
    const { stderr } = await ended
    expect(stderr).toMatch(
      /^Forwarding from .*\nPass --endpoint\.\nTo start your program with the signing secret of “Quickstart”: /,
    )
  })

  test('forward prints the new run line after a restart of the sandbox', async () => {
    let id = 'whe_1'
    const answers: Answers = (tool, { after, timeout }, signal) => {
      const endpoints = [{ id, label: 'Quickstart' }]
      const run = `notehook run --endpoint ${id}`
      if (tool === 'agents.forward' || tool === 'receivers_set')
        return { receiver, endpoints, after: 'a0', run }
      if (tool === 'agents.end-forward') return { removed: false }
      if (timeout === 0) return { rows: [], after }
      if (after !== 'a0') return untilCanceled(signal)
      return { rows: [{ ...send(1), verdict: null, endpoint: id }], after: id }
    }
    const first = await standInApp(answers)
    const { dataFolder } = first
    const { child, output, ended } = startCommand(['forward', '4000'], { dataFolder })
    await eventually(() => expect(output.stdout.match(/not_1 +Quickstart\n/g)).toHaveLength(1))
    await first.close()
    await eventually(() => expect(output.stderr).toContain('Waiting until it runs again'))
    id = 'whe_2'
    await standInApp(answers, { dataFolder })
    const advice =
      /Notehook runs again\.\nStart your program again with the new signing secret: .* --endpoint whe_2\n$/
    await eventually(() => expect(output.stderr).toMatch(advice))
    child.kill('SIGINT')
    await ended
  })

  test('forward reads the endpoints again for a delivery of a new one, and once for that of a deleted one', async () => {
    let endpoints = [{ id: 'whe_1', label: 'Quickstart' }]
    const { dataFolder, runs } = await standInApp((tool, { after }, signal) => {
      const run = `notehook run --endpoint ${endpoints[0]?.id}`
      if (tool === 'agents.forward') return { receiver, endpoints, after: 'a0', run }
      if (tool === 'agents.end-forward') return { removed: false }
      endpoints = [{ id: 'whe_2', label: 'Quickstart' }]
      if (tool === 'receivers_set') return { receiver, endpoints, run: 'notehook run --endpoint whe_2' }
      const rows = ['whe_2', 'whe_gone', 'whe_gone'].map((endpoint) => ({ ...send(1), endpoint }))
      return after === 'a2' ? untilCanceled(signal) : { rows, after: after === 'a0' ? 'a1' : 'a2' }
    })
    const { child, output, ended } = startCommand(['forward', '4000'], { dataFolder })
    await eventually(() => expect(output.stdout.match(/whe_gone/g)).toHaveLength(4))
    expect(output.stdout.match(/not_1 +Quickstart\n/g)).toHaveLength(2)
    child.kill('SIGINT')
    expect((await ended).stderr).toMatch(/Start your program again with the new signing secret: .*whe_2\n$/)
    expect(runs.filter(({ tool }) => tool === 'receivers_set')).toHaveLength(1)
  })

  test('forward says that a request without a delivery catches up', async () => {
    const caughtUp = { ...send(1), delivery: null, type: null, mode: 'catch-up' }
    const answers = [{ rows: [caughtUp], after: 'a1' }]
    const { dataFolder } = await standInApp((tool, _input, signal) => {
      if (tool === 'agents.forward') return { receiver, after: 'a0' }
      if (tool === 'agents.end-forward') return { removed: false, waiting: 0 }
      return answers.shift() ?? untilCanceled(signal)
    })
    const { child, output, ended } = startCommand(['forward', '4000'], { dataFolder })
    await eventually(() => expect(output.stdout).toMatch(/ 204 .*catch-up/))
    child.kill('SIGINT')
    await ended
  })

  test('forward prints a waiting delivery once, whether its request or its wait is returned first', async () => {
    const failed = (id: number) => ({ ...send(id), status: null, verdict: null, cause: 'live', waits: true })
    const waits = (delivery: number) => ({ ...row, delivery, why: 'Nothing accepts connections.' })
    const answers = [
      { rows: [failed(1)], waiting: [waits(2)], after: 'a1' },
      { rows: [failed(2)], waiting: [waits(1), waits(3)], after: 'a2' },
    ]
    const { dataFolder } = await standInApp((tool, _input, signal) => {
      if (tool === 'agents.forward') return { receiver, after: 'a0' }
      if (tool === 'agents.end-forward') return { removed: false, waiting: 3 }
      return answers.shift() ?? untilCanceled(signal)
    })
    const { child, output, ended } = startCommand(['forward', '4000'], { dataFolder })
    await eventually(() => expect(output.stdout).toMatch(/ 3 .*waiting/))
    child.kill('SIGINT')
    await ended
    const advice = `receivers send ${receiver.id} --waiting --data-dir ${JSON.stringify(dataFolder)}`
    expect(output.stderr).toMatch(/Waiting deliveries stay in Notehook\. To send them: /)
    expect(output.stderr).toMatch(/Waiting, not sent: 3\. To send them: .*\n$/)
    expect(output.stderr.split(advice)).toHaveLength(3)
    expect(output.stdout.match(/^\S+ +\d .*waiting/gm)?.map((line) => line.split(/ +/)[1])).toEqual([
      '1',
      '2',
      '3',
    ])
  })
})

describe('every command that is not a tool', () => {
  const receiver = { id: 'rcv_aaaaaaaaaaaaaa', url: 'http://127.0.0.1:4000/webhooks' }
  /** Imitates the app. `next` is the answer of each wait after the first. */
  const openStandIn = (next: (signal: AbortSignal) => unknown) =>
    standInApp((tool, { after, timeout }, signal) => {
      if (tool === 'agents.forward') return { receiver, after: 'a0', run: 'notehook run' }
      if (!tool.endsWith('_wait')) return { removed: true }
      const untrusted = { response: { text: hostileTexts.toReversed().join(), encoding: 'utf-8' } }
      const rows = [{ ...row, delivery: 7, status: 500, verdict: 'regressed', untrusted }]
      return after === 'a0' || timeout === 0 ? { rows, after: 'a1' } : next(signal)
    })
  const script = (code: string) => ['run', '--', process.execPath, '-e', code]
  const long = [['listen'], ['deliveries', 'listen'], ['forward', '4000']]
  const short = [
    ['open'],
    ['open', 'endpoints'],
    ['mcp', '--print'],
    ['mcp', '--print', 'codex'],
    ['--version'],
  ]
  const text = [['completion', 'zsh'], ['complete', '--', 'de'], ['help'], ['status', '--help'], ['mcp']]

  test('exits with 0, or with 130 after Ctrl-C, and prints only JSON to stdout with --json', async () => {
    const { dataFolder } = await openStandIn(untilCanceled)
    const each = async (args: readonly string[], isLong: boolean) => {
      const { child, output, ended } = startCommand([...args, '--json', '--quiet'], { dataFolder })
      if (isLong) {
        await eventually(() => expect(output.stdout).toContain('"id":7'))
        child.kill('SIGINT')
      }
      const { code, stdout, stderr } = await ended
      expect({ args, code, stderr }).toEqual({ args, code: isLong ? 130 : 0, stderr: '' })
      const lines = stdout.trim().split('\n')
      expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'))
      if (!isLong) expect(lines).toHaveLength(1)
    }
    await Promise.all([...long.map((args) => each(args, true)), ...short.map((args) => each(args, false))])
    await Promise.all(
      text.map(async (args) =>
        expect({ args, ...(await runCommand(args, { dataFolder })) }).toMatchObject({ code: 0, stderr: '' }),
      ),
    )
    const program = script('console.log(1); setInterval(() => {}, 1000)')
    const { child, output, ended } = startCommand(program, { dataFolder })
    await eventually(() => expect(output.stdout).toBe('1\n'))
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, stdout: '1\n', stderr: '' })
  })

  test('exits with 3 if no app is running, and prints one line, or JSON with --json', async () => {
    const dataFolder = temporaryFolder()
    const needing = [...long, ['open'], ['open', 'endpoints'], script('')]
    await Promise.all(
      needing.map(async (args) => {
        const plain = await runCommand(args, { dataFolder })
        expect({ args, ...plain }).toMatchObject({ args, code: 3, stdout: '' })
        expect(plain.stderr).toMatch(/^Notehook isn’t running .*\n$/)
        const { code, stdout, stderr } = await runCommand(['--json', ...args], { dataFolder })
        expect({ args, code }).toEqual({ args, code: 3 })
        expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'host-lost' } })
        if (stdout !== '') expect(JSON.parse(stdout)).toEqual({ stopped: { reason: 'failed', seen: 0 } })
      }),
    )
    const { code, stdout, stderr } = await runCommand(['completion', 'zsh', '--json'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'wrong-use' } })
  })

  test('ends quietly with 0 if its pipe is closed', async () => {
    const { dataFolder } = await openStandIn(() => ({ rows: [row], after: 'a2' }))
    const endless = script('setInterval(() => console.log("a".repeat(9_999)), 1)')
    await Promise.all(
      [...long.map((args) => [...args, '--quiet']), ...text.slice(0, 4), endless].map(async (args) => {
        const { child, ended } = startCommand(args, { dataFolder })
        child.stdout.once('data', () => child.stdout.destroy())
        const { code, stderr } = await ended
        expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
      }),
    )
  })

  testNeeding(['linux', 'python'], 'prints no control characters to a terminal with NO_COLOR', async () => {
    const { dataFolder } = await openStandIn(() => {
      throw new AppError('not-allowed', `The end. ${hostileTexts.join()}`)
    })
    const ending = [...short, ...text.slice(0, 4)].map((args) => [args, 0] as const)
    await Promise.all(
      [...long.map((args) => [args, 4] as const), ...ending].map(async ([args, code]) => {
        const env = { TERM: 'xterm', NO_COLOR: '1' }
        const ended = await runCommand(args, { dataFolder, env, wrapper: ['python3', '-c', pty] })
        expect({ args, code: ended.code }).toEqual({ args, code })
        expect(ended.stdout.replaceAll(/\r?\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
        if (code === 4) expect(ended.stdout).toContain('\\u001b[31m')
      }),
    )
  })
})

test('open shows a page of the running app', async () => {
  const { dataFolder, runs } = await standInApp(() => ({}))
  for (const place of ['endpoints', '#/inspector/7']) {
    expect(await runCommand(['open', place], { dataFolder })).toMatchObject({ code: 0 })
  }
  expect((await runCommand(['open'], { dataFolder })).code).toBe(0)
  expect(runs.map(({ tool, input }) => [tool, input.place])).toEqual([
    ['agents.open', '#/endpoints'],
    ['agents.open', '#/inspector/7'],
    ['agents.open', undefined],
  ])
  expect((await runCommand(['open', 'endpoints'], { dataFolder: temporaryFolder() })).code).toBe(3)
})

describe('the run command', () => {
  const secret = 'whsec_c2VjcmV0LWNhbmFyeS1zZWNyZXQtY2FuYXJ5'
  const environment = [
    { name: 'NOTEHOOK_API_URL', value: 'http://127.0.0.1:1', isSecret: false },
    { name: 'NOTEHOOK_SIGNING_SECRET', value: secret, isSecret: true },
  ]
  const script = (code: string) => ['run', '--', process.execPath, '-e', code]

  test('run passes secrets to a program in the environment and masks them in its output', async () => {
    const { dataFolder } = await standInApp(() => ({}), { environment })
    const code = `const { NOTEHOOK_SIGNING_SECRET: s, NOTEHOOK_API_URL: u } = process.env
      process.stdout.write('<' + s.slice(0, 10))
      setTimeout(() => { process.stdout.write(s.slice(10) + '>' + u); process.stderr.write(s + s); process.exitCode = 7 }, 50)`
    expect(await runCommand(script(code), { dataFolder })).toEqual({
      code: 7,
      stdout: '<***>http://127.0.0.1:1',
      stderr: '******',
    })
  })

  test('run starts the program in the folder where npm was started', async () => {
    const { dataFolder } = await standInApp(() => ({}), { environment })
    const INIT_CWD = temporaryFolder()
    const { stdout } = await runCommand(script('console.log(process.cwd())'), {
      dataFolder,
      env: { INIT_CWD },
    })
    expect(stdout).toBe(`${INIT_CWD}\n`)
  })

  test('run prints a prompt of the program immediately', async () => {
    const { dataFolder } = await standInApp(() => ({}), { environment })
    const { child, output } = startCommand(
      script(`process.stdout.write('Name: '); setInterval(() => {}, 1000)`),
      { dataFolder },
    )
    await eventually(() => expect(output.stdout).toBe('Name: '))
    child.kill('SIGTERM')
  })

  test('run masks a secret even if the program’s output is split within it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant(secret), fc.constantFrom('a', 'whsec_', secret.slice(0, 20), '\n')), {
          maxLength: 8,
        }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        async (parts, sizes) => {
          const whole = Buffer.from(parts.join(''))
          const pieces: Buffer[] = []
          for (let at = 0, turn = 0; at < whole.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1
            pieces.push(whole.subarray(at, at + size))
            at += size
          }
          let written = ''
          const to = new Writable({
            write(piece, _encoding, done) {
              written += String(piece)
              done()
            },
          })
          await mask(Readable.from(pieces), to, [secret])
          expect(written).toBe(whole.toString().replaceAll(secret, '***'))
        },
      ),
      property(),
    )
  })

  test('the command “run” reports a program that does not exist', async () => {
    const { dataFolder } = await standInApp(() => ({}), { environment })
    const { code, stderr } = await runCommand(['run', '--', '/no/such/program'], { dataFolder })
    expect(code).toBe(5)
    expect(stderr).toContain('there is no such program')
  })
})

describe('completion', () => {
  const complete = async (...words: string[]) => {
    const { code, stdout } = await runCommand(['complete', '--', ...words], { dataFolder: temporaryFolder() })
    expect(code).toBe(0)
    return stdout.split('\n').filter((word) => word !== '')
  }

  test('completes commands, verbs, options, values and filter keys without a running app', async () => {
    expect(await complete('de')).toEqual(['deliveries'])
    expect(await complete('wai')).toEqual(['wait'])
    expect(await complete('deliveries', '')).toEqual(['list', 'show', 'wait', 'listen'])
    expect(await complete('deliveries', 'list', '--l')).toEqual(['--limit'])
    expect(await complete('sandbox', 'trigger', '--type', 'note.g')).toEqual(['note.generated'])
    expect(await complete('wait', 'ver')).toEqual(['verdict:'])
    expect(await complete('forward', '--e')).toEqual(['--endpoint'])
    expect(await complete('nothing', 'here', '')).toEqual([])
  })

  test.each(['bash'])('generates a completion script that is valid in %s', async (shell) => {
    const { stdout } = await runCommand(['completion', shell])
    expect(spawnSync(shell, ['-n'], { input: stdout }).status).toBe(0)
  })
})

test('starts without loading undici, which would double the start time', async () => {
  const { dataFolder } = await standInApp(() => ({}))
  const list = 'process.on("exit", () => console.log(process.moduleLoadList.join()))'
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(list)}` }
  const { stdout } = await runCommand(['status', '--json'], { dataFolder, env })
  expect(stdout).toContain('NativeModule http')
  expect(stdout).not.toContain('undici')
})

describe('--help', () => {
  test('explains every tool and command', async () => {
    const { stdout } = await runCommand(['--help'], { dataFolder: temporaryFolder() })
    for (const { title } of listedTools()) expect(stdout).toContain(title)
    const wait = await runCommand(['wait', '--help'], { dataFolder: temporaryFolder() })
    expect(wait.stdout).toContain('--timeout 30s')
    expect(wait.stdout).toContain('Needs the level "Read"')
    expect(wait.stdout).not.toMatch(/outcome|they returned|at most 50 s/)
    expect(wait.stdout).toContain('Usage: npm run -s notehook -- deliveries wait')
  })

  test.each(listedTools())('describes $name with commands and flags', (tool) => {
    const text = toolHelp(tool)
    for (const { name } of listedTools()) if (name.includes('_')) expect(text).not.toContain(name)
    for (const [name, { maximum = Number.MAX_SAFE_INTEGER }] of propertiesOf(tool))
      if (maximum < Number.MAX_SAFE_INTEGER && !tool.name.endsWith('_wait'))
        expect(text.replaceAll(/\s+/g, ' '), name).toContain(` At most ${maximum.toLocaleString('en')}.`)
    const [description = ''] = text.split('\n\n  ')
    for (const [name, { description: about }] of propertiesOf(tool)) {
      if (name.length > 1) expect(description).not.toContain(`\`${name}\``)
      expect(about, name).toMatch(/\w/)
    }
  })
})

test('the generated files match what npm run generate writes', () => {
  for (const [path, text] of Object.entries(generatedFiles(root)))
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
})
