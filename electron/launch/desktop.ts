import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.ts'
import { unusableFolderExit } from './data-folder.ts'
import type { Ending } from './ending.ts'
import type { Flags } from './flags.ts'

/** How the desktop app went: it ended, or it is not to be had here, and why. */
export type DesktopRun = { readonly exitCode: number } | { readonly unavailable: string }

/** Starts the desktop app in Electron, whose binary is fetched first where it is missing. Settles when the app has ended. */
export async function runDesktop(ending: Ending, root: string, flags: Flags): Promise<DesktopRun> {
  const screen = process.platform !== 'linux' || hasScreen(process.env)
  if (findElectron(root) === null && !screen)
    return { unavailable: 'Electron is not installed, and there is no screen here' }
  if (findElectron(root) === null && process.env.ELECTRON_OVERRIDE_DIST_PATH === undefined)
    await fetchElectron(ending)
  const binary = findElectron(root)
  if (binary === null) return { unavailable: 'Electron is not installed and could not be fetched' }
  if (!screen) return { unavailable: 'There is no screen here for the desktop app' }

  const startedAt = performance.now()
  const exitCode = await runChild(ending, binary, [root, ...flagsFor(flags)]).ended
  if (ending.begun || exitCode === 0) return { exitCode: 0 }
  if (exitCode === unusableFolderExit) return { exitCode }
  // It did not get as far as a window: no sandbox for root, a missing library, a display that refuses.
  if (performance.now() - startedAt < 10_000) return { unavailable: 'Electron could not start here' }
  return { exitCode: 1 }
}

/** Electron's binary, without the download that asking its package for the path would start. */
export function findElectron(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = join(root, 'node_modules/electron')
  const named = readName(join(folder, 'path.txt'))
  const override = env.ELECTRON_OVERRIDE_DIST_PATH
  if (override === undefined && named === null) return null
  const binary = join(override ?? join(folder, 'dist'), named ?? 'electron')
  return existsSync(binary) ? binary : null
}

async function fetchElectron(ending: Ending): Promise<void> {
  console.error(
    'Fetching Electron, once (about 110 MB). Ctrl-C stops it; `npm start -- --browser` does without.',
  )
  const script = join(import.meta.dirname, 'fetch-electron.ts')
  // A proxy of the environment is used (Node 24.5 and later).
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1' }
  await runChild(ending, process.execPath, [script], { env, quiet: false }).ended
}

function flagsFor({ sandbox, sandboxNotes, dataDir }: Flags): string[] {
  return [
    ...(sandbox ? ['--sandbox'] : []),
    ...(sandboxNotes === null ? [] : [`--sandbox-notes=${sandboxNotes}`]),
    ...(dataDir === null ? [] : [`--data-dir=${dataDir}`]),
  ]
}

function hasScreen(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

function readName(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
