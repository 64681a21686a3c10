import { z } from 'zod'

const PublicUrl = z
  .string()
  .trim()
  .min(1, 'Enter the public https address.')
  .max(2048, 'Use at most 2,048 characters.')
/** The name of a single server. Excludes the patterns, lists and markers that a known_hosts file may contain (sshd(8)). */
export const HostName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, 'Enter a host name such as tunnel.example.com.')
  .max(253)
const FilePath = z.string().trim().max(4096)

export const TunnelChoice = z.discriminatedUnion('kind', [
  /** The user's own reverse proxy or domain in front of the listener. */
  z.object({ kind: z.literal('own-url'), publicUrl: PublicUrl }),
  z.object({
    kind: z.literal('cloudflared'),
    binary: FilePath.nullable(),
    /**
     * A tunnel that the user created, with a permanent address. `null` for a quick tunnel, which has a new address at each start.
     */
    named: z
      .object({
        name: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Enter the tunnel’s name or ID.')
          .max(200),
        publicUrl: PublicUrl,
      })
      .nullable(),
  }),
  z.object({
    kind: z.literal('ssh'),
    host: HostName,
    port: z.number().int().min(1).max(65535),
    user: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/, 'Enter a user name.')
      .max(64)
      .nullable(),
    /** A private key that has no passphrase, or that a running ssh agent provides. `null` uses ssh's default. */
    identityFile: FilePath.nullable(),
    remotePort: z.number().int().min(0).max(65535),
    /** The https address of the remote port. `null` if the server reports the address after connecting. */
    publicUrl: PublicUrl.nullable(),
  }),
  /** Runs ngrok's library inside the app. `domain` is a reserved domain, or `null` for the account's own. */
  z.object({ kind: z.literal('ngrok'), domain: HostName.nullable() }),
  z.object({ kind: z.literal('ngrok-agent') }),
])
export type TunnelChoice = z.infer<typeof TunnelChoice>
export type TunnelKind = TunnelChoice['kind']

export const ProbeFault = z.enum([
  'no-name',
  'private-answer',
  'no-connection',
  'tls',
  'timeout',
  'redirect',
  'interstitial',
  'gateway',
  'altered',
  'wrong-target',
  'not-listening',
])
export type ProbeFault = z.infer<typeof ProbeFault>

export const ProbeResult = z.discriminatedUnion('reached', [
  z.object({ reached: z.literal(true), latencyMs: z.number() }),
  z.object({ reached: z.literal(false), fault: ProbeFault, sentence: z.string() }),
])
export type ProbeResult = z.infer<typeof ProbeResult>

/** Whether this kind of tunnel can be opened on this computer now. */
export const TunnelReadiness = z.object({
  kind: z.enum(['own-url', 'cloudflared', 'ssh', 'ngrok', 'ngrok-agent']),
  state: z.enum(['ready', 'needs-binary', 'needs-token', 'not-running', 'unusable']),
  sentence: z.string(),
  detail: z.string().nullable(),
  command: z.string().optional(),
  link: z.string().optional(),
})
export type TunnelReadiness = z.infer<typeof TunnelReadiness>

export const HostKey = z.object({ type: z.string(), fingerprint: z.string() })
export type HostKey = z.infer<typeof HostKey>

/**
 * An SSH server's keys, and whether they are trusted. `changed` means that other keys of this server are trusted, but not its
 * current ones.
 */
export const HostKeyCheck = z.object({
  state: z.enum(['trusted', 'unknown', 'changed']),
  keys: z.array(HostKey),
})
export type HostKeyCheck = z.infer<typeof HostKeyCheck>
