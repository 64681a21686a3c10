import { z } from 'zod'

/** What was tried on a delivery, one change at a time (specification, section 5.6, read against what goes wrong with it). */
export const Check = z.enum([
  'own-secret',
  'clock',
  'other-secret',
  're-serialised',
  'line-breaks',
  'encoding',
  'undecoded-secret',
  'signature-text',
  'signed-content',
  'webhook-id',
  'milliseconds',
  'header-names',
])
export type Check = z.infer<typeof Check>

/**
 * Why a delivery did not verify, found by checks. Never holds a secret, nor a signature that would have been right: who
 * reads it learns what went wrong and nothing to forge with.
 */
export const Diagnosis = z.object({
  conclusion: z.object({
    sentence: z.string(),
    /** What to do about it. */
    advice: z.string(),
    /** The other endpoint whose secret fits; `null` in every other case. */
    endpointId: z.string().nullable(),
  }),
  /** In the order in which they were tried; one that could not be tried is not there. */
  checks: z.array(z.object({ check: Check, outcome: z.enum(['matches', 'no']), sentence: z.string() })),
})
export type Diagnosis = z.infer<typeof Diagnosis>
