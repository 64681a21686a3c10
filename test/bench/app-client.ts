import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type Client, createClient } from '#shared/rpc/client.ts'
import { openHttpTransport } from '../../renderer/host/http-transport.ts'
import { browserPage } from '../support/page/browser-page.ts'

/** Connects to a running app over HTTP, as the page does. Uses up the address, which opens only one page. */
export function clientOf(url: string): Client {
  return createClient(openHttpTransport(browserPage(url)))
}

/** Connects a second client next to an open page. The page draws its frame before it has its session, so this waits for the session. */
export async function clientBeside(page: Page): Promise<Client> {
  await page.waitForFunction(() => sessionStorage.getItem('notehook.session') !== null)
  const launchToken = await page.evaluate(async () => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${sessionStorage.getItem('notehook.session')}`,
    }
    const response = await fetch('./tab', { method: 'POST', headers, body: '{}' })
    return ((await response.json()) as { t: string }).t
  })
  return clientOf(`${new URL(page.url()).origin}/#t=${launchToken}`)
}

/** Opens the sandbox workspace and waits until its index is complete. Returns the time in milliseconds. */
export async function fillIndex(
  client: Client,
  notes: number,
  pace: { readonly burst: number; readonly perSecond: number },
): Promise<{ readonly allMs: number; readonly afterFirstPageMs: number }> {
  await client.call('workspaces.update', { id: 'sandbox', changes: { pace } })
  const startedAt = performance.now()
  let firstPageAt: number | null = null
  await client.call('sandbox.start', { notes })
  // Storing texts would use the processor during the other measurements, and searches would look in them.
  await client.call('notes.delete-texts')
  for (;;) {
    const { completeAsOf, notes: read } = await client.call('notes.index-status')
    const now = performance.now()
    if (read > 0) firstPageAt ??= now
    if (completeAsOf !== null) return { allMs: now - startedAt, afterFirstPageMs: now - (firstPageAt ?? now) }
    await sleep(20)
  }
}

/** Returns the duration of each call in milliseconds. The calls run sequentially. */
export async function timed(times: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  for (let at = 0; at < times; at++) {
    const startedAt = performance.now()
    await work(at)
    samples.push(performance.now() - startedAt)
  }
  return samples
}
