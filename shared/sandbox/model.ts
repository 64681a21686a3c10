import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/** What the sandbox service does differently while it is on. */
export const SandboxSwitches = z.object({
  /** Simulated colleagues create, edit and share notes while a page is open. */
  automatic: z.boolean(),
  /**
   * At once and then every 20 seconds while a page is open, a delivery is made to be refused, with an id of its own. It counts neither
   * for nor against its endpoint.
   */
  producesFailures: z.boolean(),
  /** Notehook receives nothing from the sandbox, which retries as with a host that is down. Other workspaces receive as before. */
  outage: z.boolean(),
  /** The API returns 404 for a note in its first 30 seconds. */
  notesNotReady: z.boolean(),
  /** The API takes 5 seconds to answer a receiver. */
  slow: z.boolean(),
  /** The API accepts 5 requests a second from receivers, and answers the rest with 429. */
  rateLimited: z.boolean(),
  /** The API answers receivers with 500. */
  failing: z.boolean(),
  /** Updates of endpoints are refused. */
  updatesRefused: z.boolean(),
  /** The next endpoint is created, but the response is lost. Turns itself off. */
  loseNextCreate: z.boolean(),
})
export type SandboxSwitches = z.infer<typeof SandboxSwitches>

export const SwitchChanges = SandboxSwitches.partial()
export type SwitchChanges = z.infer<typeof SwitchChanges>

/** The slowest and fastest clock: real time, and four days in four minutes. */
export const clockSpeeds = { min: 1, max: 1_440 } as const

export const SandboxStatus = z.object({
  baseUrl: z.string(),
  /** The end of the key for the user's receiver. */
  keyHint: z.string(),
  /** How much faster than real time retries and the four days pass. */
  speed: z.number(),
  switches: SandboxSwitches,
})
export type SandboxStatus = z.infer<typeof SandboxStatus>

/** One try of a delivery. `status` is `null` and `error` says why if there was no response. */
export const SandboxAttempt = z.object({
  at: z.string(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  ms: z.number(),
})
export type SandboxAttempt = z.infer<typeof SandboxAttempt>

/**
 * A delivery, as the side that sends it sees it. `exhausted`: the four days are over. `dropped`: its endpoint was disabled or deleted
 * before.
 */
export const SandboxDelivery = z.object({
  id: z.number().int(),
  eventId: z.string(),
  endpointId: EndpointId,
  eventType: z.string(),
  noteId: z.string(),
  startedAt: z.string(),
  state: z.enum(['pending', 'delivered', 'failed', 'exhausted', 'dropped']),
  attempts: z.array(SandboxAttempt),
  /** What is wrong with it on purpose. */
  produced: z.enum(['wrong-secret', 'tampered-body', 'slow-retry']).nullable(),
  /** At the present speed of the clock; `null` without a next attempt. */
  nextAt: z.string().nullable(),
})
export type SandboxDelivery = z.infer<typeof SandboxDelivery>

/** A request to the API that was not Notehook's own. API keys are never recorded. */
export const SandboxRequest = z.object({
  id: z.number().int(),
  at: z.string(),
  method: z.string(),
  /** Includes the query. */
  path: z.string(),
  authorization: z.enum(['absent', 'wrong', 'right']),
  /** `null` until the response, and if there was none. */
  status: z.number().int().nullable(),
  ms: z.number().nullable(),
  /** The endpoint whose receiver sent it, as far as the requested note shows. */
  endpointId: EndpointId.nullable(),
})
export type SandboxRequest = z.infer<typeof SandboxRequest>

/** The newest first; at most `activityLimit` of each. */
export const SandboxActivity = z.object({
  deliveries: z.array(SandboxDelivery),
  requests: z.array(SandboxRequest),
})
export type SandboxActivity = z.infer<typeof SandboxActivity>
