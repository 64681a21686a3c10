import { z } from 'zod'

const PublicUrl = z.string().trim().min(1, 'Enter the public https address.').max(2048)
/** One server by its name. No pattern, no list and no marker of known_hosts, sshd(8), fits it. */
export const HostName = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/,
    'A name such as tunnel.example.com, with no user and no port.',
  )
  .max(253)
const FilePath = z.string().trim().max(4096)

/** A way to make the listener reachable, with all it needs but its secrets. */
export const TunnelChoice = z.discriminatedUnion('kind', [
  /** A reverse proxy or domain of the user's own leads to the listener. */
  z.object({ kind: z.literal('own-url'), publicUrl: PublicUrl }),
  z.object({
    kind: z.literal('cloudflared'),
    /** `null`: found on PATH. */
    binary: FilePath.nullable(),
    /** A tunnel the user made, which has an address of its own; `null`: a quick tunnel, with a new address at each start. */
    named: z
      .object({
        name: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'The name or id of the tunnel.')
          .max(200),
        publicUrl: PublicUrl,
      })
      .nullable(),
  }),
  z.object({
    kind: z.literal('ssh'),
    host: HostName,
    port: z.number().int().min(1).max(65535),
    /** `null`: as ssh itself decides. */
    user: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/, 'A user name of that machine.')
      .max(64)
      .nullable(),
    /** A private key that needs no passphrase, or whose agent runs; `null`: as ssh itself decides. */
    identityFile: FilePath.nullable(),
    /** The port there that leads here; 0: the other side allocates one. */
    remotePort: z.number().int().min(0).max(65535),
    /** The https address in front of that port; `null`: the host tells one when it is connected. */
    publicUrl: PublicUrl.nullable(),
  }),
  /** Inside the app, by ngrok's own library. `domain`: one that is reserved; `null`: the account's own. */
  z.object({ kind: z.literal('ngrok'), domain: HostName.nullable() }),
  /** An ngrok agent that the user runs already. */
  z.object({ kind: z.literal('ngrok-agent') }),
])
export type TunnelChoice = z.infer<typeof TunnelChoice>
export type TunnelKind = TunnelChoice['kind']

/** What was wrong when a probe did not come back as it was sent. */
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

/** A nonce went out through the public address: it came back from this very listener, or why not. */
export const ProbeResult = z.discriminatedUnion('reached', [
  z.object({ reached: z.literal(true), latencyMs: z.number() }),
  z.object({ reached: z.literal(false), fault: ProbeFault, sentence: z.string() }),
])
export type ProbeResult = z.infer<typeof ProbeResult>

/** Whether a way can be gone on this machine now. */
export const TunnelReadiness = z.object({
  kind: z.enum(['own-url', 'cloudflared', 'ssh', 'ngrok', 'ngrok-agent']),
  state: z.enum(['ready', 'needs-binary', 'needs-token', 'not-running', 'unusable']),
  sentence: z.string(),
  /** How to come by what is missing, or what was found: a version, a place. */
  detail: z.string().nullable(),
  /** What to run for it in a terminal. */
  command: z.string().optional(),
  /** The https page where what is missing is got. */
  link: z.string().optional(),
})
export type TunnelReadiness = z.infer<typeof TunnelReadiness>

/** `fingerprint`: `SHA256:` and base64, as ssh-keygen(1) prints it. */
export const HostKey = z.object({ type: z.string(), fingerprint: z.string() })
export type HostKey = z.infer<typeof HostKey>

/** What an ssh server shows. `changed`: other keys of it are trusted, and none that it shows now. */
export const HostKeyCheck = z.object({
  state: z.enum(['trusted', 'unknown', 'changed']),
  keys: z.array(HostKey),
})
export type HostKeyCheck = z.infer<typeof HostKeyCheck>
