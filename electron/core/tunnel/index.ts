import type { Feature } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import { createDownNotice } from './down-notice.ts'
import { createTunnelHandlers, readNgrokToken } from './handlers.ts'
import { createProbes, type Probes } from './probe.ts'
import { createProviders } from './providers/index.ts'
import { watchSystemResume } from './system-resume.ts'
import { createTunnel, type Tunnel } from './tunnel.ts'

export type { Tunnel } from './tunnel.ts'

/** Makes the listener reachable from outside: the tunnel, its probes and their procedures. */
export interface TunnelFeature extends Feature<'tunnel'> {
  readonly tunnel: Tunnel
  /** For the listener, which answers them. */
  readonly probes: Pick<Probes, 'answer' | 'onDidChange'>
}

export function createTunnelFeature(platform: Platform): TunnelFeature {
  const { settings, vault, hub, clock, redactor, notify } = platform
  const probes = createProbes(platform)
  const ways = createProviders({ ...platform, ngrokToken: () => readNgrokToken(vault) })
  const { providers, hostKeys } = ways
  const tunnel = createTunnel({ settings, probes, providers, clock, redact: redactor.redact })
  tunnel.onDidChange((status) => hub.publish('tunnel.changed', status))
  tunnel.onDidChange(createDownNotice(notify))
  let endWatch = () => {}

  return {
    tunnel,
    handlers: createTunnelHandlers(tunnel, hostKeys, vault),
    probes,
    /** Ends programs that an earlier run left behind, and probes whenever the system resumes. */
    async start() {
      await ways.endOrphans()
      const probe = () => void tunnel.probe()
      const ends = [watchSystemResume(clock, probe), platform.onSystemResume?.(probe)]
      endWatch = () => {
        for (const end of ends) end?.()
      }
    },
    async close() {
      endWatch()
      await tunnel.close()
    },
  }
}
