import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderInEnv } from '../socket/data-folders.ts'

export interface Flags {
  readonly sandbox: boolean
  readonly sandboxNotes: number | null
  readonly dataDir: string | null
  readonly hidden: boolean
  /** Level of agents in this run. `null` uses the level that the user chose. */
  readonly agents: 'read' | 'sandbox' | null
  readonly print: 'help' | 'version' | null
}

/** Parses the app's options. Ignores unknown ones, because Electron and Chromium read theirs from the same command line. */
export function readFlags(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sandbox: { type: 'boolean' },
      'sandbox-notes': { type: 'string' },
      'data-dir': { type: 'string' },
      hidden: { type: 'boolean' },
      agents: { type: 'string' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
    strict: false,
  })
  const dataDir = values['data-dir']
  const sandboxNotes = noteCount(values['sandbox-notes'])
  return {
    sandbox: values.sandbox === true || sandboxNotes !== null,
    sandboxNotes,
    dataDir: typeof dataDir === 'string' && dataDir !== '' ? resolve(dataDir) : dataFolderInEnv(env),
    hidden: values.hidden === true,
    agents: values.agents === 'read' || values.agents === 'sandbox' ? values.agents : null,
    print: values.help === true ? 'help' : values.version === true ? 'version' : null,
  }
}

export function printedText(print: 'help' | 'version', version: string): string {
  if (print === 'version') return `Notehook ${version}\n`
  return `Usage: notehook [options] [session file]

  --sandbox           Open the sandbox workspace: sample notes on this computer, no API key, no network
  --sandbox-notes N   Open it with N sample notes (1 to 1,000,000)
  --data-dir DIR      Store all data in DIR instead of NOTEHOOK_DATA_DIR or the default folder
  --agents LEVEL      What scripts and agents may do in this run: read or sandbox. Needs a folder without your workspaces
  --hidden            Start in the tray, without a window
  --version           Print the version
  --help              Print this help

A session file (.nhsession) opens in Notehook, also in one that already runs.
`
}

/**
 * Returns an error message if Chromium's sandbox is off, and otherwise `null`. Without the sandbox, a compromised page would have
 * the user's rights. The switch may come from the user, or from the AppImage's launcher on systems that don't let programs create
 * a sandbox.
 */
export function sandboxProblem(args: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const isOff = args.some((arg) => /^--?no-sandbox(?:=|$)/.test(arg)) || 'ELECTRON_DISABLE_SANDBOX' in env
  return isOff ? noSandbox : null
}

const noSandbox =
  'Notehook requires the Chromium sandbox, which was turned off or isn’t allowed by your system. Install the .deb package, or allow unprivileged user namespaces.'

function noteCount(text: string | boolean | undefined): number | null {
  if (typeof text !== 'string' || !/^[0-9]{1,7}$/.test(text)) return null
  const notes = Number(text)
  return notes >= 1 && notes <= 1_000_000 ? notes : null
}
