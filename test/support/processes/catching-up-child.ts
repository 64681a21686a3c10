import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#shared/rpc/client.ts'
import { endedJob } from '../core/ended-job.ts'
import { createChildCore } from './child-core.ts'

/**
 * Runs the core in its own process five days later, so that a test can kill it while it catches up: `node catching-up-child.ts FOLDER
 * KEYCHAIN ENDPOINT RECEIVER`. Prints `done` once the endpoint is up to date.
 */
const [dataFolder = '', keychain = '', endpointId = '', receiverId = ''] = process.argv.slice(2)
const fiveDaysMs = 5 * 86_400_000

const core = createChildCore(dataFolder, keychain, {
  clock: { now: () => new Date(Date.now() + fiveDaysMs), monotonicMs: () => performance.now() },
  // Removes the service's time from responses, because the core would correct its clock by it.
  async fetch(url, init) {
    const { body, status, headers } = await fetch(url, init)
    const others = new Headers(headers)
    others.delete('date')
    return new Response(body, { status, headers: others })
  },
})
const client = createClient(core)
await core.start()
const behind = async () => {
  for (;;) {
    await sleep(50)
    if ((await client.call('workspaces.status')).state !== 'connected') continue
    const { endpoints, pending } = await client.call('missed.status')
    const compared = endpoints.find((one) => one.endpointId === endpointId)
    if (compared?.isKnown && pending === 0) return compared.behind
  }
}
while ((await behind()) > 0) {
  await client.call('missed.catch-up', { endpointId, receiverId })
  await endedJob('catch-up', () => client.call('jobs.list'))
}
process.stdout.write('done\n')
