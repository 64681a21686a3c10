import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { caseOf } from '#shared/checks/cases.ts'
import { checkReceiver, numbersOf } from '../support/checks/check-run.ts'
import { sampleSecret } from '../support/deliveries/signed-delivery.ts'
import { type NeedName, testNeeding } from '../support/needs.ts'

// Checks the snippets that people paste into their receivers, each behind a small server, with the receiver check.

const snippets = join(import.meta.dirname, '../../resources/snippets')
const servers = join(import.meta.dirname, '../support/snippets')

served('Node', 'mjs', [], [process.execPath, 'serve.mjs'])
served('Python', 'py', ['python'], ['python3', '-B', 'serve.py'])

// Compilers run only in long runs, as in snippets.test.ts.
if (process.env.EFFORT === 'hard' || process.env.EFFORT === 'soak') {
  served(
    'Java',
    'java',
    ['java'],
    ['java', '-cp', 'classes', 'Serve'],
    [['javac', '-encoding', 'UTF-8', '-d', 'classes', 'verify.java', 'serve.java']],
  )
}

function served(
  language: string,
  extension: string,
  needs: readonly NeedName[],
  [program = '', ...args]: readonly string[],
  builds: readonly (readonly string[])[] = [],
): void {
  testNeeding(needs, `a receiver with the snippet for ${language} passes every required case`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'notehook-snippet-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    copyFileSync(join(snippets, `verify.${extension}`), join(folder, `verify.${extension}`))
    copyFileSync(join(servers, `serve.${extension}`), join(folder, `serve.${extension}`))
    const env = { ...process.env, NOTEHOOK_SIGNING_SECRET: sampleSecret }
    for (const [build = '', ...options] of builds) execFileSync(build, options, { cwd: folder })
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    })
    const [port] = await once(createInterface(child.stdout), 'line')

    const report = await checkReceiver(`http://127.0.0.1:${port}/`)
    expect(report.end).toBe('complete')
    const failed = report.results.filter(({ number }) =>
      numbersOf(report, 'failed', 'not-run').includes(number),
    )
    expect(failed.filter(({ number }) => caseOf(number).grade === 'must')).toEqual([])
    // Optional cases must pass too.
    expect(failed).toEqual([])
  })
}
