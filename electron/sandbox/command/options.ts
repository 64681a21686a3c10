import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLoopbackUrl, publicUrlProblem } from '../api/public-url.ts'
import { parseScript, type ScriptLine } from '../script/parse-script.ts'

export const usage = `Usage: npm run sandbox -- [options]
Runs the sandbox service on this computer until Ctrl-C, or until its script ends.

  --to URL           Deliver to your receiver on this computer, such as http://127.0.0.1:4000/webhooks
  --secret-env NAME  Sign with the secret (whsec_…) in this environment variable, such as NOTEHOOK_SIGNING_SECRET
                     (needed with --to)
  --key-env NAME     Expect the API key in this environment variable from your receiver (default: a new one, printed)
  --script FILE      Carry out the steps in FILE, print a summary and end (see electron/sandbox/README.md)
  --port N           Listen on port N of 127.0.0.1 (default: any free port)
  --notes N          Create N notes (default: 1200)
  --more-folders N   Add N folders to the default 60 (default: 0)
  --listener ORIGIN  Without --to: send deliveries to ORIGIN, such as http://127.0.0.1:8484
  --key KEY          Without --to: use KEY as the API key (default: a new one)
  --json             Print one line of JSON when ready, and one at the end of a script
  --help             Print this help

Exit codes of --to: 0 all delivered (or all expectations of the script met), 1 not, 2 wrong options or script,
3 the receiver never answered.
`

export class UsageError extends Error {}

export interface Options {
  readonly port: number
  readonly notes: number
  readonly moreFolders: number
  readonly json: boolean
  readonly key: string | undefined
  readonly listener: string | undefined
  readonly to: Target | null
}

export interface Target {
  readonly url: string
  readonly signingSecret: string
  readonly apiKey: string | null
  readonly script: readonly ScriptLine[] | null
}

/** Returns `null` for `--help`. Throws a `UsageError`, or a `ScriptError` if the script is invalid. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | null {
  const values = parse(args)
  if (values.help) return null
  const needsTo = (['secret-env', 'key-env', 'script'] as const).find((name) => values[name] !== undefined)
  if (values.to === undefined && needsTo !== undefined)
    throw new UsageError(`--${needsTo} is used with --to: add --to and the URL of your receiver.`)
  const notWithTo = (['listener', 'key'] as const).find((name) => values[name] !== undefined)
  if (values.to !== undefined && notWithTo !== undefined)
    throw new UsageError(
      `--${notWithTo} can’t be used with --to${notWithTo === 'key' ? '. Use --key-env' : ''}.`,
    )
  return {
    port: integer('port', values.port, 0, 65_535),
    notes: integer('notes', values.notes, 1200, 1_000_000),
    moreFolders: integer('more-folders', values['more-folders'], 0, 100_000),
    json: values.json ?? false,
    key: values.key,
    listener: values.listener === undefined ? undefined : listenerOrigin(values.listener),
    to:
      values.to === undefined
        ? null
        : {
            url: loopbackUrl(values.to),
            signingSecret: signingSecret(values['secret-env'], env),
            apiKey: values['key-env'] === undefined ? null : fromEnv('key-env', values['key-env'], env),
            script: values.script === undefined ? null : parseScript(read(values.script)),
          },
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        to: { type: 'string' },
        'secret-env': { type: 'string' },
        'key-env': { type: 'string' },
        script: { type: 'string' },
        port: { type: 'string' },
        notes: { type: 'string' },
        'more-folders': { type: 'string' },
        listener: { type: 'string' },
        key: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function loopbackUrl(text: string): string {
  const url = publicUrlProblem(text) === null ? URL.parse(text) : null
  if (url && isLoopbackUrl(url)) return text
  throw new UsageError(
    '--to must be a receiver on this computer, such as http://127.0.0.1:4000/webhooks or http://localhost:4000. The sandbox sends nothing elsewhere.',
  )
}

function listenerOrigin(text: string): string {
  const url = URL.parse(text)
  if (url && isLoopbackUrl(url)) return url.origin
  throw new UsageError(
    '--listener must be the origin of a listener on this computer, such as http://127.0.0.1:8484. The sandbox sends nothing elsewhere.',
  )
}

function signingSecret(name: string | undefined, env: NodeJS.ProcessEnv): string {
  if (name === undefined)
    throw new UsageError('--to needs --secret-env: the environment variable that holds the signing secret.')
  const [, text = ''] = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(fromEnv('secret-env', name, env)) ?? []
  const padded = text.includes('=') ? text : text.padEnd(Math.ceil(text.length / 4) * 4, '=')
  const isBase64 = padded.length % 4 === 0 && !padded.endsWith('===')
  if (isBase64 && Buffer.from(padded, 'base64').length >= 16) return `whsec_${padded}`
  throw new UsageError(
    `The environment variable ${name} is not a signing secret: whsec_ and at least 16 bytes in base64.`,
  )
}

function fromEnv(option: string, name: string, env: NodeJS.ProcessEnv): string {
  // The message leaves out the value, because it may be a secret that was entered by mistake.
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name) || name.startsWith('whsec_'))
    throw new UsageError(`--${option} is the name of an environment variable, not its value.`)
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined
  if (!value) throw new UsageError(`The environment variable ${name} is not set.`)
  return value
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`The script can’t be read: ${(error as Error).message}`)
  }
}

function integer(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback
  if (!/^\d+$/.test(text) || Number(text) > max)
    throw new UsageError(`--${name} must be a whole number of at most ${max}.`)
  return Number(text)
}
