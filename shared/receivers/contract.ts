import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import {
  AddressVerdict,
  DeliveryResults,
  PassThrough,
  Receiver,
  ReceiverHealth,
  ReceiverId,
  ReceiverSettings,
  Send,
  SendCause,
  SendDetail,
  SendRequest,
  WaitingDelivery,
} from './model.ts'
import { InterruptedReplay, Replay, ReplayCause, ReplayFilter, ReplayMode, ReplayPace } from './replay.ts'

const One = z.object({ id: ReceiverId })
const Id = z.number().int()
const DeliveryIds = z.array(Id).min(1).max(10_000)

/** The receiver's own new signing secret. `null` deletes the stored secret. If absent, the stored secret stays. */
const OwnSecret = z.object({
  ownSecret: z.string().max(4096, 'Too long for a signing secret.').nullable().optional(),
})

/** A delivery to send, and how to send it. Edited deliveries are sent with the procedures in `compose.ts`. */
export const Sending = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('retry'), deliveryId: Id }),
  z.object({ mode: z.literal('exact'), deliveryId: Id }),
  z.object({ mode: z.literal('new-event'), deliveryId: Id }),
])
export type Sending = z.infer<typeof Sending>

/**
 * Procedures for receivers, which are the user's own programs, and for the requests sent to them. Limited to the open workspace.
 */
export const receivers = {
  'receivers.list': procedure(NoInput, z.array(Receiver)),
  /**
   * Creates a receiver. With `live`, it forwards from the start, unless its address must be approved. The error lists the invalid
   * fields. Call this directly, never through a cache, because `ownSecret` and `headers` may contain secrets.
   */
  'receivers.create': procedure(
    ReceiverSettings.extend({ ...OwnSecret.shape, live: z.boolean().optional() }),
    Receiver,
  ),
  /** Changes the given settings. If the URL gets another host, the user has to approve it. */
  'receivers.update': procedure(
    One.extend({ changes: ReceiverSettings.partial().extend(OwnSecret.shape) }),
    Receiver,
  ),
  'receivers.remove': procedure(One, NoOutput),
  /**
   * Checks a URL while the user types it. Looks up the host name. If the host is this computer, also opens a connection, but
   * sends nothing.
   */
  'receivers.check-url': procedure(z.object({ url: z.string().trim().max(2048) }), AddressVerdict),
  /** Approves the receiver's host. For a public host, the user must type the host name, which is passed as `typed`. */
  'receivers.approve-address': procedure(
    One.extend({ typed: z.string().trim().max(2048).optional() }),
    Receiver,
  ),
  /** Turns live forwarding on or off. Throws `approval-needed` until the address is approved. */
  'receivers.set-live': procedure(One.extend({ live: z.boolean() }), Receiver),
  /** Opens a connection and closes it again, without sending anything. */
  'receivers.test': procedure(One, ReceiverHealth),

  /** Lists sends, newest first. `before` is the id of the previous page's last send. */
  'receivers.sends': procedure(
    z.object({
      receiverId: ReceiverId.optional(),
      deliveryId: Id.optional(),
      jobId: z.string().max(64).optional(),
      failed: z.boolean().optional(),
      before: Id.optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    z.object({
      sends: z.array(Send),
      hasMore: z.boolean(),
      total: z.number().int(),
    }),
  ),
  /** Returns the results of these deliveries at each receiver, without composed and stopped sends. */
  'receivers.results': procedure(z.object({ deliveryIds: z.array(Id).max(200) }), DeliveryResults),
  'receivers.get-send': procedure(z.object({ id: Id }), SendDetail),
  /**
   * Returns the request that `send` would make, and how it differs from the delivery. Sends nothing. A replay uses this as a dry
   * run with its first delivery.
   */
  'receivers.preview': procedure(
    One.extend({ sending: Sending }),
    SendRequest.extend({
      signedWith: z.enum(['endpoint', 'own']).nullable(),
      /** Age of the timestamp. A receiver that checks the time rejects anything older than 300 s. */
      ageSeconds: z.number().nullable(),
      /** Whether the delivery failed verification. If so, it can be sent only unchanged. */
      isUnverified: z.boolean(),
    }),
  ),
  /**
   * Sends one delivery and waits for the response. A request without a response is not an error. Throws `approval-needed`,
   * `address-refused`, `secret-missing`, `keychain-locked`, `invalid-input` or `not-found` if nothing was sent.
   */
  'receivers.send': procedure(
    One.extend({ sending: Sending, cause: SendCause.extract(['user', 'agent']).default('user') }),
    SendDetail,
  ),

  /** Lists a receiver's backlog, oldest first. `after` is the previous page's last id. */
  'receivers.waiting': procedure(
    One.extend({ after: Id.optional(), limit: z.number().int().min(1).max(200).optional() }),
    z.object({ waiting: z.array(WaitingDelivery), hasMore: z.boolean() }),
  ),
  /**
   * Sends the backlog, or only these deliveries, in order and at a limited pace. `receivers.status-changed` reports the progress.
   * `jobId` is `null` if no delivery waits, or if a job that is already sending the receiver's backlog sends these, too.
   */
  'receivers.send-waiting': procedure(
    One.extend({ deliveryIds: DeliveryIds.optional() }),
    z.object({ jobId: z.string().nullable() }),
  ),
  /** Removes the backlog, or only these deliveries, without sending anything. The deliveries themselves stay. */
  'receivers.drop-waiting': procedure(
    One.extend({ deliveryIds: DeliveryIds.optional() }),
    z.object({ dropped: z.number().int() }),
  ),

  'receivers.pass-through': procedure(NoInput, z.object({ passThrough: PassThrough.nullable() })),
  'receivers.set-pass-through': procedure(
    z.object({
      on: z.object({ receiverId: ReceiverId, endpointId: EndpointId, exactly: z.boolean() }).nullable(),
    }),
    z.object({ passThrough: PassThrough.nullable() }),
  ),

  /** Counts a replay's deliveries in steps, so that the caller can stop in between. Pass `next` as `before` to the next step. */
  'receivers.count-replay': procedure(
    z.object({ filter: ReplayFilter, before: Id.optional() }),
    z.object({
      matching: z.number().int(),
      /** Number of matching deliveries that failed verification. Only an `exact` replay can send them. */
      unverified: z.number().int(),
      endpointIds: z.array(z.string()),
      /** Id of the oldest delivery that this step counted. The last step's value is the delivery that the replay starts with. */
      oldest: Id.nullable(),
      next: Id.nullable(),
      newest: Id,
    }),
  ),
  /**
   * Starts a job that sends the counted deliveries, oldest first. When canceled, it ends within a second. A receiver with
   * `inOrder` gets a note's deliveries one at a time. Throws the errors of `receivers.send` before anything is sent.
   */
  'receivers.start-replay': procedure(
    z.object({
      id: ReceiverId,
      filter: ReplayFilter,
      newest: Id,
      total: z.number().int().min(1),
      mode: ReplayMode,
      pace: ReplayPace,
      cause: ReplayCause.default('replay'),
    }),
    Started,
  ),
  /** Lists replays since the app started, newest first. `receivers.sends` with a `jobId` returns their sends. */
  'receivers.replays': procedure(NoInput, z.array(Replay)),
  'receivers.interrupted-replays': procedure(NoInput, z.array(InterruptedReplay)),
  'receivers.continue-replay': procedure(One, Started),
  'receivers.dismiss-replay': procedure(One, NoOutput),
}
