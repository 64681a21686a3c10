import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Child, runChild } from './child.ts'
import type { Ending } from './ending.ts'

/**
 * A window of its own, without tabs or an address bar, in a browser that is here. The address holds a launch token and every
 * user may read every command line, so the browser is given a file to open that leads there: in a folder for this user only,
 * gone as soon as `opened` settles. The profile is in that folder too, and goes with the window. Resolves to whether the
 * page opened within 5 s.
 */
export async function openAppWindow(
  ending: Ending,
  browser: string,
  address: string,
  opened: Promise<void>,
): Promise<boolean> {
  // 0700 and a random name (mkdtemp).
  const folder = mkdtempSync(join(tmpdir(), 'notehook-'))
  ending.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const redirect = join(folder, 'open.html')
  writeFileSync(redirect, redirectPage(address), { mode: 0o600, flag: 'wx' })

  const window = runChild(ending, browser, windowArgs(redirect, join(folder, 'profile')), { quiet: true })
  const shown = await Promise.race([opened.then(() => true), gone(window), after(5000)])
  rmSync(redirect, { force: true })
  return shown
}

function windowArgs(page: string, profile: string): string[] {
  return [
    `--app=${pathToFileURL(page)}`,
    `--user-data-dir=${profile}`,
    '--window-size=1280,860',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    // A profile that lives for one window has nothing to ask the keychain for.
    '--password-store=basic',
  ]
}

function redirectPage(address: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}"><title>Notehook</title>\n`
}

async function gone(window: Child): Promise<false> {
  await window.ended
  return false
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref())
}
