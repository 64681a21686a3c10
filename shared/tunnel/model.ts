import { z } from 'zod'

const PublicUrl = z
  .string()
  .trim()
  .min(1, 'Enter the public https address.')
  .max(2048, 'Use at most 2,048 characters.')
/** Name of a single server. Excludes the patterns, lists and markers of known_hosts, sshd(8). */
export const HostName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, 'Enter a host name such as tunnel.example.com.')
  .max(253)
const FilePath = z.string().trim().max(4096)

/** A kind of tunnel with all of its settings except secrets. */
export const TunnelChoice = z.discriminatedUnion('kind', [
  /** The user's own reverse proxy or domain in front of the listener. */
  z.object({ kind: z.literal('own-url'), publicUrl: PublicUrl }),
  z.object({
    kind: z.literal('cloudflared'),
    /** `null`: found on PATH. */
    binary: FilePath.nullable(),
    /** A tunnel that the user created, with a permanent address. `null`: a quick tunnel, with a new address at each start. */
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
    /** `null`: the default of ssh. */
    user: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/, 'Enter a user name.')
      .max(64)
      .nullable(),
    /** Private key without a passphrase, or with a running agent. `null`: the default of ssh. */
    identityFile: FilePath.nullable(),
    /** Remote port that forwards to the listener. 0: the server allocates one. */
    remotePort: z.number().int().min(0).max(65535),
    /** The https address of that port. `null`: the server reports the address after connecting. */
    publicUrl: PublicUrl.nullable(),
  }),
  /** Runs inside the app, with ngrok's library. `domain`: a reserved domain; `null`: the account's own. */
  z.object({ kind: z.literal('ngrok'), domain: HostName.nullable() }),
  /** An ngrok agent that the user already runs. */
  z.object({ kind: z.literal('ngrok-agent') }),
])
export type TunnelChoice = z.infer<typeof TunnelChoice>
export type TunnelKind = TunnelChoice['kind']

/** Reason for a failed probe. */
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

/** Result of sending a nonce through the public address to this listener. */
export const ProbeResult = z.discriminatedUnion('reached', [
  z.object({ reached: z.literal(true), latencyMs: z.number() }),
  z.object({ reached: z.literal(false), fault: ProbeFault, sentence: z.string() }),
])
export type ProbeResult = z.infer<typeof ProbeResult>

/** Whether a kind of tunnel can be opened on this machine now. */
export const TunnelReadiness = z.object({
  kind: z.enum(['own-url', 'cloudflared', 'ssh', 'ngrok', 'ngrok-agent']),
  state: z.enum(['ready', 'needs-binary', 'needs-token', 'not-running', 'unusable']),
  sentence: z.string(),
  /** Instructions to get a missing part, or details such as a version and a path. */
  detail: z.string().nullable(),
  /** Helpful terminal command. */
  command: z.string().optional(),
  /** https page that provides the missing part. */
  link: z.string().optional(),
})
export type TunnelReadiness = z.infer<typeof TunnelReadiness>

/** `fingerprint`: `SHA256:` and base64, as ssh-keygen(1) prints it. */
export const HostKey = z.object({ type: z.string(), fingerprint: z.string() })
export type HostKey = z.infer<typeof HostKey>

/** Keys of an SSH server. `changed`: other keys of the server are trusted, but not the current ones. */
export const HostKeyCheck = z.object({
  state: z.enum(['trusted', 'unknown', 'changed']),
  keys: z.array(HostKey),
})
export type HostKeyCheck = z.infer<typeof HostKeyCheck>
