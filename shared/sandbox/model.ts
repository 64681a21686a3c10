import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/** Switches that make the sandbox service deviate from its normal behavior. */
export const SandboxSwitches = z.object({
  automatic: z.boolean().describe('Simulated colleagues create, edit and share notes while a page is open.'),
  /** The result of such a delivery doesn't count for the endpoint. */
  producesFailures: z
    .boolean()
    .describe('An invalid delivery arrives now, and then every 20 seconds while a page is open.'),
  /** Other workspaces are not affected. */
  outage: z.boolean().describe('Deliveries fail and are retried, as if the receiver were down.'),
  notesNotReady: z.boolean().describe('Your receiver’s request for a new note returns 404 for 30 s.'),
  slow: z.boolean().describe('Every response of the API to your receiver takes 5 s.'),
  rateLimited: z.boolean().describe('The API returns 429 to your receiver after 5 requests a second.'),
  failing: z.boolean().describe('Every response of the API to your receiver is 500.'),
  updatesRefused: z.boolean().describe('Notehook can’t change endpoints.'),
  loseNextCreate: z
    .boolean()
    .describe(
      'The next endpoint that Notehook creates exists, but the response is lost. Then turns itself off.',
    ),
})
export type SandboxSwitches = z.infer<typeof SandboxSwitches>

export const SwitchChanges = SandboxSwitches.partial()
export type SwitchChanges = z.infer<typeof SwitchChanges>

/** Range of the clock's speed. At the minimum, the clock runs in real time. At the maximum, four days take four minutes. */
export const clockSpeeds = { min: 1, max: 1_440 } as const

export const SandboxStatus = z.object({
  baseUrl: z.string(),
  /** The last characters of the API key for the user's receiver. */
  keyHint: z.string(),
  speed: z.number(),
  switches: SandboxSwitches,
  /** Whether a window shows Notehook. Without one, the sandbox creates no events on its own. */
  isWatched: z.boolean(),
  /** The enabled endpoint that has failed longest, in milliseconds of the sandbox clock. `null` if none fails. */
  failing: z.object({ endpointId: z.string(), forMs: z.number() }).nullable(),
})
export type SandboxStatus = z.infer<typeof SandboxStatus>

export const SandboxAttempt = z.object({
  at: z.string(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  ms: z.number(),
})
export type SandboxAttempt = z.infer<typeof SandboxAttempt>

/**
 * A delivery from the sender's point of view. `exhausted` means that the four days of retries are over, and `dropped` that the
 * endpoint was disabled or deleted first.
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
  /** Whether the event was triggered for this endpoint only. */
  isTest: z.boolean(),
  /** The defect that was introduced on purpose, if any. */
  produced: z.enum(['wrong-secret', 'tampered-body', 'slow-retry']).nullable(),
  /** Time of the next attempt at the current clock speed. `null` if there is none. */
  nextAt: z.string().nullable(),
})
export type SandboxDelivery = z.infer<typeof SandboxDelivery>

/** A request to the API from a program other than Notehook. API keys are never recorded. */
export const SandboxRequest = z.object({
  id: z.number().int(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  authorization: z.enum(['absent', 'wrong', 'right']),
  /** `null` if there is no response, or not yet. */
  status: z.number().int().nullable(),
  ms: z.number().nullable(),
  /** Endpoint of the receiver that sent the request, guessed from the requested note. */
  endpointId: EndpointId.nullable(),
})
export type SandboxRequest = z.infer<typeof SandboxRequest>

export const SandboxActivity = z.object({
  deliveries: z.array(SandboxDelivery),
  requests: z.array(SandboxRequest),
})
export type SandboxActivity = z.infer<typeof SandboxActivity>
