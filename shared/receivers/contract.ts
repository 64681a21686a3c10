import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import {
  AddressVerdict,
  PassThrough,
  Receiver,
  ReceiverHealth,
  ReceiverId,
  ReceiverSettings,
  Send,
  SendDetail,
  SendRequest,
  WaitingDelivery,
} from './model.ts'
import { InterruptedReplay, Replay, ReplayFilter, ReplayMode, ReplayPace } from './replay.ts'

const One = z.object({ id: ReceiverId })
const Id = z.number().int()
const DeliveryIds = z.array(Id).min(1).max(10_000)

/** A new signing secret of the receiver itself. `null` deletes it. Without it, the stored one stays. */
const OwnSecret = z.object({
  ownSecret: z.string().max(4096, 'Too long for a signing secret.').nullable().optional(),
})

/** Which delivery to send, and how. One that the user changes is composed (`compose.ts`). */
export const Sending = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('retry'), deliveryId: Id }),
  z.object({ mode: z.literal('exact'), deliveryId: Id }),
  z.object({ mode: z.literal('new-event'), deliveryId: Id }),
])
export type Sending = z.infer<typeof Sending>

/** The user's own programs, and what was sent to them. All of the open workspace. */
export const receivers = {
  /** By name. */
  'receivers.list': procedure(NoInput, z.array(Receiver)),
  /**
   * Adds one, not live. Refused fields are in the error. Call it directly, never through a cache: the input may contain secrets, in
   * `ownSecret` and `headers`.
   */
  'receivers.create': procedure(ReceiverSettings.extend(OwnSecret.shape), Receiver),
  /** Changes the given values. Another host has to be approved again. Call it directly, as `create`. */
  'receivers.update': procedure(
    One.extend({ changes: ReceiverSettings.partial().extend(OwnSecret.shape) }),
    Receiver,
  ),
  /** Deletes it with its secret, its sends and what waits for it. */
  'receivers.remove': procedure(One, NoOutput),
  /** Whether a URL is allowed, while it is typed. Looks its name up, and sends nothing. */
  'receivers.check-url': procedure(z.object({ url: z.string().trim().max(2048) }), AddressVerdict),
  /** The user agrees to send to its host. `typed`: the host, which has to be typed for a public one. */
  'receivers.approve-address': procedure(
    One.extend({ typed: z.string().trim().max(2048).optional() }),
    Receiver,
  ),
  /** Refused with `approval-needed` until the address is approved. */
  'receivers.set-live': procedure(One.extend({ live: z.boolean() }), Receiver),
  /** Opens a connection and closes it. Sends nothing. */
  'receivers.test': procedure(One, ReceiverHealth),

  /** Newest first; `before` is the id of the last one of the page before. */
  'receivers.sends': procedure(
    z.object({
      receiverId: ReceiverId.optional(),
      deliveryId: Id.optional(),
      jobId: z.string().max(64).optional(),
      /** Only those that were not answered 2xx. */
      failed: z.boolean().optional(),
      before: Id.optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    z.object({
      sends: z.array(Send),
      hasMore: z.boolean(),
      /** Of all pages. */
      total: z.number().int(),
    }),
  ),
  /**
   * Of these deliveries: the last forward to each receiver, live or of what waited, if it failed and no later send of the delivery to
   * that receiver passed.
   */
  'receivers.failed-forwards': procedure(z.object({ deliveryIds: z.array(Id).max(200) }), z.array(Send)),
  'receivers.get-send': procedure(z.object({ id: Id }), SendDetail),
  /**
   * The request that `send` would make, with the delivery's own values beside it. Nothing is sent. Also the dry run of a replay, with
   * its first delivery.
   */
  'receivers.preview': procedure(
    One.extend({ sending: Sending }),
    SendRequest.extend({
      /** Whether it is signed now: with which secret; `null`: it keeps the signature it came with. */
      signedWith: z.enum(['endpoint', 'own']).nullable(),
      /** How old its timestamp is; a receiver that checks it rejects more than 300 s. */
      ageSeconds: z.number().nullable(),
      /** The delivery's signature did not verify. It can only be sent exactly as it came. */
      isUnverified: z.boolean(),
    }),
  ),
  /**
   * Sends one and waits for the response. A request that got no response is an output too. Throws `approval-needed`,
   * `address-refused`, `secret-missing`, `keychain-locked`, `invalid-input` or `not-found` if nothing was sent.
   */
  'receivers.send': procedure(One.extend({ sending: Sending }), SendDetail),

  /** What waits for a receiver, oldest first; `after` is the last id of the page before. */
  'receivers.waiting': procedure(
    One.extend({ after: Id.optional(), limit: z.number().int().min(1).max(200).optional() }),
    z.object({ waiting: z.array(WaitingDelivery), hasMore: z.boolean() }),
  ),
  /** Sends what waits, or these of it, in order and paced. `receivers.status-changed` reports the progress. */
  'receivers.send-waiting': procedure(One.extend({ deliveryIds: DeliveryIds.optional() }), NoOutput),
  /** Removes what waits, or these of it, without sending it. The deliveries stay. */
  'receivers.drop-waiting': procedure(
    One.extend({ deliveryIds: DeliveryIds.optional() }),
    z.object({ dropped: z.number().int() }),
  ),

  /** `null`: off. Of any workspace. */
  'receivers.pass-through': procedure(NoInput, z.object({ passThrough: PassThrough.nullable() })),
  /** Turns it on for one endpoint, instead of any other; `null`: off. */
  'receivers.set-pass-through': procedure(
    z.object({
      on: z.object({ receiverId: ReceiverId, endpointId: EndpointId, exactly: z.boolean() }).nullable(),
    }),
    z.object({ passThrough: PassThrough.nullable() }),
  ),

  /** How many a replay would send, counted in steps, so that the caller can stop: `next` is the `before` of the next one. */
  'receivers.count-replay': procedure(
    z.object({ filter: ReplayFilter, before: Id.optional() }),
    z.object({
      matching: z.number().int(),
      /** How many of them did not verify. Only an `exact` replay can send them. */
      unverified: z.number().int(),
      /** Where those of this step were delivered. */
      endpointIds: z.array(z.string()),
      /** The oldest of this step; that of the last step is sent first. */
      oldest: Id.nullable(),
      next: Id.nullable(),
      /** Up to this id: nothing that came later is sent. */
      newest: Id,
    }),
  ),
  /**
   * Starts a job that sends what was counted, oldest first; a stopped one ends within a second. A receiver with `inOrder` gets the
   * deliveries of a note one at a time. Refused as `receivers.send`, before anything is sent.
   */
  'receivers.start-replay': procedure(
    z.object({
      id: ReceiverId,
      filter: ReplayFilter,
      newest: Id,
      of: z.number().int().min(1),
      mode: ReplayMode,
      pace: ReplayPace,
    }),
    Started,
  ),
  /** The replays of this run of the app, newest first. Their sends: `receivers.sends` with `jobId`. */
  'receivers.replays': procedure(NoInput, z.array(Replay)),
  /** At most one of each receiver: a new one takes the place of the last. */
  'receivers.interrupted-replays': procedure(NoInput, z.array(InterruptedReplay)),
  /** Starts a job that sends the rest of an interrupted replay. Refused as `receivers.start-replay`. */
  'receivers.continue-replay': procedure(One, Started),
  /** Forgets that a replay was interrupted. What it sent stays. */
  'receivers.dismiss-replay': procedure(One, NoOutput),
}
