import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { type Command, type Context, exits, kind, root } from './app.ts'
import { parseFor } from './arguments.ts'
import { jsonOf } from './print.ts'

export const start: Command = {
  name: 'start',
  usage: 'start [--sandbox]',
  summary: 'Start Notehook: installed the app, from a clone without a window until Ctrl-C',
  flags: {
    sandbox: {
      type: 'boolean',
      about: 'Open the sandbox: sample notes on this computer, no API key, no network.',
    },
    agents: {
      type: 'string',
      about: 'The level for this run: read or sandbox. Needs a data folder without a workspace of yours.',
    },
  },
  more: 'Nothing else starts Notehook. Add --data-dir DIR for one that runs beside your own.',
  async run(context) {
    const { values } = parseFor(start, context.args)
    const flags = [
      ...(values.sandbox === true ? ['--sandbox'] : []),
      ...(typeof values.agents === 'string' ? ['--agents', values.agents] : []),
      '--data-dir',
      context.app.dataFolder,
    ]
    return startApp(context, flags)
  },
}

export const open: Command = {
  name: 'open',
  usage: 'open [PLACE]',
  summary: 'Show a page of Notehook, such as endpoints',
  flags: {},
  more: 'An answer of --json names the page that shows it, under open. An installed app is started if it does not run.',
  async run(context) {
    const { app, args, json, signal, write } = context
    const [place] = parseFor(open, args, 1).positionals
    try {
      const opened = place?.replace(/^(?!#\/)/, '#/')
      await app.open(opened, signal)
      if (json) write(`${jsonOf({ opened: opened ?? null })}\n`)
      return exits.done
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'host-lost'
      if (!isAway || kind === 'source' || place !== undefined) throw error
      return startApp(context, ['--data-dir', app.dataFolder])
    }
  },
}

/** This command's exit codes for those of the app, which have other meanings. */
const appCodes: Readonly<Record<number, number>> = { 0: exits.done, 2: exits.wrongUse }

/** Starts the app. If the installed app is already running, shows its window. */
function startApp({ json, signal }: Context, flags: readonly string[]): Promise<number> {
  const isSource = kind === 'source'
  const program = isSource ? process.execPath : installedApp()
  const script = ['electron/launch/with-node.mjs', 'electron/launch/start.ts'].map((path) => join(root, path))
  const args = isSource ? [...script, json ? '--json' : '--no-open', ...flags] : flags
  const child = spawn(program, args, { stdio: isSource ? 'inherit' : 'ignore', detached: !isSource })
  return new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(new AppError('refused', `${program} can’t be started: ${error.message}`)),
    )
    if (isSource) {
      signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
      child.on('close', (code) =>
        resolve(signal.aborted ? exits.stopped : (appCodes[code ?? 1] ?? exits.failed)),
      )
    } else {
      child.on('spawn', () => {
        child.unref()
        resolve(exits.done)
      })
    }
  })
}

/** Returns the path of the installed app's program. This command is in the app's folder `resources/command`. */
function installedApp(): string {
  const places = ['notehook-app', 'Notehook.exe', 'MacOS/Notehook'].map((name) => join(root, name))
  const found = places.find((place) => existsSync(place))
  if (found === undefined)
    throw new AppError('refused', 'Notehook was not found beside this command. Install it again.')
  return found
}
