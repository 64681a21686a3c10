import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.ts'
import type { Flags } from './flags.ts'
import type { Shutdown } from './shutdown.ts'

/** Exit code of both hosts if the data folder cannot be created or written to. */
export const unusableFolderExit = 5

export type DesktopRun = { readonly exitCode: number } | { readonly unavailable: string }

/** Runs the desktop app in Electron, downloading its binary first if it is missing. Resolves when the app has ended. */
export async function runDesktop(shutdown: Shutdown, root: string, flags: Flags): Promise<DesktopRun> {
  const hasDisplay = process.platform !== 'linux' || isDisplaySet(process.env)
  if (findElectron(root) === null && !hasDisplay)
    return { unavailable: 'Electron is not installed, and there is no display' }
  if (findElectron(root) === null && process.env.ELECTRON_OVERRIDE_DIST_PATH === undefined)
    await downloadElectron(shutdown)
  const binary = findElectron(root)
  if (binary === null) return { unavailable: 'Electron is not installed and could not be downloaded' }
  if (!hasDisplay) return { unavailable: 'There is no display for the desktop app' }

  const startedAt = performance.now()
  const exitCode = await runChild(shutdown, binary, [root, ...flagsFor(flags)]).ended
  if (shutdown.started || exitCode === 0) return { exitCode: 0 }
  if (exitCode === unusableFolderExit) return { exitCode }
  // Electron ended before it opened a window, for example because it runs as root, a library is missing, or the display is not
  // accessible.
  if (performance.now() - startedAt < 10_000) return { unavailable: 'Electron could not start' }
  return { exitCode: 1 }
}

/** Returns the path of Electron's binary. Doesn't import the `electron` package, because that would start a download. */
export function findElectron(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = join(root, 'node_modules/electron')
  const named = readName(join(folder, 'path.txt'))
  const override = env.ELECTRON_OVERRIDE_DIST_PATH
  if (override === undefined && named === null) return null
  const binary = join(override ?? join(folder, 'dist'), named ?? 'electron')
  return existsSync(binary) ? binary : null
}

async function downloadElectron(shutdown: Shutdown): Promise<void> {
  console.error(
    'Downloading Electron (about 110 MB, first start only). Press Ctrl-C to cancel. `npm start -- --browser` runs without it.',
  )
  const script = join(import.meta.dirname, 'download-electron.ts')
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1' }
  await runChild(shutdown, process.execPath, [script], { env, quiet: false }).ended
}

function flagsFor({ sandbox, sandboxNotes, dataDir, agents }: Flags): string[] {
  return [
    ...(sandbox ? ['--sandbox'] : []),
    ...(sandboxNotes === null ? [] : [`--sandbox-notes=${sandboxNotes}`]),
    ...(dataDir === null ? [] : [`--data-dir=${dataDir}`]),
    ...(agents === null ? [] : [`--agents=${agents}`]),
  ]
}

function isDisplaySet(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

function readName(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
