import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { HostKeyCheck, HostName, ProbeFault, TunnelChoice, TunnelReadiness } from './model.ts'

/** The public https address of the listener. It is `up` only after a probe through it came back from this listener. */
export const TunnelStatus = z.object({
  /** `sandbox`: the sandbox service's own tunnel host, which needs no proof. */
  source: z.enum(['none', 'sandbox', 'own-url', 'cloudflared', 'ssh', 'ngrok', 'ngrok-agent']),
  /** Without a trailing slash; the path of an endpoint is appended. `null` if there is no address yet. */
  publicUrl: z.string().nullable(),
  /**
   * `starting`: it has no address yet; `proving`: it has one, but no probe has come back yet; `degraded`: the last probe or two did not
   * come back; `down`: three did not, or the tunnel ended; `unprovable`: it cannot be probed from this network.
   */
  state: z.enum(['off', 'starting', 'proving', 'up', 'degraded', 'down', 'unprovable']),
  /** ISO time when it entered this state. */
  since: z.string().nullable(),
  /** ISO time when a probe last came back. */
  provenAt: z.string().nullable(),
  /** Round trips through the public side in milliseconds, the last one last; at most sixty. */
  latenciesMs: z.array(z.number()),
  problem: z.object({ fault: ProbeFault.nullable(), sentence: z.string() }).nullable(),
  /** ISO time when an ended tunnel is reopened; `null` if it is not. */
  retryAt: z.string().nullable(),
  /** The chosen tunnel, even while it is off. */
  choice: TunnelChoice.nullable(),
  /** The last lines of the tunnel program's output, with secrets redacted. */
  log: z.array(z.string()),
})
export type TunnelStatus = z.infer<typeof TunnelStatus>

const Server = z.object({ host: HostName, port: z.number().int().min(1).max(65535) })

export const tunnel = {
  'tunnel.status': procedure(NoInput, TunnelStatus),
  /** What each kind of tunnel needs on this machine, in the order in which they are offered. */
  'tunnel.readiness': procedure(NoInput, z.array(TunnelReadiness)),
  /** Replaces the current tunnel. It is reopened at every start until it is stopped. */
  'tunnel.start': procedure(TunnelChoice, TunnelStatus),
  /** Stops it and keeps the choice. */
  'tunnel.stop': procedure(NoInput, TunnelStatus),
  /** Sends a probe now. */
  'tunnel.probe': procedure(NoInput, TunnelStatus),
  /** Stores ngrok's authtoken in the keychain; `null` deletes it. Call it directly, never through a cache. */
  'tunnel.set-token': procedure(z.object({ token: z.string().trim().min(8).max(512).nullable() }), NoOutput),
  /** The current keys of an SSH server, and whether one of them is trusted. */
  'tunnel.host-keys': procedure(Server, HostKeyCheck),
  /** Trusts the key with this fingerprint and no other key of this server. Call `tunnel.host-keys` first. */
  'tunnel.trust-host-key': procedure(Server.extend({ fingerprint: z.string().max(100) }), HostKeyCheck),
}
