import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { Diagnosis } from './diagnosis.ts'
import { Annotation, DeliveryDetail, DeliverySummary, OtherBody } from './model.ts'
import { RejectedRequests } from './rejected/rejected-requests.ts'
import { ResponseRule, SimulatedResponse } from './responses/simulated-response.ts'
import { LastDay, Timeline } from './timeline.ts'

/** Milliseconds since 1970. */
const Time = z.number().int().min(0).max(Date.UTC(9999, 0))
const Port = z.number().int().min(0).max(65535)

export const ListenerStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('stopped') }),
  z.object({
    state: z.literal('listening'),
    /** `http://127.0.0.1:PORT` */
    origin: z.string(),
    port: Port,
    /** Why deliveries are answered 503 for now; `null` when they are stored. */
    degraded: z.string().nullable(),
    /** What to tell of this machine's clock, which deliveries are judged by; `null` when it seems right. */
    clock: z.string().nullable(),
  }),
  z.object({
    state: z.literal('failed'),
    code: z.enum(['port-busy', 'storage', 'refused', 'crashed']),
    message: z.string(),
    port: Port,
  }),
])
export type ListenerStatus = z.infer<typeof ListenerStatus>

/** The listener and what it received (specification, sections 3, 5 and 6). */
export const deliveries = {
  'listener.status': procedure(NoInput, ListenerStatus),
  /** Port 0 or none: the one from the settings, else a free one. */
  'listener.start': procedure(z.object({ port: Port.optional() }), ListenerStatus),
  'listener.stop': procedure(NoInput, ListenerStatus),
  /**
   * Newest first; `before` is the id of the last row of the page before. A filter that matches seldom is looked for in steps:
   * `reached` is then where the next one continues, in place of a last row.
   */
  'deliveries.list': procedure(
    z.object({
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(200).optional(),
      endpointId: z.string().optional(),
      /** Only what concerns this note; what did not verify was not read, so what it concerns is unknown. */
      noteId: z.string().optional(),
      /** A filter as it is typed: see `parseDeliveryFilter`. */
      q: z.string().max(512).optional(),
      /** Only those among these that match, such as what just arrived. */
      ids: z.array(z.number().int()).max(200).optional(),
    }),
    z.object({
      deliveries: z.array(DeliverySummary),
      hasMore: z.boolean(),
      reached: z.number().int().optional(),
    }),
  ),
  /** Those whose `webhook-id` is this one or begins with it: that one first, then the newest. */
  'deliveries.find': procedure(
    z.object({ webhookId: z.string().min(1).max(256), limit: z.number().int().min(1).max(50).optional() }),
    z.array(DeliverySummary),
  ),
  /** How many there are in the open workspace. */
  'deliveries.total': procedure(NoInput, z.object({ count: z.number().int() })),
  /**
   * How many of them came when: `from` (`null`: the first that is kept) up to `to`, in at most `steps` steps. What `q` says of time
   * does not narrow it. With a filter the newest are counted first, and `since` says where that ended.
   */
  'deliveries.timeline': procedure(
    z.object({
      q: z.string().max(512).optional(),
      from: Time.nullable(),
      to: Time,
      steps: z.number().int().min(1).max(400),
    }),
    Timeline,
  ),
  /** Of the open workspace, from this machine's store alone. */
  'deliveries.last-day': procedure(NoInput, LastDay),
  'deliveries.get': procedure(z.object({ id: z.number().int() }), DeliveryDetail),
  /** The other bodies of a delivery with the flag `body-changed`, in the order in which they came; a few are kept. */
  'deliveries.other-bodies': procedure(z.object({ id: z.number().int() }), z.array(OtherBody)),
  /** A starred one is spared by retention. */
  'deliveries.set-star': procedure(
    z.object({ id: z.number().int(), starred: Annotation.shape.starred }),
    DeliverySummary,
  ),
  /** Of the user's own; empty: none. Exports carry it. */
  'deliveries.set-remark': procedure(
    z.object({ id: z.number().int(), remark: Annotation.shape.remark }),
    DeliverySummary,
  ),
  /** How many verified events came for each of these notes; a note without any is left out. */
  'deliveries.note-events': procedure(
    z.object({ noteIds: z.array(z.string().max(256)).max(200) }),
    z.array(z.object({ id: z.string(), events: z.number().int() })),
  ),
  /** Why a delivery does not verify, tried out with the secrets that are here now. The answer holds none of them. */
  'deliveries.diagnose': procedure(z.object({ id: z.number().int() }), Diagnosis),
  /**
   * A delivery as text, with what looks like a key taken out of its headers. `curl-signed-now` is signed again with the secret of
   * its endpoint, which stays in the host; only one whose signature held is. `curl-signed-here` goes to the listener itself
   * instead of the public address.
   */
  'deliveries.copy': procedure(
    z.object({
      id: z.number().int(),
      as: z.enum(['curl', 'curl-signed-now', 'curl-signed-here', 'http', 'json', 'fixture']),
    }),
    z.object({ text: z.string() }),
  ),
  /** What came to the paths of this workspace, or to none, and is not kept: counted by what was wrong with it. */
  'listener.rejected': procedure(NoInput, z.array(RejectedRequests)),
  /** Counts them from nothing again. */
  'listener.forget-rejected': procedure(NoInput, z.array(RejectedRequests)),
  /** The endpoints that are answered anything but normally; of every workspace, since the listener serves them all. */
  'listener.simulated-responses': procedure(NoInput, z.array(SimulatedResponse)),
  /** From now until quit; `null`: back to normal. Deliveries are still verified and stored. */
  'listener.set-simulated-response': procedure(
    z.object({ endpointId: z.string().max(256), rule: ResponseRule.nullable() }),
    z.array(SimulatedResponse),
  ),
}
