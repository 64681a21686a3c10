import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { MissedNote, MissedStatus } from './model.ts'

/** The notes of one endpoint, of one of its gaps or all. */
export const MissedQuery = z.object({
  endpointId: EndpointId,
  /** The key of a gap. */
  gap: z.string().max(128).optional(),
})

/**
 * What each endpoint of the open workspace is behind: its notes in the index, compared with the newest events that came (specification,
 * section 3: the service replays nothing). Asks the service nothing.
 */
export const missed = {
  'missed.status': procedure(NoInput, MissedStatus),
  /** Reads the endpoints and what changed since, then compares again. */
  'missed.look': procedure(NoInput, MissedStatus),
  /** The latest change first. */
  'missed.notes': procedure(
    MissedQuery.extend({
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(200),
    }),
    z.object({ notes: z.array(MissedNote), total: z.number().int() }),
  ),
  /**
   * Starts a job that sends one marked event for each note that is behind. The id of an event depends only on the endpoint, the note, its
   * time and the type, so a receiver sees a repeated one as a duplicate. A note whose event is answered 2xx is caught up.
   */
  'missed.catch-up': procedure(MissedQuery.extend({ receiverId: ReceiverId }), Started),
  /** Forgets that a catch-up was interrupted. What it sent stays caught up. */
  'missed.dismiss-unfinished': procedure(z.object({ endpointId: EndpointId }), NoOutput),
  /** Early warnings about this endpoint. */
  'missed.set-muted': procedure(z.object({ endpointId: EndpointId, muted: z.boolean() }), NoOutput),
}
