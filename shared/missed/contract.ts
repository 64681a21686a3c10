import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { MissedNote, MissedStatus } from './model.ts'

/** Selects the notes of one endpoint, in one of its gaps or in all. */
export const MissedQuery = z.object({
  endpointId: EndpointId,
  /** Key of a gap. */
  gap: z.string().max(128).optional(),
})

/**
 * Procedures for notes that endpoints of the open workspace are behind on. The index is compared with the newest received events, because
 * the service replays nothing (specification, section 3). Except for `missed.look`, they do not call the service.
 */
export const missed = {
  'missed.status': procedure(NoInput, MissedStatus),
  /** Fetches the endpoints and recent changes from the service, then compares again. */
  'missed.look': procedure(NoInput, MissedStatus),
  /** Lists notes, latest change first. */
  'missed.notes': procedure(
    MissedQuery.extend({
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(200),
    }),
    z.object({ notes: z.array(MissedNote), total: z.number().int() }),
  ),
  /**
   * Starts a job that sends one marked event for each note that is behind. The id of an event depends only on the endpoint, the note, its
   * time and the type, so receivers recognize a repeated event as a duplicate. A note is caught up once its event is answered 2xx.
   */
  'missed.catch-up': procedure(MissedQuery.extend({ receiverId: ReceiverId }), Started),
  /** Dismisses an interrupted catch-up. Notes that it sent stay caught up. */
  'missed.dismiss-unfinished': procedure(z.object({ endpointId: EndpointId }), NoOutput),
  /** Mutes or unmutes early warnings about this endpoint. */
  'missed.set-muted': procedure(z.object({ endpointId: EndpointId, muted: z.boolean() }), NoOutput),
}
