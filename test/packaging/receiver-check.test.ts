import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testNeeding } from '../support/needs.ts'

const root = join(import.meta.dirname, '../..')
const bundle = join(root, 'dist/check/receiver-check.mjs')
const workflow = readFileSync(join(root, 'resources/receiver-check.yml'), 'utf8')

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the receiver check is bundled as a single file', () => {
  expect(readdirSync(join(root, 'dist/check'))).toEqual(['receiver-check.mjs'])
  const folder = emptyFolder()
  copyFileSync(bundle, join(folder, 'check.mjs'))
  const help = execFileSync(process.execPath, ['check.mjs', '--help'], {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  })
  expect(help).toContain('--secret-env NAME')
  expect(readFileSync(bundle, 'utf8')).not.toMatch(/node:sqlite|keytar/)
  const wrong = spawnSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8', env: {} })
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('Enter the URL of your receiver.'),
  ])
})

testNeeding(['curl', 'openssl'], 'the steps of the CI workflow check the example receiver', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'tools'))
  copyFileSync(bundle, join(folder, 'tools/receiver-check.mjs'))
  copyFileSync(join(root, 'resources/receiver-example/receiver.mjs'), join(folder, 'receiver.mjs'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const port = String(await freePort())
  const [secret = '', start = '', check = ''] = [
    'Make a signing secret',
    'Start the receiver',
    'Check the receiver',
  ].map((name) => stepNamed(name).replaceAll('4000', port))
  // Runs the steps as one job, because the receiver runs until its last step.
  const script = `set -e
${secret}
export "$(cat "$GITHUB_ENV")"
${start}
trap 'kill %1' EXIT
${check}`
  const env = {
    PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
    GITHUB_ENV: join(folder, 'env'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  }
  const run = spawnSync('bash', ['--norc', '-c', script], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  })
  expect([run.status, run.stderr]).toEqual([0, ''])
  expect(run.stdout).toContain('25 passed, effect not seen in 6.')
  expect(readFileSync(join(folder, 'receiver-check.xml'), 'utf8')).toContain(
    'tests="31" failures="0" errors="0"',
  )
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('# Receiver check')
  expect(JSON.parse(readFileSync(join(folder, 'receiver-check.json'), 'utf8')).end).toBe('complete')
})

/** The command of a step: one line, a block (|), or a folded block (>-). */
function stepNamed(name: string): string {
  const [, sign = '', rest = ''] =
    new RegExp(`- name: ${name}\\n\\s+run: (\\||>-)?(.*(?:\\n {10}.*)*)`).exec(workflow) ?? []
  const lines = rest.split('\n').map((line) => line.trim())
  expect(lines.length, name).toBeGreaterThan(0)
  return lines.join(sign === '>-' ? ' ' : '\n')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
