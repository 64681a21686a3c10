import { z } from 'zod'
import { NoteEvents } from '#shared/notes/model.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { Diagnosis } from './diagnosis.ts'
import { Annotation, DeliveryDetail, DeliverySummary, OtherBody } from './model.ts'
import { RejectedRequests } from './rejected/rejected-requests.ts'
import { ResponseRule, SimulatedResponse } from './responses/simulated-response.ts'
import { LastDay, Timeline } from './timeline.ts'

const Time = z.number().int().min(0).max(Date.UTC(9999, 0))
const Port = z.number().int().min(0).max(65535)

export const ListenerStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('stopped') }),
  z.object({
    state: z.literal('listening'),
    origin: z.string(),
    port: Port,
    /** Why deliveries currently get a 503. `null` while they are being stored. */
    degraded: z.string().nullable(),
    /** A warning about this computer's clock, which verification depends on. `null` if the clock seems to be right. */
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

export const deliveries = {
  'listener.status': procedure(NoInput, ListenerStatus),
  /** Starts the listener. Without a port or with port 0, uses the port from the settings or, failing that, any free port. */
  'listener.start': procedure(z.object({ port: Port.optional() }), ListenerStatus),
  'listener.stop': procedure(NoInput, ListenerStatus),
  /**
   * Lists deliveries, newest first. `before` is the id of the previous page's last row. If a filter has few matches, the search
   * runs in steps. Then pass `reached` as `before` to continue.
   */
  'deliveries.list': procedure(
    z.object({
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(200).optional(),
      endpointId: z.string().optional(),
      /** Limits the list to this note. Unverified deliveries are left out, because their bodies are not parsed. */
      noteId: z.string().optional(),
      q: z.string().max(512).optional(),
      ids: z.array(z.number().int()).max(200).optional(),
    }),
    z.object({
      deliveries: z.array(DeliverySummary),
      hasMore: z.boolean(),
      reached: z.number().int().optional(),
    }),
  ),
  /** Finds deliveries by `webhook-id` or its beginning. An exact match comes first, then the newest deliveries. */
  'deliveries.find': procedure(
    z.object({ webhookId: z.string().min(1).max(256), limit: z.number().int().min(1).max(50).optional() }),
    z.array(DeliverySummary),
  ),
  'deliveries.total': procedure(NoInput, z.object({ count: z.number().int() })),
  /**
   * Counts deliveries over time in at most `steps` steps. If `from` is `null`, starts with the oldest delivery. Ignores time
   * conditions in `q`. With a filter, counts backwards from the newest delivery and returns the time that it reached as `since`.
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
  /** Summarizes the open workspace's last 24 hours, using only this computer's store. */
  'deliveries.last-day': procedure(NoInput, LastDay),
  'deliveries.get': procedure(z.object({ id: z.number().int() }), DeliveryDetail),
  /** Lists the other bodies of a delivery that has the flag `body-changed`, in order of arrival. Only a few are stored. */
  'deliveries.other-bodies': procedure(z.object({ id: z.number().int() }), z.array(OtherBody)),
  'deliveries.set-star': procedure(
    z.object({ id: z.number().int(), starred: Annotation.shape.starred }),
    DeliverySummary,
  ),
  /** Stores the user's remark, which is included in exports. Empty text deletes it. */
  'deliveries.set-remark': procedure(
    z.object({ id: z.number().int(), remark: Annotation.shape.remark }),
    DeliverySummary,
  ),
  /** Counts each note's verified events. Notes without events are left out. */
  'deliveries.note-events': procedure(
    z.object({ noteIds: z.array(z.string().max(256)).max(200) }),
    z.array(NoteEvents),
  ),
  /** Finds out why verification failed, using the secrets that are stored now. The output contains no secret. */
  'deliveries.diagnose': procedure(z.object({ id: z.number().int() }), Diagnosis),
  /**
   * Returns a delivery as text, with credentials removed from its headers.
   * - `curl-signed-now`: a command with a new signature, made with the endpoint's secret, which stays in the host. Requires a
   *   valid original signature.
   * - `curl-signed-here`: the same command for the listener's local address instead of the public one.
   */
  'deliveries.copy': procedure(
    z.object({
      id: z.number().int(),
      as: z.enum(['curl', 'curl-signed-now', 'curl-signed-here', 'http', 'json', 'fixture']),
    }),
    z.object({ text: z.string() }),
  ),
  /**
   * Counts requests that were rejected and not stored, by reason. Includes requests to this workspace's paths and to unknown
   * paths.
   */
  'listener.rejected': procedure(NoInput, z.array(RejectedRequests)),
  'listener.forget-rejected': procedure(NoInput, z.array(RejectedRequests)),
  /** Lists the simulated responses of all workspaces, because they share the listener. */
  'listener.simulated-responses': procedure(NoInput, z.array(SimulatedResponse)),
  /** Simulates responses until the app quits, or until the rule is set to `null`. Deliveries are still verified and stored. */
  'listener.set-simulated-response': procedure(
    z.object({ endpointId: z.string().max(256), rule: ResponseRule.nullable() }),
    z.array(SimulatedResponse),
  ),
}
