import type { Fetch, SecretStore } from '#core/platform/ports.ts'
import { createClient } from '#shared/rpc/client.ts'
import { fileKeychain } from '../platform/file-keychain.ts'
import { createChildCore } from './child-core.ts'

/**
 * Runs the core in its own process, so that a test can kill it while it creates an endpoint (or replaces one, for the points of
 * deletion): `node creating-child.ts FOLDER KEYCHAIN URL POINT`. At the given point, its network or keychain stops responding and it
 * prints `held`.
 */
const [dataFolder, keychain, url, point] = process.argv.slice(2)
if (!dataFolder || !keychain || !url || !point)
  throw new Error('Needs a folder, a keychain, a URL and a point.')

const hold = (): Promise<never> => {
  process.stdout.write('held\n')
  return new Promise(() => setInterval(() => {}, 60_000))
}

let creating = false
const held: Fetch = async (target, init) => {
  const isList = init.method === 'GET' && target.endsWith('/v1/webhook-endpoints')
  if (creating && isList && point === 'before the intent') return hold()
  if (init.method === 'POST' && point === 'before the request') return hold()
  if (init.method === 'DELETE' && point === 'before the deletion') return hold()
  const response = await fetch(target, init)
  if (init.method === 'DELETE' && point === 'after the deletion') return hold()
  if (init.method === 'POST' && point === 'before the reply is read') return hold()
  return response
}

const kept = fileKeychain(keychain)
const secrets: SecretStore = {
  ...kept,
  async set(account, secret) {
    const isSecret = account.startsWith('whsec:')
    if (isSecret && point === 'before the keychain') return hold()
    await kept.set(account, secret)
    if (isSecret && point === 'before it is written down') return hold()
  },
}

const core = createChildCore(dataFolder, keychain, { fetch: held, secrets })
const client = createClient(core)
await core.start()
while ((await client.call('workspaces.status')).state !== 'connected') {
  await new Promise((resolve) => setTimeout(resolve, 20))
}
creating = true
const draft = { scopes: ['personal'], events: ['note.edited'], folderIds: [] }
const made = await client
  .call('endpoints.create', { receiver: { kind: 'url', url }, ...draft })
  .catch(() => null)
if (made && point.endsWith('the deletion')) {
  const { id } = await client.call('endpoints.replace', { id: made.id, why: 'rotate', changes: {} })
  await client.call('endpoints.continue-replacement', { id })
}
await hold()
