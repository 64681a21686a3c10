import type { HandlersOf } from '#core/platform/feature.ts'
import type { Vault } from '#core/platform/vault.ts'
import type { HostKeys } from './providers/host-keys.ts'
import type { Tunnel } from './tunnel.ts'

/** The keychain account of ngrok's authtoken: one for this machine, shared by all workspaces. */
const ngrokAccount = 'tunnel:ngrok'

export async function readNgrokToken(vault: Vault): Promise<string | null> {
  const kept = await vault.read(ngrokAccount)
  return kept.state === 'present' ? kept.secret : null
}

export function createTunnelHandlers(tunnel: Tunnel, hostKeys: HostKeys, vault: Vault): HandlersOf<'tunnel'> {
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
