import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { HostKeyCheck, HostName, ProbeFault, TunnelChoice, TunnelReadiness } from './model.ts'

/**
 * The public https address that leads to the listener. `up` is said only of an address through which a probe has come back from
 * this very listener.
 */
export const TunnelStatus = z.object({
  /** `sandbox`: the sandbox service's own tunnel host, where nothing is to be proven. */
  source: z.enum(['none', 'sandbox', 'own-url', 'cloudflared', 'ssh', 'ngrok', 'ngrok-agent']),
  /** Without a path's trailing slash; an endpoint's own path is put behind it. `null`: there is none, or not yet. */
  publicUrl: z.string().nullable(),
  /**
   * `starting`: it has no address yet; `proving`: it has one, and no probe has come back so far; `degraded`: the last probes did
   * not come back; `down`: three did not, or the tunnel ended; `unprovable`: a probe cannot be sent from this network.
   */
  state: z.enum(['off', 'starting', 'proving', 'up', 'degraded', 'down', 'unprovable']),
  /** ISO time since when it is in this state. */
  since: z.string().nullable(),
  /** ISO time when a probe last came back. */
  provenAt: z.string().nullable(),
  /** Round trips through the public side in milliseconds, the last one last; at most sixty. */
  latenciesMs: z.array(z.number()),
  problem: z.object({ fault: ProbeFault.nullable(), sentence: z.string() }).nullable(),
  /** ISO time when a tunnel that ended is opened again; `null` when nobody tries. */
  retryAt: z.string().nullable(),
  /** What was chosen, also while it is off. */
  choice: TunnelChoice.nullable(),
  /** The last lines that the tunnel's own program wrote, secrets masked. */
  log: z.array(z.string()),
})
export type TunnelStatus = z.infer<typeof TunnelStatus>

const Server = z.object({ host: HostName, port: z.number().int().min(1).max(65535) })

export const tunnel = {
  'tunnel.status': procedure(NoInput, TunnelStatus),
  /** What each way needs on this machine, in the order in which they are offered. */
  'tunnel.readiness': procedure(NoInput, z.array(TunnelReadiness)),
  /** Ends the tunnel there is and opens this one. It comes back at the next start, until it is stopped. */
  'tunnel.start': procedure(TunnelChoice, TunnelStatus),
  /** Ends it; what was chosen is kept. */
  'tunnel.stop': procedure(NoInput, TunnelStatus),
  /** Sends a probe now. */
  'tunnel.probe': procedure(NoInput, TunnelStatus),
  /** Keeps ngrok's authtoken in the keychain; `null` deletes it. Call it directly, never through a cache. */
  'tunnel.set-token': procedure(z.object({ token: z.string().trim().min(8).max(512).nullable() }), NoOutput),
  /** The keys that an ssh server shows now, and whether one of them is trusted. */
  'tunnel.host-keys': procedure(Server, HostKeyCheck),
  /** Trusts the key with this fingerprint, and no other key of this server. Its keys must have been looked at before. */
  'tunnel.trust-host-key': procedure(Server.extend({ fingerprint: z.string().max(100) }), HostKeyCheck),
}
