import { z } from 'zod'

/**
 * Checks for the cause of a failed verification. Each check reverts one change that may have been made to the delivery, taken
 * from section 5.6 of the specification or from common mistakes.
 */
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
 * Why a delivery failed verification, as found by checks. Contains neither a secret nor a valid signature, so it can't be used
 * to forge deliveries.
 */
export const Diagnosis = z.object({
  conclusion: z.object({
    sentence: z.string(),
    advice: z.string(),
    endpointId: z.string().nullable(),
  }),
  /** Checks in the order in which they ran. Checks that were not possible are left out. */
  checks: z.array(z.object({ check: Check, outcome: z.enum(['matches', 'no']), sentence: z.string() })),
})
export type Diagnosis = z.infer<typeof Diagnosis>
