import { parseArgs } from 'node:util'
import type { ListedTool } from '#shared/agents/contract.ts'
import { AppError } from '#shared/errors.ts'
import manifest from '../../package.json' with { type: 'json' }
import {
  type Answer,
  type Command,
  type Context,
  exitCodeOf,
  exits,
  openApp,
  runnable,
  UsageError,
} from './app.ts'
import {
  asCommands,
  builtIn,
  didYouMean,
  findByWords,
  globalOptions,
  nouns,
  readInput,
  verbsOf,
  wordsOf,
} from './arguments.ts'
import { completion, completions } from './completion.ts'
import { forward } from './forward.ts'
import { commandHelp, inFlags, overview, toolHelp } from './help.ts'
import { listen, waitFor } from './listen.ts'
import { mcp } from './mcp-command.ts'
import { jsonOf, lineOf, terminalWidth, textOf, valueAt } from './print.ts'
import { run } from './run.ts'
import { open, start } from './start.ts'

const inShell = (text: string, flag: string) => runnable(asCommands(text, 'notehook ', flag))
const commands: readonly Command[] = [forward, listen, run, start, open, mcp, completion]

const commandWords = new Set([
  ...builtIn.flatMap(({ name }) => wordsOf(name)),
  ...commands.map(({ name }) => name),
])

const stopping = new AbortController()
const write = (text: string) => void process.stdout.write(text)
const line = (value: object) => write(`${jsonOf(value)}\n`)

async function main(given: readonly string[]): Promise<number> {
  if (given[0] === 'complete') {
    const [, , ...typed] = given
    for (const word of completions(typed, commands)) write(`${word}\n`)
    return exits.done
  }
  const { words, values } = readWords(given)
  const json = values.json === true
  let folderFlag = ''
  const note = (text: string) =>
    void (values.quiet === true || process.stderr.write(`${lineOf(inShell(text, folderFlag))}\n`))
  try {
    const dataDir = typeof values['data-dir'] === 'string' ? values['data-dir'] : undefined
    // Other words may be values, which must not be shown as the caller's name.
    const names = words.slice(0, 2).map(({ value }) => value)
    const caller = ['notehook', ...names.filter((name) => commandWords.has(name))].join(' ')
    const app = openApp(dataDir, caller)
    if (dataDir !== undefined) folderFlag = app.folderFlag
    const context = { app, json, signal: stopping.signal, write, line, note }
    return await runCommand(context, given, words, values)
  } catch (error) {
    if (stopping.signal.aborted) return exits.stopped
    printError(error, json, folderFlag)
    return exitCodeOf(error)
  }
}

/**
 * Returns the words that name the command, and the global options. Other options are parsed later, because they depend on the
 * command.
 */
function readWords(args: readonly string[]) {
  const options = { args: [...args], options: globalOptions, strict: false, allowPositionals: true }
  const { tokens, values } = parseArgs({ ...options, tokens: true })
  const end = tokens.findIndex(({ kind }) => kind === 'option-terminator')
  const words = tokens.slice(0, end < 0 ? tokens.length : end).filter((token) => token.kind === 'positional')
  return { words: words[0]?.value === 'help' ? words.slice(1) : words, values }
}

async function runCommand(
  context: Omit<Context, 'args'>,
  given: readonly string[],
  words: ReturnType<typeof readWords>['words'],
  { help, version }: Readonly<Record<string, unknown>>,
): Promise<number> {
  if (version === true) {
    const answer = { version: manifest.version }
    return printed(context.json ? `${jsonOf(answer)}\n` : `notehook ${answer.version}\n`)
  }
  const [noun, verb] = words
  if (noun === undefined) return printed(runnable(overview(commands)))
  const argsAfter = (count: number) => {
    const named = words.slice(0, count).map(({ index }) => index)
    return given.filter((_arg, at) => !named.includes(at))
  }
  const isHelp = help === true || given[0] === 'help'
  const isListen = noun.value === 'deliveries' && verb?.value === 'listen'
  const own = isListen ? listen : commands.find(({ name }) => name === noun.value)
  if (own !== undefined) {
    if (isHelp) return printed(runnable(commandHelp(own)))
    return own.run({ ...context, args: argsAfter(isListen ? 2 : 1) })
  }
  const tool = findTool(isHelp ? ownTools : await toolsOf(context), noun.value, verb?.value)
  if (isHelp) return printed(runnable(toolHelp(tool)))
  const args = argsAfter(noun.value === 'wait' ? 1 : wordsOf(tool.name).length)
  return runTool({ ...context, args }, tool).catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, inFlags(error.message, tool), error.details)
  })
}

/**
 * Returns the tools of the running app, which may be newer than this command. If no app is running, returns the built-in tools,
 * so that a wrong command is still reported.
 */
async function toolsOf({ app, signal }: Omit<Context, 'args'>): Promise<KnownTools> {
  try {
    return await app.tools(signal)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'refused') return ownTools
    throw error
  }
}

type KnownTools = Awaited<ReturnType<Context['app']['tools']>>
const ownTools: KnownTools = { tools: builtIn, replaced: [] }

function findTool({ tools, replaced }: KnownTools, noun: string, verb: string | undefined): ListedTool {
  const found = findByWords(tools, noun, verb)
  if (found !== undefined) return found
  const removed = findByWords(replaced, noun, verb)
  if (removed !== undefined) {
    const [before, now] = [removed.name, removed.by].map((name) => wordsOf(name).join(' '))
    throw new UsageError(`${before} was removed. Use ${now} instead.`)
  }
  const verbs = verbsOf(tools, noun)
  const its = ` It has ${verbs.join(', ')}.`
  if (verbs.length > 0 && verb === undefined) throw new UsageError(`notehook ${noun} needs a verb.${its}`)
  if (verbs.length > 0 && verb !== undefined)
    throw new UsageError(`Unknown command: ${noun} ${verb}.${didYouMean(verb, verbs, `${noun} `) || its}`)
  const names = [...nouns, ...commands.map(({ name }) => name), 'wait']
  throw new UsageError(`Unknown command: ${noun}.${didYouMean(noun, names)}`)
}

async function runTool(context: Context, tool: ListedTool): Promise<number> {
  const { input, values } = readInput(tool, context.args)
  if (values.raw === true) return printRaw(context, tool, input)
  const isWait = tool.name.endsWith('_wait')
  const answer = isWait
    ? await waitFor(context, tool.name, input)
    : await context.app.run(tool.name, input, context.signal)
  printAnswer(context, tool, answer)
  if (context.signal.aborted) return exits.stopped
  if (answer.outcome === 'failed') return exits.no
  if (answer.outcome !== 'done') return exits.timedOut
  const hasFindings = answer.shown > 0 || Number(valueAt(answer, 'counts.behind')) > 0
  return values.fail === true && hasFindings ? exits.no : exits.done
}

function printAnswer({ json, note }: Context, tool: ListedTool, answer: Answer): void {
  if (json) line(answer)
  else write(textOf(tool, answer, terminalWidth()) + jobLine(answer))
  for (const warning of answer.warnings) note(inFlags(warning, tool))
  if (json) return
  if (answer.outcome === 'running') note('It is still running in Notehook.')
  if (answer.outcome === 'timed-out') note('Nothing matched in time.')
  else if (Array.isArray(answer.rows) && answer.rows.length === 0 && answer.warnings.length === 0)
    note('Nothing found.')
  if (answer.next !== null) {
    const all = answer.matching === null ? 'There is more' : `${answer.shown} of ${answer.matching}`
    note(`${all}. To continue, add --next ${answer.next}`)
  } else if (answer.truncated) note('The answer was cut. --json shows what is there.')
}

/** Returns the counts of a job, whose sends are not in the rows of the answer. */
function jobLine({ rows, job }: Answer): string {
  const count = (name: string) => Number(valueAt(job, name)).toLocaleString('en')
  if (rows === undefined || !job) return ''
  return `Sent ${count('done')} of ${count('total')}: ${count('passed')} passed, ${count('failed')} failed.\n`
}

async function printRaw({ app, signal }: Context, tool: ListedTool, input: object): Promise<number> {
  if (process.stdout.isTTY)
    throw new UsageError('--raw writes to a pipe or file only, such as … --raw > body.json')
  for (let from = 0, bytes = 1; from < bytes; ) {
    const answer = await app.run(tool.name, { ...input, from }, signal)
    const text = valueAt(answer, 'untrusted.body.text')
    const isBase64 = valueAt(answer, 'untrusted.body.encoding') === 'base64'
    const piece = Buffer.from(String(text ?? ''), isBase64 ? 'base64' : 'utf8')
    process.stdout.write(piece)
    bytes = Number(answer.bodyBytes)
    from += piece.length
    if (piece.length === 0 && from < bytes)
      throw new AppError('bad-response', 'Notehook returned no more bytes.')
  }
  return exits.done
}

function printed(text: string): number {
  write(text)
  return exits.done
}

function printError(error: unknown, json: boolean, folderFlag: string): void {
  const isExpected = error instanceof AppError || error instanceof UsageError
  const message = inShell(isExpected ? error.message : `Something went wrong: ${String(error)}`, folderFlag)
  const code = error instanceof AppError ? error.code : error instanceof UsageError ? 'wrong-use' : 'internal'
  const advice = error instanceof UsageError ? `\n${runnable('notehook --help')} lists all commands.` : ''
  process.stderr.write(json ? `${jsonOf({ error: { code, message } })}\n` : `${lineOf(message)}${advice}\n`)
  if (process.env.NOTEHOOK_DEBUG) console.error(error)
}

// Ignores the error of a pipe that closes early, as with `| head -1`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? exits.done : exits.failed),
)
/** Signals within this time after the first are ignored, because programs such as timeout(1) send each signal twice. */
const sameStopMs = 500
let stoppedMs = Number.POSITIVE_INFINITY
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C ends a command that does not react to the first.
    if (performance.now() - stoppedMs > sameStopMs) process.exit(exits.stopped)
    if (stopping.signal.aborted) return
    stoppedMs = performance.now()
    stopping.abort()
  })
}
process.exitCode = await main(process.argv.slice(2))
