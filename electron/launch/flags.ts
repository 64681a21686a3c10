import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Flags {
  /** The page in a browser instead of the desktop app. */
  readonly browser: boolean
  /** Whether a window is opened; else the address is printed. */
  readonly open: boolean
  /** Of the page; 0: a free one. */
  readonly port: number
  /** Absolute; `null`: the usual place. */
  readonly dataDir: string | null
  readonly sandbox: boolean
  /** `null`: the usual number. */
  readonly sandboxNotes: number | null
  readonly json: boolean
  readonly help: boolean
}

export const help = `Usage: npm start -- [options]

Opens Notehook: the desktop app, or, where Electron is not to be had, the same app in a browser window.

  --sandbox            open the sandbox workspace: sample notes on this machine, no key and no network
  --sandbox-notes N    the same with N notes (1 to 1,000,000)
  --data-dir DIR       keep the data in DIR instead of your settings folder
  --browser            the browser host: the page is served on 127.0.0.1, to your browser only
  --no-open            the browser host; print its address instead of opening a window
  --port N             the browser host on this port (1 to 65535; without it: a free one)
  --json               the browser host; one line of JSON on stdout when it is ready
  --help               this text

Ctrl-C ends it. Exit codes: 0 ended as asked, 1 failed, 2 unknown option, 3 port not available,
4 the data folder is in use by another Notehook, 5 the data folder cannot be used.
`

/** Reads the command line; `{ problem }` is a sentence for the user. */
export function parseFlags(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Flags | { readonly problem: string } {
  const kept = keptByNpm.find((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined)
  if (kept !== undefined) {
    return {
      problem: `npm kept --${kept} for itself. Put two dashes before the options: npm start -- --${kept}`,
    }
  }
  try {
    return read(args, env)
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Without `--` in between npm takes options as its own, and the app would start as if nothing had been asked. */
const keptByNpm = ['sandbox', 'sandbox-notes', 'data-dir'] as const

function read(args: readonly string[], env: NodeJS.ProcessEnv): Flags {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      browser: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      sandbox: { type: 'boolean', default: false },
      'sandbox-notes': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const notes = values['sandbox-notes']
  const folder = values['data-dir']
  if (folder === '') throw new Error('--data-dir takes a folder.')
  return {
    browser: values.browser || values['no-open'] || values.json || values.port !== undefined,
    open: !values['no-open'] && !values.json,
    port: values.port === undefined ? 0 : whole('--port', values.port, 65_535),
    // npm changes to the package's own folder; what the user typed is meant from where they stood.
    dataDir: folder === undefined ? null : resolve(env.INIT_CWD ?? '.', folder),
    sandbox: values.sandbox || notes !== undefined,
    sandboxNotes: notes === undefined ? null : whole('--sandbox-notes', notes, 1_000_000),
    json: values.json,
    help: values.help,
  }
}

function whole(name: string, text: string, most: number): number {
  const number = Number(text)
  if (/^[0-9]{1,7}$/.test(text) && number >= 1 && number <= most) return number
  throw new Error(`${name} takes a whole number from 1 to ${most}.`)
}
