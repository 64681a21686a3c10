import { createClient } from '#shared/rpc/client.ts'
import { TunnelChoice } from '#shared/tunnel/model.ts'
import { createChildCore } from './child-core.ts'

/**
 * Runs the core in its own process and starts listening, so that a test can kill it. `node listening-child.ts FOLDER KEYCHAIN CA
 * BASE-URL KEY CHOICE` prints the port that the ssh server allocated, and `live` once it is live.
 */
const [dataFolder = '', keychain = '', ca = '', baseUrl = '', apiKey = '', chosen = ''] =
  process.argv.slice(2)
const choice = TunnelChoice.parse(JSON.parse(chosen))
if (choice.kind !== 'ssh') throw new Error('Needs an ssh server.')

const core = createChildCore(dataFolder, keychain, {
  dial: { lookup: async () => ['127.0.0.1'], ca },
})
const client = createClient(core)
core.subscribe((event) => {
  if (event.name === 'tunnel.changed') {
    const port = /^Allocated port (\d+) /.exec(
      event.data.log.findLast((line) => /^Allocated/.test(line)) ?? '',
    )?.[1]
    if (port !== undefined) process.stdout.write(`${port}\n`)
  }
  if (event.name === 'listening.changed' && event.data.state === 'live') process.stdout.write('live\n')
})
await core.start()
await client.call('workspaces.connect', { baseUrl, apiKey })
const { host, port } = choice
const [key] = (await client.call('tunnel.host-keys', { host, port })).keys
await client.call('tunnel.trust-host-key', { host, port, fingerprint: key?.fingerprint ?? '' })
await client.call('tunnel.start', choice)
await client.call('listening.start', {
  scopes: ['personal', 'public'],
  events: [],
  folderIds: [],
  temporary: true,
})
