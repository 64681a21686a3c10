import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { HostKeyCheck, HostName, ProbeFault, TunnelChoice, TunnelReadiness } from './model.ts'

/** Public https address of the listener. It is `up` only after a probe through it returned from this listener. */
export const TunnelStatus = z.object({
  /** `sandbox`: the tunnel host of the sandbox service, which needs no proof. */
  source: z.enum(['none', 'sandbox', 'own-url', 'cloudflared', 'ssh', 'ngrok', 'ngrok-agent']),
  /** Without a trailing slash; the path of an endpoint is appended. `null` if there is no address yet. */
  publicUrl: z.string().nullable(),
  /**
   * `starting`: there is no address yet. `proving`: there is one, but no probe has returned yet. `degraded`: the last one or two probes did
   * not return. `down`: three did not, or the tunnel ended. `unprovable`: it cannot be probed from this network.
   */
  state: z.enum(['off', 'starting', 'proving', 'up', 'degraded', 'down', 'unprovable']),
  /** ISO time of the last change of state. */
  since: z.string().nullable(),
  /** ISO time of the last successful probe. */
  provenAt: z.string().nullable(),
  /** Round trip times through the public address in milliseconds, newest last; at most sixty. */
  latenciesMs: z.array(z.number()),
  problem: z.object({ fault: ProbeFault.nullable(), sentence: z.string() }).nullable(),
  /** ISO time when an ended tunnel is reopened; `null` if it is not. */
  retryAt: z.string().nullable(),
  /** Selected tunnel, even while it is off. */
  choice: TunnelChoice.nullable(),
  /** Last lines of the tunnel program's output, with secrets redacted. */
  log: z.array(z.string()),
})
export type TunnelStatus = z.infer<typeof TunnelStatus>

const Server = z.object({ host: HostName, port: z.number().int().min(1).max(65535) })

export const tunnel = {
  'tunnel.status': procedure(NoInput, TunnelStatus),
  /** Requirements of each kind of tunnel on this machine, in the order of the list. */
  'tunnel.readiness': procedure(NoInput, z.array(TunnelReadiness)),
  /** Replaces the current tunnel. The new one is reopened at every start until it is stopped. */
  'tunnel.start': procedure(TunnelChoice, TunnelStatus),
  /** Stops the tunnel and keeps the choice. */
  'tunnel.stop': procedure(NoInput, TunnelStatus),
  /** Sends a probe now. */
  'tunnel.probe': procedure(NoInput, TunnelStatus),
  /** Stores ngrok's authtoken in the keychain; `null` deletes it. Call it directly, never through a cache. */
  'tunnel.set-token': procedure(z.object({ token: z.string().trim().min(8).max(512).nullable() }), NoOutput),
  /** Returns the current keys of an SSH server, and whether any is trusted. */
  'tunnel.host-keys': procedure(Server, HostKeyCheck),
  /** Trusts only the key with this fingerprint for this server. Call `tunnel.host-keys` first. */
  'tunnel.trust-host-key': procedure(Server.extend({ fingerprint: z.string().max(100) }), HostKeyCheck),
}
