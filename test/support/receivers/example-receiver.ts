import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { sampleSecret } from '../deliveries/signed-delivery.ts'
import { eventually } from '../eventually.ts'

const root = join(import.meta.dirname, '../../..')

export const exampleReadme = readFileSync(join(root, 'resources/receiver-example/README.md'), 'utf8')

/** Runs the example receiver with the command of its README, on any free port unless `env` sets one. Stops it after the test. */
export function startExampleReceiver({
  secret = sampleSecret,
  env = {},
}: {
  readonly secret?: string
  readonly env?: Readonly<Record<string, string>>
} = {}) {
  const [, quoted, program, script] =
    /^ *NOTEHOOK_SIGNING_SECRET='(whsec_…)' (node) (\S+)$/m.exec(exampleReadme) ?? []
  expect([quoted, program]).toEqual(['whsec_…', 'node'])
  const child = spawn(process.execPath, [script ?? ''], {
    cwd: root,
    env: { ...process.env, PORT: '0', NOTEHOOK_SIGNING_SECRET: secret, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(stop)
  const lines: string[] = []
  let errors = ''
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  child.stderr.on('data', (text) => {
    errors += text
  })
  return {
    lines,
    errors: () => errors,
    ended,
    async port() {
      await eventually(() => expect(lines).not.toHaveLength(0))
      return Number(/^Listening on http:\/\/127\.0\.0\.1:(\d+)\/webhooks$/.exec(lines[0] ?? '')?.[1])
    },
    stop,
  }
}
