import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/**
 * Steps of replacing an endpoint, to rotate its secret or to make a change that the service does not offer. Each step is stored first, so
 * that the replacement continues after a crash. `creating`: the new endpoint is requested. `waiting`: both receive, until a delivery
 * verifies with the new endpoint's secret. `proven`: a delivery did, so the old endpoint can be deleted. `deleting`: the old endpoint is
 * being deleted, which also ends the retries of its failed deliveries (specification, section 4). `rolling-back`: the new endpoint is being
 * deleted, to restore the previous state.
 */
export const ReplacementStep = z.enum([
  'creating',
  'waiting',
  'proven',
  'deleting',
  'done',
  'rolling-back',
  'rolled-back',
])
export type ReplacementStep = z.infer<typeof ReplacementStep>

export const Replacement = z.object({
  id: z.number().int(),
  why: z.enum(['rotate', 'change']),
  step: ReplacementStep,
  oldId: EndpointId,
  /** Only for display if the service hides the URL. */
  oldUrl: z.string(),
  /** `null` before the service returned the id. */
  newId: EndpointId.nullable(),
  newUrl: z.string(),
  /** Whether the new endpoint's deliveries arrive on this machine. If not, this machine cannot prove the endpoint. */
  provable: z.boolean(),
  /** ISO times. */
  startedAt: z.string(),
  provenAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Deliveries lost by deleting the old endpoint, as observed by this machine: failed events that never succeeded. */
  cutsOff: z.object({
    /** `false`: deliveries do not arrive on this machine, or no longer do, so the number of failures is unknown. */
    seen: z.boolean(),
    events: z.number().int(),
    /** Events that were finally refused before the new endpoint existed. The service does not retry them anyway. */
    refused: z.number().int().default(0),
    /**
     * ISO times: from the first refused event, or the last activity at the old address, to the creation of the new endpoint. `null` if
     * there is no such period. `missed.notes` lists its notes.
     */
    downtime: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  /** Reason for a stuck replacement, in words for the user. `null` if it is not stuck. */
  problem: z.string().nullable(),
})
export type Replacement = z.infer<typeof Replacement>
