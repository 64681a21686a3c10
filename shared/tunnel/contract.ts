import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { HostKeyCheck, HostName, ProbeFault, TunnelChoice, TunnelReadiness } from './model.ts'

/** The listener's public https address. It is `up` only after a probe sent through it arrived at this listener. */
export const TunnelStatus = z.object({
  /** `sandbox` is the sandbox service's own tunnel, which needs no proof. */
  source: z.enum(['none', 'sandbox', 'own-url', 'cloudflared', 'ssh', 'ngrok', 'ngrok-agent']),
  /** The public URL, without a trailing slash because an endpoint's path is appended. `null` if there is no address yet. */
  publicUrl: z.string().nullable(),
  /**
   * The state of the tunnel.
   * - `starting`: there is no address yet.
   * - `proving`: there is an address, but no probe has arrived yet.
   * - `degraded`: the last one or two probes did not arrive.
   * - `down`: the last three probes did not arrive, or the tunnel ended.
   * - `unprovable`: the address can't be probed from this network.
   */
  state: z.enum(['off', 'starting', 'proving', 'up', 'degraded', 'down', 'unprovable']),
  since: z.string().nullable(),
  provenAt: z.string().nullable(),
  /** Round-trip times through the public address in milliseconds, newest last. Contains at most sixty. */
  latenciesMs: z.array(z.number()),
  problem: z.object({ fault: ProbeFault.nullable(), sentence: z.string() }).nullable(),
  /** ISO time when an ended tunnel will be opened again, or `null` if it won't. */
  retryAt: z.string().nullable(),
  choice: TunnelChoice.nullable(),
  /** Last lines of the tunnel program's output, with secrets redacted. */
  log: z.array(z.string()),
})
export type TunnelStatus = z.infer<typeof TunnelStatus>

const Server = z.object({ host: HostName, port: z.number().int().min(1).max(65535) })

export const tunnel = {
  'tunnel.status': procedure(NoInput, TunnelStatus),
  /** Returns what each kind of tunnel needs on this computer. The kinds are in the order in which they are listed to the user. */
  'tunnel.readiness': procedure(NoInput, z.array(TunnelReadiness)),
  /** Replaces the current tunnel. The new tunnel is opened again at every start until it is stopped. */
  'tunnel.start': procedure(TunnelChoice, TunnelStatus),
  'tunnel.stop': procedure(NoInput, TunnelStatus),
  'tunnel.probe': procedure(NoInput, TunnelStatus),
  /** Stores ngrok's authtoken in the keychain. `null` deletes it. Call this directly, never through a cache. */
  'tunnel.set-token': procedure(z.object({ token: z.string().trim().min(8).max(512).nullable() }), NoOutput),
  /** Returns an SSH server's current keys and whether any is trusted. */
  'tunnel.host-keys': procedure(Server, HostKeyCheck),
  /** Trusts only the key with this fingerprint for this server. Call `tunnel.host-keys` first. */
  'tunnel.trust-host-key': procedure(Server.extend({ fingerprint: z.string().max(100) }), HostKeyCheck),
}
