import type { EventHub } from '#core/platform/event-bus.ts'
import type { Ports, SystemNotice } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { Vault } from '#core/platform/vault.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { createDownNotice } from './down-notice.ts'
import { createTunnelHandlers, readNgrokToken } from './handlers.ts'
import { createProbes } from './probe.ts'
import { createProviders } from './providers/index.ts'
import { watchWakes } from './system-resume.ts'
import { createTunnel, type Tunnel } from './tunnel.ts'

type TunnelHandlers = Pick<Handlers, Extract<keyof Handlers, `tunnel.${string}`>>

/** How the listener is reached from outside: the tunnel, the proof of it, and what the page may ask of both. */
export interface Reach {
  readonly tunnel: Tunnel
  readonly handlers: TunnelHandlers
  /** For the listener. */
  answerProbe(nonce: string): string | null
  /** Ends what an earlier run left behind, and looks again whenever this machine wakes. */
  start(): Promise<void>
  close(): Promise<void>
}

export function createReach(
  ports: Ports,
  {
    settings,
    vault,
    hub,
    tell,
  }: {
    settings: SettingsService
    vault: Vault
    hub: EventHub
    tell: (notice: SystemNotice) => void
  },
): Reach {
  const { clock } = ports
  const probes = createProbes(ports)
  const ways = createProviders({ ...ports, ngrokToken: () => readNgrokToken(vault) })
  const tunnel = createTunnel({
    ...{ settings, probes, clock },
    providers: ways.providers,
    redact: ports.redactor.redact,
  })
  tunnel.watch((status) => hub.publish('tunnel.changed', status))
  tunnel.watch(createDownNotice(tell))
  let endWatch = () => {}

  return {
    tunnel,
    handlers: createTunnelHandlers(tunnel, ways.hostKeys, vault),
    answerProbe: probes.answer,
    async start() {
      await ways.endStrays()
      endWatch = watchWakes(clock, () => void tunnel.probe())
    },
    async close() {
      endWatch()
      await tunnel.close()
    },
  }
}
