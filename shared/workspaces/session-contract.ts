import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'

/**
 * State of the keychain.
 * - `waiting`: it has not responded yet, perhaps because of a password prompt.
 * - `none`: it is missing or broken. No secret is stored until the user agrees to `memory`.
 * - `memory`: secrets are kept in memory until the app quits.
 */
export const KeychainState = z.enum(['ready', 'locked', 'waiting', 'none', 'memory'])
export type KeychainState = z.infer<typeof KeychainState>

/** A workspace, which consists of an API key and the address of its API. `sandbox` is the sandbox workspace on this computer. */
export const Workspace = z.object({
  id: z.string(),
  kind: z.enum(['service', 'sandbox']),
  label: z.string(),
  baseUrl: z.string(),
})
export type Workspace = z.infer<typeof Workspace>

export const SessionStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('welcome'), keychain: KeychainState }),
  z.object({
    state: z.enum(['connected', 'key-missing', 'key-locked', 'key-rejected']),
    keychain: KeychainState,
    workspace: Workspace,
    keyHint: z.string().nullable(),
  }),
])
export type SessionStatus = z.infer<typeof SessionStatus>

/** Whether requests to the open workspace's service succeed, wait or fail. */
export const ServiceConnection = z.object({
  /** ISO time until which requests are delayed, by the service or the rate limit. `null` if they are not delayed. */
  waitingUntil: z.string().nullable(),
  /** Whether a change is queued. A queued change has had no effect and can still be stopped. */
  changeWaits: z.boolean(),
  /** Whether the queued change was sent once and the service asked to wait. If `false`, it was not sent yet. */
  changeRefused: z.boolean(),
  /**
   * Set while the service can't be reached, with the time when that began and the reason. `null` if the last request got a
   * response.
   */
  trouble: z
    .object({ code: z.enum(['unreachable', 'timeout', 'insecure', 'service-failed']), since: z.string() })
    .nullable(),
})
export type ServiceConnection = z.infer<typeof ServiceConnection>

export const Connect = z.object({
  /** https, or http for a literal loopback address. May have a path prefix, but no user info, query or fragment. */
  baseUrl: z.string().trim().min(1, 'Enter the API address.').max(2048, 'Use at most 2,048 characters.'),
  apiKey: z.string().trim().min(1, 'Enter your API key.').max(4096),
  label: z.string().trim().max(80, 'Use at most 80 characters.').optional(),
  /** The workspace that gets a new key, or a new address and key. If absent, a new workspace is created. */
  workspaceId: z.string().max(256).optional(),
  /** Creates a new workspace even if there is a disconnected one with this address. */
  another: z.boolean().optional(),
  /** Whether the user agrees to keep the key in memory until the app quits if the keychain does not store it. */
  keepInMemory: z.boolean().optional(),
})

/**
 * Result of testing a valid key. The specification offers no way to query a key's kind and scopes (section 5), so the test shows
 * only whether any note is visible.
 */
export const KeyTest = z.object({ seesNotes: z.boolean() })
export type KeyTest = z.infer<typeof KeyTest>

export const session = {
  'workspaces.status': procedure(NoInput, SessionStatus),
  'workspaces.connection': procedure(NoInput, ServiceConnection),
  /**
   * Tests the key with the service, then stores it. The key is never sent back to the page. If a workspace gets a new key, its
   * signing secrets, deliveries and index stay. Rejects with `already-connected` if another workspace has the same key and
   * address, because both would read the same data. Rejects with `was-connected` for a new workspace at the address of a
   * disconnected one, unless `another` is set. If canceled before the service accepts the key, nothing is stored.
   */
  'workspaces.connect': procedure(Connect, SessionStatus),
  'workspaces.test-key': procedure(Connect.pick({ baseUrl: true, apiKey: true }), KeyTest),
  /** Tries the stored key again after the keychain was locked or the service rejected the key. */
  'workspaces.retry': procedure(NoInput, SessionStatus),
}
