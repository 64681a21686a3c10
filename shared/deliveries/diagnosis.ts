import { z } from 'zod'

/** Checks on a delivery, one change at a time (specification, section 5.6, and common mistakes with it). */
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
 * Reason why a delivery did not verify, found by checks. Contains neither a secret nor a valid signature, so it cannot be used for forgery.
 */
export const Diagnosis = z.object({
  conclusion: z.object({
    sentence: z.string(),
    advice: z.string(),
    /** Other endpoint whose secret matches. `null` if there is no match. */
    endpointId: z.string().nullable(),
  }),
  /** Checks in the order of execution. Checks that were not possible are omitted. */
  checks: z.array(z.object({ check: Check, outcome: z.enum(['matches', 'no']), sentence: z.string() })),
})
export type Diagnosis = z.infer<typeof Diagnosis>
