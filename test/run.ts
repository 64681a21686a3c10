import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createResults } from './results.ts'

/**
 * Runs the checks side by side, then the tests. A failed check does not stop them. Ends with the 20 slowest files and `N passed, N
 * failed, N skipped`, where each check counts as one test.
 * `--quick` leaves out packages, kills, compilers and all but three browser tests, and runs each property 10 times. `--effort=hard` and
 * `--effort=soak` run every property more often (test/support/runs.ts) and save the results of a whole run in `test/results`. Other
 * arguments, such as the path of a test, go to Vitest.
 * A failed file of `test/e2e` or `test/renderer` runs again alone, and both results are printed, because a page may be slow on two busy
 * cores while a bug fails twice. Other files are not retried: a property that fails once has failed.
 */

interface Count {
  passed: number
  failed: number
  skipped: number
}

/** A file in the output of Vitest's JSON reporter. */
interface FileReport {
  name: string
  status: string
  assertionResults: { status: string; fullName: string }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules')
const isQuick = process.argv.includes('--quick')
const effort = process.argv.find((arg) => arg.startsWith('--effort='))?.slice('--effort='.length)
const environments = ['shared', 'electron', 'electron/main', 'electron/preload', 'renderer', 'test']
const checks: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['format and lint', '@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'],
  ['types', 'typescript/bin/tsc', '--build', '--builders', '2', '--checkers', '1', ...environments],
  ['nothing unused (knip)', 'knip/bin/knip.js'],
  ['build', '../electron/launch/build.ts'],
]

const rest = process.argv.slice(2).filter((arg) => arg !== '--quick' && !arg.startsWith('--effort='))
const isWhole = rest.length === 0
/** Null for a partial run, which does not represent the whole. */
const results =
  effort !== undefined && isWhole && !isQuick ? createResults(join(root, `test/results/${effort}.txt`)) : null
const skipped: string[] = []
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
// A partial long run skips the steps before Vitest.
const sideBySide = (effort !== undefined && !isWhole ? [] : checks).map(async ([name, script, ...args]) => {
  let output = ''
  const onOutput = (text: string) => {
    output += text
  }
  const failed = (await run(script, args, onOutput)) !== 0
  console.log(`\n— ${name}\n${output}`)
  total[failed ? 'failed' : 'passed'] += 1
  if (failed) failures.push(name)
})
await Promise.all(sideBySide)
console.log('\n— tests')
const tests = await vitest(rest)
for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tests[key]
if (tests.failed > 0) failures.push('tests')

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}.`)
process.exitCode = total.failed === 0 ? 0 : 1
const sum = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`
results?.write(sum, skipped)
console.log(`\n${sum}`)

async function vitest(args: readonly string[]): Promise<Count> {
  const first = await runVitest(args)
  const late = first.files.filter(({ status }) => status === 'failed')
  const isOfPage = ({ name }: FileReport) => /^test.(e2e|renderer)./.test(relative(root, name))
  if (!isWhole || late.length === 0 || !late.every(isOfPage)) return first.count

  console.log('\n— failed page tests again, alone')
  const second = await runVitest(late.map(({ name }) => relative(root, name)))
  const before = countOf(late)
  for (const { fullName, status } of late.flatMap(({ assertionResults }) => assertionResults))
    if (status === 'failed') console.log(`Failed at first: ${fullName}`)
  return {
    passed: first.count.passed - before.passed + second.count.passed,
    failed: first.count.failed - before.failed + second.count.failed,
    skipped: first.count.skipped - before.skipped + second.count.skipped,
  }
}

async function runVitest(args: readonly string[]): Promise<{ count: Count; files: readonly FileReport[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-test-'))
  const report = join(folder, 'report.json')
  const slowest = join(root, 'test/slowest-files.ts')
  const reporters = [
    '--reporter=default',
    `--reporter=${slowest}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const status = await run(
    'vitest/vitest.mjs',
    ['run', '--config', join(root, 'test/vitest.config.ts'), ...reporters, ...args],
    results === null
      ? undefined
      : (text) => {
          process.stdout.write(text)
          results.read(text)
        },
  )
  const files = existsSync(report) ? readFiles(report) : []
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  skipped.push(
    ...tests.filter(({ status }) => outcomeOf(status) === 'skipped').map(({ fullName }) => fullName),
  )
  rmSync(folder, { recursive: true, force: true })
  const count = countOf(files)
  // An error after the last test, or a missing report, counts as a failure.
  if (status !== 0 && count.failed === 0) count.failed = 1
  return { count, files }
}

function readFiles(report: string): readonly FileReport[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileReport[] }
  return testResults
}

function countOf(files: readonly FileReport[]): Count {
  const count: Count = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of files) {
    for (const test of assertionResults) count[outcomeOf(test.status)] += 1
    // A file that does not load counts as one failed test.
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) count.failed += 1
  }
  return count
}

function outcomeOf(status: string): keyof Count {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

function run(script: string, args: readonly string[], onOutput?: (text: string) => void): Promise<number> {
  const path = [join(bin, '.bin'), process.env.PATH].join(delimiter)
  const output = onOutput ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [join(bin, script), ...args], {
    cwd: root,
    env: {
      ...process.env,
      PATH: path,
      ...(effort === undefined ? {} : { EFFORT: effort }),
      ...(isQuick ? { QUICK: 'true' } : {}),
    },
    stdio: ['ignore', output, output],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
