import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderInEnv } from '../socket/data-folders.ts'

export interface Flags {
  readonly browser: boolean
  readonly open: boolean
  readonly port: number
  readonly dataDir: string | null
  readonly sandbox: boolean
  readonly sandboxNotes: number | null
  /** Level of agents in this run. `null` uses the level that the user chose. */
  readonly agents: 'read' | 'sandbox' | null
  readonly json: boolean
  readonly help: boolean
}

export const help = `Usage: npm start -- [options]

Starts Notehook as a desktop app, or in a browser window if Electron is not available.

  --sandbox            Open the sandbox: sample notes on this computer, no API key, no network
  --sandbox-notes N    Open it with N sample notes (1 to 1,000,000)
  --data-dir DIR       Store all data in DIR (default: NOTEHOOK_DATA_DIR, or the default folder)
  --browser            Run in your browser instead of Electron, served on 127.0.0.1 to your browser only
  --no-open            Like --browser, but print the address instead of opening a window
  --port N             Like --browser, on port N (1 to 65535; default: the last one used, or a free one)
  --agents LEVEL       What scripts and agents may do in this run: read or sandbox. Needs a data folder without your workspaces
  --json               Like --no-open, but print one line of JSON to stdout when ready
  --help               Print this help

Press Ctrl-C to stop. Exit codes: 0 stopped normally, 1 failed, 2 invalid option, 3 port not available,
4 data folder in use by another Notehook, 5 data folder cannot be used.
`

export function parseFlags(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Flags | { readonly problem: string } {
  const taken = takenByNpm.find((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined)
  if (taken !== undefined) {
    return {
      problem: `npm took --${taken} as its own option. Add -- before the options: npm start -- --${taken}`,
    }
  }
  try {
    return read(args, env)
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Options that npm handles itself unless `--` precedes them, so they would not reach the app. */
const takenByNpm = ['sandbox', 'sandbox-notes', 'data-dir', 'agents'] as const

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
      agents: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const notes = values['sandbox-notes']
  const folder = values['data-dir']
  if (folder === '') throw new Error('--data-dir needs a folder.')
  return {
    browser: values.browser || values['no-open'] || values.json || values.port !== undefined,
    open: !values['no-open'] && !values.json,
    port: values.port === undefined ? 0 : parseInteger('--port', values.port, 65_535),
    // Resolves the path in the folder where the user ran npm, because npm changes to the package's folder.
    dataDir: folder === undefined ? dataFolderInEnv(env) : resolve(env.INIT_CWD ?? '.', folder),
    sandbox: values.sandbox || notes !== undefined,
    sandboxNotes: notes === undefined ? null : parseInteger('--sandbox-notes', notes, 1_000_000),
    agents: agentLevel(values.agents, folder ?? dataFolderInEnv(env)),
    json: values.json,
    help: values.help,
  }
}

/**
 * Parses the level. Requires a separate data folder, so that a program can't start the app with access to the user's own data.
 */
function agentLevel(text: string | undefined, folder: string | null): Flags['agents'] {
  if (text === undefined) return null
  if (text !== 'read' && text !== 'sandbox') throw new Error('--agents must be read or sandbox.')
  if (folder === null) throw new Error('--agents needs --data-dir with a folder of its own.')
  return text
}

function parseInteger(name: string, text: string, max: number): number {
  const number = Number(text)
  if (/^[0-9]{1,7}$/.test(text) && number >= 1 && number <= max) return number
  throw new Error(`${name} must be a whole number from 1 to ${max}.`)
}
