import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createResults } from './results.ts'

/**
 * Every check there is, in the order of what fails soonest, and all of them: a red one does not hide the next. Ends with
 * `N passed, N failed, N skipped`, where each step before Vitest counts as one test. `--effort=hard` and `--effort=soak`
 * try every property more often (test/support/runs.ts) and keep what they say in `test/results`; other arguments go to Vitest.
 */

interface Count {
  passed: number
  failed: number
  skipped: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules')
const effort = process.argv.find((arg) => arg.startsWith('--effort='))?.slice('--effort='.length)
const checks: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['format and lint', '@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'],
  ...['shared', 'electron', 'electron/main', 'electron/preload', 'renderer', 'test'].map(
    (folder) => [`types of ${folder}`, 'typescript/bin/tsc', '-p', folder] as const,
  ),
  ['nothing unused (knip)', 'knip/bin/knip.js'],
  ['build', '../electron/launch/build.ts'],
]

/** Only of all the tests: a part says nothing of the whole. */
const rest = process.argv.slice(2).filter((arg) => !arg.startsWith('--effort='))
const results =
  effort === undefined || rest.length > 0 ? null : createResults(join(root, 'test/results'), effort)
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
for (const [name, script, ...args] of checks) {
  console.log(`\n— ${name}`)
  const failed = (await run(script, args)) !== 0
  total[failed ? 'failed' : 'passed'] += 1
  if (failed) failures.push(name)
}
console.log('\n— tests')
const tests = await vitest(rest)
for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tests[key]
if (tests.failed > 0) failures.push('tests')

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}.`)
process.exitCode = total.failed === 0 ? 0 : 1
const sum = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`
results?.write(sum)
console.log(`\n${sum}`)

async function vitest(args: readonly string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = await run(
    'vitest/vitest.mjs',
    ['run', '--config', join(root, 'test/vitest.config.ts'), ...reporters, ...args],
    results?.hear,
  )
  const count = existsSync(report) ? readCount(report) : { passed: 0, failed: 0, skipped: 0 }
  rmSync(folder, { recursive: true, force: true })
  // A file that does not load, or an error after the last test, is red without a failed test of its own.
  if (status !== 0 && count.failed === 0) count.failed = 1
  return count
}

function readCount(report: string): Count {
  const read = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  return {
    passed: read.numPassedTests ?? 0,
    failed: read.numFailedTests ?? 0,
    skipped: (read.numPendingTests ?? 0) + (read.numTodoTests ?? 0),
  }
}

function run(script: string, args: readonly string[], hear?: (text: string) => void): Promise<number> {
  const path = [join(bin, '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, [join(bin, script), ...args], {
    cwd: root,
    env: { ...process.env, PATH: path, ...(effort === undefined ? {} : { EFFORT: effort }) },
    stdio: ['ignore', hear ? 'pipe' : 'inherit', 'inherit'],
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    hear?.(text)
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
