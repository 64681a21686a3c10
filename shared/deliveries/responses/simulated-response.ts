import { z } from 'zod'

const longestDelayMs = 60_000

/**
 * What one endpoint's verified deliveries are answered instead of the truth, to see what the service does about it. All
 * conditions must hold; what they leave is answered as always.
 */
export const ResponseRule = z.object({
  status: z.number().int().min(200).max(599),
  delayMs: z.number().int().min(0).max(longestDelayMs),
  /** Only the first so many attempts of each event, counted from when the rule was set; `null`: every one. */
  firstAttempts: z.number().int().min(1).max(100).nullable(),
  /** Only events of these types; none: of all. */
  eventTypes: z.array(z.string().max(256)).max(20),
  /** So many of a hundred attempts, by chance. */
  sharePercent: z.number().int().min(1).max(100),
})
export type ResponseRule = z.infer<typeof ResponseRule>

/** An endpoint whose answers are simulated now. */
export const SimulatedResponse = z.object({
  endpointId: z.string(),
  /** `null` where the path belongs to no workspace. */
  workspaceId: z.string().nullable(),
  rule: ResponseRule,
  /** ISO time. */
  since: z.string(),
})
export type SimulatedResponse = z.infer<typeof SimulatedResponse>
