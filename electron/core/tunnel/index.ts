import { networkInterfaces } from 'node:os'
import type { Feature, HandlersOf } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Vault } from '#core/platform/secret-vault.ts'
import { createDownNotice } from './down-notice.ts'
import { createProbes, type Probes } from './probe.ts'
import type { HostKeys } from './providers/host-keys.ts'
import { createProviders } from './providers/index.ts'
import { createTunnel, type Tunnel } from './tunnel.ts'

export type { Tunnel } from './tunnel.ts'

/** Makes the listener reachable from the internet. */
export interface TunnelFeature extends Feature<'tunnel'> {
  readonly tunnel: Tunnel
  readonly probes: Pick<Probes, 'answer' | 'onDidChange'>
}

export function createTunnelFeature(platform: Platform): TunnelFeature {
  const { settings, vault, hub, clock, redactor, notify, hold } = platform
  const probes = createProbes(platform)
  const ways = createProviders({ ...platform, ngrokToken: () => readNgrokToken(vault) })
  const { providers, hostKeys } = ways
  const tunnel = createTunnel({
    settings,
    probes,
    providers,
    clock,
    redact: redactor.redact,
    isHeld: hold.reason() !== null,
  })
  hold.onDidRelease(() => void tunnel.release())
  tunnel.onDidChange((status) => hub.publish('tunnel.changed', status))
  const noticeDown = createDownNotice(notify)
  tunnel.onDidChange(() => noticeDown(tunnel.ownStatus()))
  let endWatch = () => {}

  return {
    tunnel,
    handlers: createTunnelHandlers(tunnel, hostKeys, vault),
    probes,
    /** Ends programs that a crash left running, and checks the tunnel whenever the computer wakes up. */
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

/** The keychain account of the ngrok token, which all workspaces share. */
const ngrokAccount = 'tunnel:ngrok'

async function readNgrokToken(vault: Vault): Promise<string | null> {
  const kept = await vault.read(ngrokAccount)
  return kept.state === 'present' ? kept.secret : null
}

function createTunnelHandlers(tunnel: Tunnel, hostKeys: HostKeys, vault: Vault): HandlersOf<'tunnel'> {
  return {
    'tunnel.status': () => tunnel.status(),
    'tunnel.readiness': () => tunnel.readiness(),
    'tunnel.start': (choice) => tunnel.start(choice),
    'tunnel.stop': () => tunnel.stop(),
    'tunnel.probe': () => tunnel.probe(),
    'tunnel.set-token': async ({ token }) => {
      await (token === null ? vault.forget(ngrokAccount) : vault.store(ngrokAccount, token))
      return null
    },
    'tunnel.host-keys': ({ host, port }) => hostKeys.check(host, port),
    'tunnel.trust-host-key': ({ host, port, fingerprint }) => hostKeys.trust(host, port, fingerprint),
  }
}

/**
 * Calls back after the computer was asleep or its network changed, because the tunnel may then be broken without an error. Checks
 * this every few seconds. Returns a function that stops the checks.
 */
function watchSystemResume(clock: Pick<Clock, 'now'>, onResume: () => void, everyMs = 5_000): () => void {
  let last = clock.now().getTime()
  let network = networkNow()
  const check = () => {
    const now = clock.now().getTime()
    const slept = now - last > everyMs + 20_000
    const moved = networkNow() !== network
    last = now
    network = networkNow()
    if (slept || moved) onResume()
  }
  const timer = setInterval(check, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function networkNow(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ')
}
