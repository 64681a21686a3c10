import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Flags {
  /** Straight into the sandbox workspace. */
  readonly sandbox: boolean
  /** How many sample notes; `null` for the usual number. */
  readonly sandboxNotes: number | null
  /** Where everything is kept instead of the usual place; absolute. */
  readonly dataDir: string | null
  /** To be answered in the terminal, with nothing opened. */
  readonly asks: 'help' | 'version' | null
}

/** Electron and Chromium read switches of their own from the same line, so what is unknown here is left to them. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sandbox: { type: 'boolean' },
      'sandbox-notes': { type: 'string' },
      'data-dir': { type: 'string' },
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
    dataDir: typeof dataDir === 'string' && dataDir !== '' ? resolve(dataDir) : null,
    asks: values.help === true ? 'help' : values.version === true ? 'version' : null,
  }
}

export function answerTo(asked: 'help' | 'version', version: string): string {
  if (asked === 'version') return `Notehook ${version}\n`
  return `Usage: notehook [options]

  --sandbox           open the sandbox workspace: sample notes on this machine, no key and no network
  --sandbox-notes N   the same with N notes (1 to 1,000,000)
  --data-dir DIR       keep the data in DIR instead of your settings folder
  --version            the version
  --help               this text
`
}

/**
 * Why it does not start: without Chromium's sandbox a page that breaks out would have this user's rights. `null`: nothing asks
 * for that. Typed, or added by the AppImage's launcher where the system lets no program make a sandbox.
 */
export function sandboxRefusal(args: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const isOff = args.some((arg) => /^--?no-sandbox(?:=|$)/.test(arg)) || 'ELECTRON_DISABLE_SANDBOX' in env
  return isOff ? noSandbox : null
}

const noSandbox =
  'Notehook does not start without its sandbox. If you did not turn it off, this system does not let programs make one: install the .deb, which brings the permission, or allow unprivileged user namespaces.'

/** The launcher has already complained about anything else. */
function noteCount(text: string | boolean | undefined): number | null {
  if (typeof text !== 'string' || !/^[0-9]{1,7}$/.test(text)) return null
  const notes = Number(text)
  return notes >= 1 && notes <= 1_000_000 ? notes : null
}
