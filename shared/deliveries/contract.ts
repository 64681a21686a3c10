import { z } from 'zod'
import { DeliveriesDeleted, Started } from '#shared/jobs/contract.ts'
import { NoteEvents } from '#shared/notes/model.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { Diagnosis } from './diagnosis.ts'
import { Annotation, DeliveryDetail, DeliverySummary, OtherBody } from './model.ts'
import { RejectedRequests } from './rejected/rejected-requests.ts'
import { ResponseRule, SimulatedResponse } from './responses/simulated-response.ts'
import { LastDay, Timeline } from './timeline.ts'
import { DeliveryView, ViewCount } from './view.ts'

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

const Matching = z.object({
  endpointId: z.string().max(256).optional(),
  noteId: z.string().max(256).optional(),
  q: z.string().max(512).optional(),
})

/** Limits a deletion to the deliveries that were counted before. Deliveries that arrived later are not deleted. */
const Counted = z.object({
  newest: z.number().int(),
  /** ISO time of the count. Deliveries that were retried after this time are not deleted. */
  at: z.iso.datetime(),
})

/**
 * Procedures that delete deliveries. The listener remembers a deleted delivery's event id for eight days after the last attempt.
 * If the service retries the event (specification, section 3), the listener then recognizes the duplicate, and the delivery
 * doesn't reappear.
 */
export const deliveryRemoval = {
  /**
   * Counts the matching deliveries in steps, so that the caller can stop in between. Pass `next` as `before` to the next step.
   */
  'deliveries.count': procedure(
    z.object({ filter: Matching, before: z.number().int().optional() }),
    Counted.extend({
      matching: z.number().int(),
      starred: z.number().int(),
      next: z.number().int().nullable(),
    }),
  ),
  'deliveries.remove': procedure(
    z.object({ ids: z.array(z.number().int()).min(1).max(200), starredToo: z.boolean() }),
    DeliveriesDeleted,
  ),
  /**
   * Hides a delivery everywhere, then deletes it after `undoMs` or when the app quits. Until then, the user can restore it. If
   * the app crashes before that, the delivery is shown again.
   */
  'deliveries.hide': procedure(z.object({ id: z.number().int() }), z.null()),
  /**
   * Lists the hidden deliveries, so that a page can still restore them after a reload. `leftMs` is the remaining time in
   * milliseconds.
   */
  'deliveries.hidden': procedure(
    NoInput,
    z.array(z.object({ id: z.number().int(), leftMs: z.number().nonnegative() })),
  ),
  /**
   * Shows a hidden delivery again. `restored` is `false` if it was already deleted or belongs to a workspace that is not open.
   */
  'deliveries.unhide': procedure(z.object({ id: z.number().int() }), z.object({ restored: z.boolean() })),
  'deliveries.remove-matching': procedure(
    Counted.extend({ filter: Matching, total: z.number().int(), starredToo: z.boolean() }),
    Started,
  ),
}

const Views = z.array(DeliveryView)
const Filter = z.string().trim().min(1, 'Enter a filter first.').max(512)

/** Procedures for views, which are saved filters for deliveries. Views are listed in the order in which they were created. */
export const deliveryViews = {
  'deliveries.views': procedure(NoInput, Views),
  /** Saves a view, or changes the one with this `id`. Rejects a duplicate name with an error for the field `name`. */
  'deliveries.save-view': procedure(
    z.object({
      id: z.number().int().optional(),
      name: z.string().trim().min(1, 'Enter a name.').max(60, 'At most 60 characters.'),
      q: Filter,
    }),
    Views,
  ),
  'deliveries.remove-view': procedure(z.object({ id: z.number().int() }), Views),
  /** Counts the matches of a filter. Stops after 1,000 matches, or where a quick search would stop. */
  'deliveries.count-view': procedure(z.object({ q: Filter }), ViewCount),
}
