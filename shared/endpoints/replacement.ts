import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/**
 * Replaces an endpoint by a new one, to rotate its secret or to make a change the service does not offer. Every step is stored
 * first, so that it continues after a crash. `creating` the new endpoint is requested; `waiting` both receive, until a delivery
 * verifies with the new endpoint's secret; `proven` one did: the old endpoint can go; `deleting` it is deleted, and with it go the
 * retries of its failed deliveries (specification, section 4); `rolling-back` the new endpoint is deleted and all is as before.
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
  /** For display only where the service hides it. */
  oldUrl: z.string(),
  /** `null` until the service named it. */
  newId: EndpointId.nullable(),
  newUrl: z.string(),
  /** Whether the new endpoint's deliveries come to this machine; where not, nothing can prove it from here. */
  provable: z.boolean(),
  /** ISO times. */
  startedAt: z.string(),
  provenAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** What deleting the old endpoint cuts off, as far as this machine received for it: its failed events that never succeeded. */
  cutsOff: z.object({
    /** `false`: its deliveries do not come here, or not any more, so how many of them failed is not known. */
    seen: z.boolean(),
    events: z.number().int(),
    /** Of what came here before the new endpoint was there: events that were refused for good. The service sends them no more anyway. */
    refused: z.number().int().default(0),
    /**
     * ISO times: from the first of them, or from the last sign of its old address, until the new endpoint existed; `null` when there
     * is none. `missed.notes` has the notes.
     */
    downtime: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  /** Why it is stuck, in words for the user; `null` while it is not. */
  problem: z.string().nullable(),
})
export type Replacement = z.infer<typeof Replacement>
