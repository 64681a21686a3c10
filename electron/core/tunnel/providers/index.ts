import { join } from 'node:path'
import type { LoadNgrok, Log } from '#core/platform/ports.ts'
import type { TunnelProvider } from '../provider.ts'
import { parsePublicUrl } from '../public-url.ts'
import type { TunnelOptions } from '../tunnel.ts'
import { createChildren } from './child-processes.ts'
import { createCloudflared } from './cloudflared.ts'
import { createHostKeys, type HostKeys } from './host-keys.ts'
import { createNgrok } from './ngrok.ts'
import { createNgrokAgent } from './ngrok-agent.ts'
import { createSsh } from './ssh.ts'

/** Creates the providers, in the order in which the page shows them. */
export function createProviders(options: {
  readonly dataFolder: string
  readonly ngrokToken: () => Promise<string | null>
  readonly loadNgrok: LoadNgrok
  readonly log: Log
}): { providers: TunnelOptions['providers']; hostKeys: HostKeys; endOrphans(): Promise<void> } {
  const children = createChildren(join(options.dataFolder, 'tunnels'), options.log)
  const hostKeys = createHostKeys(options.dataFolder)
  return {
    providers: {
      'own-url': ownUrl,
      ngrok: createNgrok(options.ngrokToken, options.loadNgrok),
      cloudflared: createCloudflared(children),
      ssh: createSsh(children, hostKeys),
      'ngrok-agent': createNgrokAgent(),
    },
    hostKeys,
    endOrphans: () => children.endOrphans(),
  }
}

/** The public address of the user's own proxy. No program is started. */
const ownUrl: TunnelProvider<'own-url'> = {
  kind: 'own-url',
  readiness: async () => ({
    kind: 'own-url',
    state: 'ready',
    sentence: 'Uses your own proxy or domain.',
    detail: null,
  }),
  open({ publicUrl }, _port, events) {
    events.address(parsePublicUrl(publicUrl))
    return { close: async () => {} }
  },
}
