import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onLinux = [
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chromium',
  'chromium-browser',
]
const onMac = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Chromium.app/Contents/MacOS/Chromium',
]
const onWindows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
]

/**
 * Finds installed browsers with an app mode, most common first. Only checks whether their files exist, without starting a
 * program.
 */
export function findBrowsers(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string[] {
  return candidates(env, platform).filter((path) => existsSync(path))
}

function candidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    return onWindows.flatMap((name) => roots.flatMap((root) => (root ? [join(root, name)] : [])))
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(env.HOME ? [join(env.HOME, 'Applications')] : [])]
    return onMac.flatMap((name) => roots.map((root) => join(root, name)))
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return onLinux.flatMap((name) => folders.map((folder) => join(folder, name)))
}
