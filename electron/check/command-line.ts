import { parseArgs } from 'node:util'
import { caseCount } from '#shared/checks/model.ts'

export const usage = `Usage: npm run check -- URL --secret-env NAME [options]
  Sends your receiver 31 kinds of deliveries that it must survive, and says what to change.

  --secret-env NAME     The environment variable with the signing secret (whsec_…),
                        such as NOTEHOOK_SIGNING_SECRET
  --only LIST           Only these cases, such as 1-9,13
  --strict              A failed "should" fails the check, too
  --json FILE           Write the report as JSON
  --junit FILE          Write the report as JUnit XML
  --md FILE             Write the report as Markdown
  --last FILE           Compare with a report that --json wrote
  --ca FILE             Trust these certificate authorities too (PEM)
  --timeout SECONDS     For one request (1 to 15; default: 15, as the service)
  --limit SECONDS       For the whole check (1 to 3600; default: 300)

  --with-api            Start the sandbox as your receiver's API, to see what each delivery causes
  --api-port N          Its port (default: any free one)
  --api-key-env NAME    The environment variable with its API key (default: a new key)
  --look-again SECONDS  How soon a failed fetch has to be repeated (1 to 300; default: 20)
  --help                Print this help

Exit code: 0 all musts passed, 1 a must failed, 2 wrong use, 3 not reachable, 4 a should failed with --strict
`

export class UsageError extends Error {}

export interface CommandLine {
  readonly url: string
  readonly secretEnv: string
  readonly only: readonly number[] | undefined
  readonly strict: boolean
  readonly files: { readonly json?: string; readonly junit?: string; readonly md?: string }
  readonly last: string | undefined
  readonly ca: string | undefined
  readonly requestMs: number
  readonly runMs: number
  readonly api: {
    readonly port: number | undefined
    readonly keyEnv: string | undefined
    readonly lookAgainMs: number
  } | null
}

export function readCommandLine(args: readonly string[]): CommandLine | null {
  const { values, positionals } = parsed(args)
  if (values.help) return null
  const [url, ...rest] = positionals
  if (url === undefined) throw new UsageError('Enter the URL of your receiver.')
  if (rest.length > 0) throw new UsageError(`Enter one URL only, without ${rest.join(' ')}.`)
  const secretEnv = values['secret-env']
  if (secretEnv === undefined) {
    throw new UsageError('Name the environment variable with the signing secret: --secret-env NAME.')
  }
  if (/^whsec_/.test(secretEnv)) {
    throw new UsageError(
      '--secret-env takes the name of a variable, never the secret itself. Replace this secret if others can see it.',
    )
  }
  const withApi = values['with-api'] === true
  const lookAgainMs = 1000 * wholeNumber('look-again', values['look-again'], 1, 300, 20)
  const port =
    values['api-port'] === undefined ? undefined : wholeNumber('api-port', values['api-port'], 1, 65_535, 0)
  for (const option of ['api-port', 'api-key-env', 'look-again'] as const) {
    if (!withApi && values[option] !== undefined) throw new UsageError(`--${option} needs --with-api.`)
  }
  const { json, junit, md } = values
  return {
    url,
    secretEnv,
    only: values.only === undefined ? undefined : readNumbers(values.only),
    strict: values.strict === true,
    files: {
      ...(json === undefined ? {} : { json }),
      ...(junit === undefined ? {} : { junit }),
      ...(md === undefined ? {} : { md }),
    },
    last: values.last,
    ca: values.ca,
    requestMs: 1000 * wholeNumber('timeout', values.timeout, 1, 15, 15),
    runMs: 1000 * wholeNumber('limit', values.limit, 1, 3600, 300),
    api: withApi ? { port, keyEnv: values['api-key-env'], lookAgainMs } : null,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'secret-env': { type: 'string' },
        only: { type: 'string' },
        strict: { type: 'boolean' },
        json: { type: 'string' },
        junit: { type: 'string' },
        md: { type: 'string' },
        last: { type: 'string' },
        ca: { type: 'string' },
        timeout: { type: 'string' },
        limit: { type: 'string' },
        'with-api': { type: 'boolean' },
        'api-port': { type: 'string' },
        'api-key-env': { type: 'string' },
        'look-again': { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Parses numbers and ranges such as `1-9,13`. Returns them sorted and without duplicates. */
function readNumbers(text: string): number[] {
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const [, from = '', to = from] = /^\s*(\d{1,3})(?:-(\d{1,3}))?\s*$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (from === '' || first < 1 || last > caseCount || first > last) {
      throw new UsageError(`--only takes numbers from 1 to ${caseCount}, such as 1-9,13.`)
    }
    for (let number = first; number <= last; number += 1) numbers.add(number)
  }
  return [...numbers].sort((a, b) => a - b)
}

function wholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
  usual: number,
): number {
  if (text === undefined) return usual
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}.`)
}
