import { z } from 'zod'

const longestDelayMs = 60_000

/**
 * Simulated response for one endpoint's verified deliveries, to observe how the service reacts. Applies if all conditions match; other
 * deliveries get the normal response.
 */
export const ResponseRule = z.object({
  status: z.number().int().min(200).max(599),
  delayMs: z.number().int().min(0).max(longestDelayMs),
  /** Limits the rule to the first attempts of each event since the rule was set. `null`: all attempts. */
  firstAttempts: z.number().int().min(1).max(100).nullable(),
  /** Event types the rule applies to. Empty: all. */
  eventTypes: z.array(z.string().max(256)).max(20),
  /** Percentage of attempts, chosen at random. */
  sharePercent: z.number().int().min(1).max(100),
})
export type ResponseRule = z.infer<typeof ResponseRule>

/** An endpoint with simulated responses. */
export const SimulatedResponse = z.object({
  endpointId: z.string(),
  /** `null` if the path belongs to no workspace. */
  workspaceId: z.string().nullable(),
  rule: ResponseRule,
  /** ISO time. */
  since: z.string(),
})
export type SimulatedResponse = z.infer<typeof SimulatedResponse>
