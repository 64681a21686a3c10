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
    /** Reason why deliveries are currently answered with 503. `null` while they are stored. */
    degraded: z.string().nullable(),
    /** Warning about this machine's clock, which verification uses. `null` if the clock seems right. */
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

/** Procedures of the listener and its deliveries (specification, sections 3, 5 and 6). */
export const deliveries = {
  'listener.status': procedure(NoInput, ListenerStatus),
  /** Starts the listener. Without a port, or with port 0, uses the port from the settings, else a free port. */
  'listener.start': procedure(z.object({ port: Port.optional() }), ListenerStatus),
  'listener.stop': procedure(NoInput, ListenerStatus),
  /**
   * Lists deliveries, newest first. `before`: id of the last row on the previous page. A filter with few matches is searched in steps;
   * `reached` is then where the next step continues, in place of a last row.
   */
  'deliveries.list': procedure(
    z.object({
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(200).optional(),
      endpointId: z.string().optional(),
      /** Limits the list to this note. Unverified deliveries are excluded, because their bodies are not parsed. */
      noteId: z.string().optional(),
      /** Filter as typed: see `parseDeliveryFilter`. */
      q: z.string().max(512).optional(),
      /** Limits the list to these ids, for example of new deliveries. */
      ids: z.array(z.number().int()).max(200).optional(),
    }),
    z.object({
      deliveries: z.array(DeliverySummary),
      hasMore: z.boolean(),
      reached: z.number().int().optional(),
    }),
  ),
  /** Finds deliveries by `webhook-id` or its beginning. An exact match is first, then the newest. */
  'deliveries.find': procedure(
    z.object({ webhookId: z.string().min(1).max(256), limit: z.number().int().min(1).max(50).optional() }),
    z.array(DeliverySummary),
  ),
  /** Counts the deliveries of the open workspace. */
  'deliveries.total': procedure(NoInput, z.object({ count: z.number().int() })),
  /**
   * Counts deliveries over time, from `from` (`null`: the oldest) to `to`, in at most `steps` steps. Time conditions in `q` are ignored.
   * With a filter, counting begins with the newest, and `since` is where it ended.
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
  /** Summarizes the last day of the open workspace, from this machine's store alone. */
  'deliveries.last-day': procedure(NoInput, LastDay),
  'deliveries.get': procedure(z.object({ id: z.number().int() }), DeliveryDetail),
  /** Lists the other bodies of a delivery with the flag `body-changed`, in order of arrival. Only a few are stored. */
  'deliveries.other-bodies': procedure(z.object({ id: z.number().int() }), z.array(OtherBody)),
  /** Stars or unstars a delivery. Retention never deletes starred deliveries. */
  'deliveries.set-star': procedure(
    z.object({ id: z.number().int(), starred: Annotation.shape.starred }),
    DeliverySummary,
  ),
  /** Stores the user's remark, which exports include. An empty text deletes it. */
  'deliveries.set-remark': procedure(
    z.object({ id: z.number().int(), remark: Annotation.shape.remark }),
    DeliverySummary,
  ),
  /** Counts the verified events of each note. Notes without events are omitted. */
  'deliveries.note-events': procedure(
    z.object({ noteIds: z.array(z.string().max(256)).max(200) }),
    z.array(z.object({ id: z.string(), events: z.number().int() })),
  ),
  /** Finds out why verification failed, using the currently stored secrets. The output contains no secret. */
  'deliveries.diagnose': procedure(z.object({ id: z.number().int() }), Diagnosis),
  /**
   * Returns a delivery as text, without credentials in its headers. `curl-signed-now` has a new signature with the endpoint's secret, which
   * stays in the host; the original signature must be valid. `curl-signed-here` uses the listener's local address in place of the public
   * one.
   */
  'deliveries.copy': procedure(
    z.object({
      id: z.number().int(),
      as: z.enum(['curl', 'curl-signed-now', 'curl-signed-here', 'http', 'json', 'fixture']),
    }),
    z.object({ text: z.string() }),
  ),
  /** Counts requests that were rejected and not stored, by reason: those to this workspace's paths or to no known path. */
  'listener.rejected': procedure(NoInput, z.array(RejectedRequests)),
  /** Resets the counts. */
  'listener.forget-rejected': procedure(NoInput, z.array(RejectedRequests)),
  /** Lists the simulated responses of all workspaces, because one listener serves them all. */
  'listener.simulated-responses': procedure(NoInput, z.array(SimulatedResponse)),
  /** Simulates responses until the app quits. `null`: back to normal. Deliveries are still verified and stored. */
  'listener.set-simulated-response': procedure(
    z.object({ endpointId: z.string().max(256), rule: ResponseRule.nullable() }),
    z.array(SimulatedResponse),
  ),
}
