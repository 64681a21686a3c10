import { z } from 'zod'

const longestDelayMs = 60_000

/**
 * A simulated response to an endpoint's verified deliveries, to observe how the service reacts. Deliveries that don't match all
 * conditions get the normal response.
 */
export const ResponseRule = z.object({
  status: z.number().int().min(200).max(599),
  delayMs: z.number().int().min(0).max(longestDelayMs),
  /** Number of attempts of each event that the rule applies to, counted from when the rule was set. `null` means all attempts. */
  firstAttempts: z.number().int().min(1).max(100).nullable(),
  eventTypes: z.array(z.string().max(256)).max(20),
  /** Percentage of the attempts, chosen at random, that get the simulated response. */
  sharePercent: z.number().int().min(1).max(100),
})
export type ResponseRule = z.infer<typeof ResponseRule>

export const SimulatedResponse = z.object({
  endpointId: z.string(),
  /** `null` if the path belongs to no workspace. */
  workspaceId: z.string().nullable(),
  rule: ResponseRule,
  since: z.string(),
})
export type SimulatedResponse = z.infer<typeof SimulatedResponse>
