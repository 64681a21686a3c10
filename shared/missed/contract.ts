import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { MissedNote, MissedReason, MissedStatus } from './model.ts'

/** Selects one endpoint's missed notes, either those with one cause or all of them. */
export const MissedQuery = z.object({ endpointId: EndpointId, reason: MissedReason.optional() })

/**
 * Procedures for missed notes, whose latest change did not reach an endpoint of the open workspace. The service doesn't send
 * missed events later (specification, section 3), so the note index is compared with the newest received events. Only
 * `missed.look` calls the service.
 */
export const missed = {
  'missed.status': procedure(NoInput, MissedStatus),
  /** Requests the endpoints and recent changes from the service, then compares again. */
  'missed.look': procedure(NoInput, MissedStatus),
  'missed.notes': procedure(
    MissedQuery.extend({
      state: MissedNote.shape.state.optional(),
      q: z.string().max(256).default(''),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(200),
    }),
    z.object({
      notes: z.array(MissedNote),
      total: z.number().int(),
      counts: z.record(MissedNote.shape.state, z.number().int()),
    }),
  ),
  /**
   * Starts a job that sends a receiver one marked event for each missed note. The event's id depends only on the endpoint, the
   * note, the note's time and the event type, so that receivers recognize repeated events as duplicates. A note is caught up once
   * its event gets a 2xx response.
   */
  'missed.catch-up': procedure(MissedQuery.extend({ receiverId: ReceiverId }), Started),
  /** Dismisses an interrupted catch-up. Notes that it sent stay caught up. */
  'missed.dismiss-unfinished': procedure(z.object({ endpointId: EndpointId }), NoOutput),
  'missed.set-muted': procedure(z.object({ endpointId: EndpointId, muted: z.boolean() }), NoOutput),
}
