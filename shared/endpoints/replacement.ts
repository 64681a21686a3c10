import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/**
 * Steps of replacing an endpoint, either to rotate its secret or to make a change that the service doesn't support. Each step is
 * stored before it begins, so that the replacement continues after a crash.
 * - `creating`: the new endpoint is being requested.
 * - `waiting`: both endpoints receive events until a delivery is verified with the new endpoint's secret.
 * - `proven`: a delivery was verified, so the old endpoint can be deleted.
 * - `deleting`: the old endpoint is being deleted. This also ends the retries of its failed deliveries (specification, section
 *   4).
 * - `rolling-back`: the new endpoint is being deleted, to restore the previous state.
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
  oldUrl: z.string(),
  /** `null` until the service has returned the id. */
  newId: EndpointId.nullable(),
  newUrl: z.string(),
  /** Whether the new endpoint delivers to this computer. Otherwise, this computer can't prove that it receives deliveries. */
  provable: z.boolean(),
  startedAt: z.string(),
  provenAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /**
   * Events that deleting the old endpoint would lose, as observed by this computer. `events` counts failed events that have not
   * succeeded since.
   */
  cutsOff: z.object({
    /** Whether failures can be counted. `false` if deliveries don't arrive on this computer, or no longer do. */
    seen: z.boolean(),
    events: z.number().int(),
    /**
     * Events whose last response ended their retries before the new endpoint existed. The service would not send them again in
     * any case.
     */
    refused: z.number().int().default(0),
    /**
     * Period whose missed notes are listed by `missed.notes`, as ISO times. It begins with the first refused event or the last
     * activity at the old address, and ends when the new endpoint was created. `null` if there is no such period.
     */
    downtime: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  /** Why the replacement is stuck, in words for the user. `null` if it is not stuck. */
  problem: z.string().nullable(),
})
export type Replacement = z.infer<typeof Replacement>
