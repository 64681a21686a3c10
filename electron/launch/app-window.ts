import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Child, runChild } from './child.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Opens the page in an installed browser, in an app window without tabs or an address bar. Resolves to whether the page opened
 * within 5 s.
 *
 * The address contains a launch token, but any user can read command lines. The browser therefore gets a file that redirects to
 * the address, in a folder that only this user can read. The file is deleted as soon as `opened` settles. The browser profile is
 * in the same folder and is deleted at shutdown.
 */
export async function openAppWindow(
  shutdown: Shutdown,
  browser: string,
  address: string,
  opened: Promise<void>,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-'))
  shutdown.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const redirect = join(folder, 'open.html')
  writeFileSync(redirect, redirectPage(address), { mode: 0o600, flag: 'wx' })

  const window = runChild(shutdown, browser, windowArgs(redirect, join(folder, 'profile')), { quiet: true })
  const isOpen = await Promise.race([opened.then(() => true), falseWhenEnded(window), falseAfter(5000)])
  rmSync(redirect, { force: true })
  return isOpen
}

function windowArgs(page: string, profile: string): string[] {
  return [
    `--app=${pathToFileURL(page)}`,
    `--user-data-dir=${profile}`,
    '--window-size=1280,860',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--password-store=basic',
  ]
}

function redirectPage(address: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}"><title>Notehook</title>\n`
}

async function falseWhenEnded(window: Child): Promise<false> {
  await window.ended
  return false
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref())
}
