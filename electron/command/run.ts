import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import { type Command, exits, kind, UsageError } from './app.ts'
import { parseFor } from './arguments.ts'

export const run: Command = {
  name: 'run',
  usage: 'run [--endpoint NAME] -- PROGRAM …',
  summary: "Run your program with the sandbox's address, key and signing secret",
  flags: {
    endpoint: {
      type: 'string',
      about: 'Name or ID of the endpoint whose signing secret to pass on (default: the first one).',
    },
  },
  more: `Sets NOTEHOOK_API_URL, NOTEHOOK_API_KEY and NOTEHOOK_SIGNING_SECRET for the program only, and masks the secrets in its
output. Returns the program's exit code.`,
  async run({ app, args, signal }) {
    const at = args.indexOf('--')
    const [program, ...rest] = at < 0 ? [] : args.slice(at + 1)
    if (program === undefined)
      throw new UsageError('Put the program behind --, such as notehook run -- npm run dev')
    const { values } = parseFor(run, args.slice(0, at))
    const variables = await app.environment(values.endpoint, signal)
    const secrets = variables.flatMap(({ value, isSecret }) => (isSecret ? [value] : []))
    const env = { ...process.env, ...Object.fromEntries(variables.map(({ name, value }) => [name, value])) }
    return runChild(program, rest, env, secrets)
  },
}

function runChild(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  secrets: readonly string[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    // npm starts a script in the folder of the clone.
    const cwd = kind === 'source' ? env.INIT_CWD : undefined
    const shell = process.platform === 'win32'
    const child = spawn(program, [...args], { cwd, env, shell, stdio: ['inherit', 'pipe', 'pipe'] })
    // Passes on a signal that only the command received. After Ctrl-C, the terminal sends it to both processes.
    const pass = (signal: NodeJS.Signals) => void child.kill(signal)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
    if (!process.stdin.isTTY) process.on('SIGINT', pass)
    const outputs = [mask(child.stdout, process.stdout, secrets), mask(child.stderr, process.stderr, secrets)]
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message
      reject(new AppError('refused', `${program} can’t be started: ${reason}.`))
    })
    child.on('close', async (code, signal) => {
      await Promise.all(outputs)
      resolve(code ?? (signal === null ? exits.failed : 128 + constants.signals[signal]))
    })
  })
}

/**
 * Copies a stream and replaces every secret. A secret may be split between two chunks, so the end of a chunk is delayed if a
 * secret could begin there. All other output, such as a prompt, appears at once.
 */
export async function mask(from: Readable, to: Writable, secrets: readonly string[]): Promise<void> {
  // In Latin-1, every byte is one character, so output in any encoding stays unchanged.
  const hidden = secrets
    .filter((secret) => secret !== '')
    .map((secret) => Buffer.from(secret).toString('latin1'))
  let rest = ''
  for await (const piece of from) {
    rest += piece.toString('latin1')
    for (const secret of hidden) rest = rest.replaceAll(secret, '***')
    const held = Math.max(0, ...hidden.map((secret) => beginningAtEnd(rest, secret)))
    const ready = rest.slice(0, rest.length - held)
    if (ready !== '' && !to.write(ready, 'latin1')) await new Promise((resolve) => to.once('drain', resolve))
    rest = rest.slice(ready.length)
  }
  if (rest !== '') to.write(rest, 'latin1')
}

/** Returns the number of characters at the end that could be the beginning of the secret. */
function beginningAtEnd(text: string, secret: string): number {
  let length = secret.length - 1
  while (!text.endsWith(secret.slice(0, length))) length -= 1
  return length
}
