import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'

/**
 * The keychain as the user must know it: `ready`, `locked` (it exists and does not open), `none` (there is none: nothing is
 * kept until the user agrees), `memory` (there is none and the user agreed: secrets live until quit).
 */
export const KeychainState = z.enum(['ready', 'locked', 'none', 'memory'])
export type KeychainState = z.infer<typeof KeychainState>

/** The service an API key belongs to. `sandbox` is the sample workspace on this machine. */
export const Workspace = z.object({
  id: z.string(),
  kind: z.enum(['service', 'sandbox']),
  label: z.string(),
  baseUrl: z.string(),
})
export type Workspace = z.infer<typeof Workspace>

export const SessionStatus = z.discriminatedUnion('state', [
  /** No workspace yet: the welcome screen. */
  z.object({ state: z.literal('welcome'), keychain: KeychainState }),
  z.object({
    state: z.enum(['connected', 'key-missing', 'key-locked', 'key-rejected']),
    keychain: KeychainState,
    workspace: Workspace,
    /** The last four characters of the key, to tell two apart; `null` when the key is not at hand. */
    keyHint: z.string().nullable(),
  }),
])
export type SessionStatus = z.infer<typeof SessionStatus>

/** How the requests to the service of the open workspace fare. */
export const ServiceConnection = z.object({
  /** ISO time until which they wait, since the service asked for it or the pace does; `null` while they flow. */
  waitingUntil: z.string().nullable(),
  /** A change is among them: it was not made yet, and can be stopped. */
  changeWaits: z.boolean(),
  /** It was sent, and the service asked to wait; otherwise nothing of it was sent yet. */
  changeRefused: z.boolean(),
  /** Since when none was answered by the service itself, and why; `null` when the last one was. */
  trouble: z
    .object({ code: z.enum(['unreachable', 'timeout', 'insecure', 'service-failed']), since: z.string() })
    .nullable(),
})
export type ServiceConnection = z.infer<typeof ServiceConnection>

export const Connect = z.object({
  /** https, or http for a literal loopback address; a path prefix is kept; no user info, query or fragment. */
  baseUrl: z.string().trim().min(1, 'Enter the base address of the service.').max(2048),
  apiKey: z.string().trim().min(1, 'Enter your API key.').max(4096),
  label: z.string().trim().max(80, 'A name has at most 80 characters.').optional(),
  /** The workspace whose key, or whose address and key, are replaced; without it a new one is made. */
  workspaceId: z.string().max(256).optional(),
  /** It is none of the workspaces at this address that were disconnected. */
  another: z.boolean().optional(),
  /** The user's consent to keep the key in memory until quit, when there is no keychain. */
  keepInMemory: z.boolean().optional(),
})

/**
 * What a test shows of a key that works. Of its kind and its scopes the specification shows no way to ask (section 5); whether
 * it sees any note at all is what can be known.
 */
export const KeyTest = z.object({ seesNotes: z.boolean() })
export type KeyTest = z.infer<typeof KeyTest>

export const session = {
  'workspaces.status': procedure(NoInput, SessionStatus),
  'workspaces.connection': procedure(NoInput, ServiceConnection),
  /**
   * Tests the key against the service first; a refused key is not kept. The key enters here and never goes back. Of a workspace
   * whose key is replaced, signing secrets, deliveries and the index stay. Rejects with `already-connected` when another
   * workspace has this very key at this very address: two would read everything twice, and receive nothing more. Rejects with
   * `was-connected` when a new workspace is asked for at the address of one that was disconnected, unless it is `another`.
   * Cancelled before the service has accepted the key, nothing is kept of it.
   */
  'workspaces.connect': procedure(Connect, SessionStatus),
  /** Tests a key against the service and keeps nothing of it. */
  'workspaces.test-key': procedure(Connect.pick({ baseUrl: true, apiKey: true }), KeyTest),
  /** Tries the kept key once more, after the keychain was unlocked or the service refused it. */
  'workspaces.retry': procedure(NoInput, SessionStatus),
}
