import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isComparable, type ReportBefore } from '#shared/checks/compare.ts'
import { CheckReport, CheckResult } from '#shared/checks/model.ts'
import { jsonOf } from '#shared/checks/reports/json.ts'
import { junitOf } from '#shared/checks/reports/junit.ts'
import { markdownOf } from '#shared/checks/reports/markdown.ts'
import { summaryOf } from '#shared/checks/summary.ts'
import { type CommandLine, readCommandLine, UsageError, usage } from './command-line.ts'
import { readSecret, readVariable, signerOf } from './secret.ts'
import type { CheckNotes } from './suite/ports.ts'
import { runChecks } from './suite/run-checks.ts'
import { openTarget, UnreachableError } from './target.ts'
import { createTerminal } from './terminal.ts'

const wrongUse = 2
const notReachable = 3
/** The exit code that shells use for an interrupted program: 128 + SIGINT. */
const stoppedByUser = 130

/** Checks a receiver from the command line, without a window, store or keychain. Ctrl-C stops the check but keeps its results. */
async function main(args: readonly string[]): Promise<number> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const command = readCommandLine(args)
    if (command === null) {
      process.stdout.write(usage)
      return 0
    }
    return await check(command, stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) return stoppedByUser
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nnpm run check -- --help lists all options.\n`)
      return wrongUse
    }
    if (error instanceof UnreachableError) {
      process.stderr.write(`${error.message}\n`)
      return notReachable
    }
    throw error
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

async function check(command: CommandLine, signal: AbortSignal): Promise<number> {
  const secret = readSecret(process.env, command.secretEnv)
  const before = command.last === undefined ? null : readReport(command.last)
  const ca = command.ca === undefined ? null : readCertificates(command.ca)
  // Checks the output files before the run, because the run may take minutes.
  for (const file of Object.values(command.files)) checkWritable(file)
  const api = command.api === null ? null : await openApi(command.api, process.env)
  try {
    const secrets = api === null ? [secret] : [secret, api.key]
    const exchange = await openTarget({ url: command.url, ca, secrets, signal })
    if (api !== null) await announce(api, command.api?.port === undefined, signal)
    const terminal = createTerminal((text) => process.stdout.write(text), hasColors())
    const report = await runChecks({
      url: command.url,
      sign: signerOf(secret),
      exchange,
      notes: api?.notes ?? null,
      only: command.only,
      limits: {
        requestMs: command.requestMs,
        runMs: command.runMs,
        ...(command.api === null ? {} : { lookAgainMs: command.api.lookAgainMs }),
      },
      signal,
      onResult: terminal.result,
    })
    terminal.end(report, before)
    writeReports(command, report, before)
    return exitCode(report, command.strict)
  } finally {
    await api?.close()
  }
}

function writeReports(
  { files, strict }: CommandLine,
  report: CheckReport,
  before: ReportBefore | null,
): void {
  if (files.json !== undefined) write(files.json, jsonOf(report))
  if (files.junit !== undefined) write(files.junit, junitOf(report, { strict }))
  if (files.md !== undefined)
    write(files.md, markdownOf(report, before && isComparable(before, report) ? before : null))
}

function exitCode(report: CheckReport, strict: boolean): number {
  if (report.end === 'unreachable') return notReachable
  if (report.end === 'stopped') return stoppedByUser
  const { mustsPassed, failed } = summaryOf(report)
  if (!mustsPassed) return 1
  return strict && failed.should > 0 ? 4 : 0
}

/**
 * Prints the API's address and key, then waits for Enter, because a running receiver must be restarted with them. Without a
 * terminal, or if the port was given, the receiver was configured in advance and there is no wait.
 */
async function announce(
  { baseUrl, key, isNewKey }: { readonly baseUrl: string; readonly key: string; readonly isNewKey: boolean },
  isNew: boolean,
  signal: AbortSignal,
): Promise<void> {
  const shown = isNewKey ? key : '(as in the environment)'
  process.stdout.write(
    `Your receiver’s API   base address ${baseUrl} (paths begin with /v1)   API key ${shown}\n`,
  )
  if (!process.stdin.isTTY || !isNew) return
  process.stdout.write('Start your receiver with these, then press Enter.\n')
  await once(process.stdin, 'data', { signal })
  process.stdin.pause()
}

function hasColors(): boolean {
  const { NO_COLOR = '' } = process.env
  return process.stdout.isTTY === true && NO_COLOR === ''
}

/** Reads certificates in PEM format. Throws `UsageError` if the file contains none. */
function readCertificates(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} can’t be read: ${reasonOf(error)}`)
  }
  try {
    new X509Certificate(text)
  } catch {
    throw new UsageError(`${file} isn’t a certificate in PEM (-----BEGIN CERTIFICATE-----).`)
  }
  return text
}

function write(file: string, text: string): void {
  writing(file, () => writeFileSync(file, text))
}

/** Checks that the file can be written without changing it, because the run may be interrupted. */
function checkWritable(file: string): void {
  const isNew = !existsSync(file)
  writing(file, () => closeSync(openSync(file, 'a')))
  if (isNew) rmSync(file)
}

function writing(file: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    throw new UsageError(`${file} can’t be written: ${reasonOf(error)}`)
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The sandbox, acting as the API from which the receiver fetches notes. */
interface CheckApi {
  readonly baseUrl: string
  readonly key: string
  /** Whether the key was generated for this run and is therefore safe to print. */
  readonly isNewKey: boolean
  readonly notes: CheckNotes
  close(): Promise<void>
}

/** Opens the sandbox. Throws `UsageError` if the port is not available. */
async function openApi(
  { port, keyEnv }: NonNullable<CommandLine['api']>,
  env: NodeJS.ProcessEnv,
): Promise<CheckApi> {
  const given = keyEnv === undefined ? undefined : readVariable(env, keyEnv)
  // Imported only when needed, because a check that doesn't use the API starts faster without it.
  const { openSandbox } = await import('../sandbox/sandbox.ts')
  const sandbox = await openSandbox({
    notes: 20,
    listenerOrigin: () => null,
    ...(port === undefined ? {} : { port }),
    ...(given ? { apiKey: given } : {}),
  }).catch((error: Error) => {
    throw new UsageError(`The sandbox can’t listen on port ${port}: ${error.message}`)
  })
  const { baseUrl, apiKey, checkNotes } = sandbox
  return { baseUrl, key: apiKey, isNewKey: !given, notes: checkNotes, close: () => sandbox.close() }
}

const LastReport = CheckReport.pick({ version: true, url: true, signer: true }).extend({
  results: CheckResult.pick({ number: true, state: true }).array(),
})

/** Reads the fields of an earlier report that a comparison needs. Throws `UsageError`. */
function readReport(file: string): ReportBefore {
  const read = LastReport.safeParse(readJson(file))
  if (read.success) return read.data
  throw new UsageError(`${file} is not a report of this check. Write one with --json.`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} can’t be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

process.exitCode = await main(process.argv.slice(2))
