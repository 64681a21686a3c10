import { z } from 'zod'
import { EndpointId, FolderId } from '#shared/ids.ts'
import { longestTimeoutMs } from './limits.ts'

/** Names a receiver on this machine. */
export const ReceiverId = z.string().regex(/^rcv_[a-zA-Z0-9]{14}$/, 'Not a valid ID.')

/**
 * What a receiver's deliveries are signed with: `endpoint` the signing secret of the endpoint that each was delivered to; `own` a
 * secret of the receiver; `none` nothing is signed, so a delivery is sent with the signature that it came with.
 */
export const SignsWith = z.enum(['endpoint', 'own', 'none'])
export type SignsWith = z.infer<typeof SignsWith>

/** Which deliveries are forwarded live. All four must match; an empty list or text matches everything. */
export const ReceiverRules = z.object({
  endpointIds: z.array(EndpointId).max(100, 'Select at most 100 endpoints.'),
  eventTypes: z.array(z.string().min(1).max(256)).max(20, 'Select at most 20 event types.'),
  /** A folder includes its subfolders. A note whose folders are not known matches. */
  folderIds: z.array(FolderId).max(100, 'Select at most 100 folders.'),
  /** A filter in the words of the filter bar: see `parseDeliveryFilter`. */
  q: z.string().trim().max(512, 'Use at most 512 characters.'),
})
export type ReceiverRules = z.infer<typeof ReceiverRules>

/**
 * A header that is added to every request, in the place of the delivery's own header of that name. A value that is not visible is in
 * the keychain and is `null` here. As input, `null` keeps the value in the keychain.
 */
export const ReceiverHeader = z.object({
  name: z.string().trim().min(1, 'Enter a header name.').max(256, 'Use at most 256 characters.'),
  value: z.string().max(4096, 'Use at most 4,096 characters.').nullable(),
  /** The user marked the value: it may be shown, stored and copied. */
  isVisible: z.boolean(),
})
export type ReceiverHeader = z.infer<typeof ReceiverHeader>

/** What the user sets. */
export const ReceiverSettings = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  /** http or https on this computer and in private networks; https only for public hosts. */
  url: z.string().trim().min(1, 'Enter the URL of your receiver.').max(2048, 'Use at most 2,048 characters.'),
  signsWith: SignsWith,
  rules: ReceiverRules,
  headers: z.array(ReceiverHeader).max(32, 'Use at most 32 headers.'),
  /** Certificate authorities to trust besides the system's, as PEM text. `null`: none. Certificates are always checked. */
  ca: z.string().max(65_536, 'Use at most 64 KB of certificates.').nullable(),
  /** For the whole request, from the lookup of the name to the last byte of the response. */
  timeoutMs: z.number().int().min(1000, 'Use 1 to 15 seconds.').max(longestTimeoutMs, 'Use 1 to 15 seconds.'),
  /** Requests at the same time. */
  concurrency: z.number().int().min(1, 'Use 1 to 16.').max(16, 'Use 1 to 16.'),
  /** Deliveries of one note are sent one at a time, in the order in which they came. */
  inOrder: z.boolean(),
  /** What waited while the receiver was down is sent when it is up again, at a limited pace. */
  autoSend: z.boolean(),
})
export type ReceiverSettings = z.infer<typeof ReceiverSettings>

export const newReceiver: Omit<ReceiverSettings, 'name' | 'url'> = {
  signsWith: 'endpoint',
  rules: { endpointIds: [], eventTypes: [], folderIds: [], q: '' },
  headers: [],
  ca: null,
  timeoutMs: longestTimeoutMs,
  concurrency: 4,
  inOrder: true,
  autoSend: false,
}

/**
 * Where a URL leads: `loopback` this computer; `private` a private network, `host.docker.internal`, a `.test` name and the like;
 * `public` the internet; `forbidden` an address that requests are never sent to, such as cloud metadata or the listener itself.
 */
export const AddressKind = z.enum(['loopback', 'private', 'public', 'forbidden'])
export type AddressKind = z.infer<typeof AddressKind>

export const ReceiverAddress = z.object({
  kind: AddressKind,
  /** The host name or address, as it is dialed. */
  host: z.string(),
  /** Without the user's approval nothing is sent. `not-needed` on this computer; a changed host has to be approved again. */
  approval: z.enum(['not-needed', 'needed', 'given']),
})
export type ReceiverAddress = z.infer<typeof ReceiverAddress>

/** Whether a URL can be one of a receiver. Names are looked up, but nothing is sent. */
export const AddressVerdict = z.object({
  kind: AddressKind,
  /** `null` if the URL cannot be read. */
  host: z.string().nullable(),
  /** Why it is refused, or what to know about it. `null`: nothing. */
  sentence: z.string().nullable(),
})
export type AddressVerdict = z.infer<typeof AddressVerdict>

/** Whether the receiver accepts connections, by trying one. */
export const ReceiverHealth = z.object({
  state: z.enum(['unknown', 'up', 'down']),
  /** ISO time since when. */
  since: z.string().nullable(),
  /** How long the last connection took. */
  connectMs: z.number().nullable(),
  /** Why it is down. */
  problem: z.string().nullable(),
})
export type ReceiverHealth = z.infer<typeof ReceiverHealth>

/**
 * How a delivery is sent: `live` as it arrived, while its signature is fresh, else as `retry`; `retry` as the service would retry it,
 * with the same ID, the time now, signed now; `exact` as it came, byte for byte; `new-event` with a new ID in the headers and the
 * body, signed now; `edited` as the user composed it, signed now; `catch-up` an event that Notehook made
 * of a note that is behind, signed now. Sent as the header `notehook-sent`.
 */
export const SendMode = z.enum(['live', 'retry', 'exact', 'new-event', 'edited', 'catch-up'])
export type SendMode = z.infer<typeof SendMode>

/** What sent it: live forwarding, *Send* for what waited, the user, a replay, or a catch-up. */
export const SendCause = z.enum(['live', 'waiting', 'user', 'replay', 'catch-up'])
export type SendCause = z.infer<typeof SendCause>

/**
 * Why there is no complete response.
 * Not sent: `address` the address is forbidden, or not the kind that was approved; `approval` it was never approved; `unsigned` its
 * signing secret is missing; `headers` values of its own headers are missing; `locked` the keychain is locked; `unverified` the delivery did not verify, so it is never signed; `gone`
 * the delivery was deleted; `unsendable` the request cannot be built.
 * Sent or tried: `no-name` the name has no address; `no-connection`; `reset`; `tls`; `timeout`; `too-slow` the response did not end
 * in time; `malformed` the response is not HTTP; `stopped` the user stopped it.
 */
export const SendProblem = z.enum([
  'address',
  'approval',
  'unsigned',
  'headers',
  'locked',
  'unverified',
  'gone',
  'unsendable',
  'no-name',
  'no-connection',
  'reset',
  'tls',
  'timeout',
  'too-slow',
  'malformed',
  'stopped',
])
export type SendProblem = z.infer<typeof SendProblem>

/** Compared with the previous send of the same delivery to the same receiver. A send passes if it is answered 2xx. */
export const SendVerdict = z.enum(['fixed', 'regressed', 'still-failing', 'still-passing'])
export type SendVerdict = z.infer<typeof SendVerdict>

/** Milliseconds since the request began; `null` for a phase that was not reached. */
export const SendPhases = z.object({
  /** The name was looked up. */
  lookupMs: z.number().nullable(),
  /** Connected, including TLS. */
  connectMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  /** The response ended, or the request failed. */
  totalMs: z.number(),
})
export type SendPhases = z.infer<typeof SendPhases>

/** One request to a receiver. */
export const Send = z.object({
  /** Grows with time. Unique on this machine. */
  id: z.number().int(),
  workspaceId: z.string(),
  receiverId: ReceiverId,
  /** `null` for a request that was composed, or made by a catch-up. */
  deliveryId: z.number().int().nullable(),
  /** Of the delivery; `null` also once it is deleted. */
  endpointId: z.string().nullable(),
  /** Of the delivery, or of a composed body. */
  eventType: z.string().nullable(),
  noteId: z.string().nullable(),
  /** The `webhook-id` as it was sent. */
  webhookId: z.string().nullable(),
  mode: SendMode,
  cause: SendCause,
  /** The job of a replay or a catch-up. */
  jobId: z.string().nullable(),
  /** ISO time. */
  at: z.string(),
  url: z.string(),
  /** The user composed it. It is counted nowhere. */
  simulated: z.boolean(),
  /** `null`: no response. What the service would make of it is `deliveryOutcome`. */
  status: z.number().int().nullable(),
  problem: z.object({ code: SendProblem, sentence: z.string() }).nullable(),
  phases: SendPhases,
  /** `null`: the first send, and of edited ones. */
  verdict: SendVerdict.nullable(),
})
export type Send = z.infer<typeof Send>

/** Header pairs in order and case. Values are bytes, a character each. */
const Headers = z.array(z.tuple([z.string(), z.string()]))

/**
 * A request as it is sent. `[redacted]`: values of the receiver's own headers that are not visible, and those of the delivery that
 * grant access.
 */
export const SendRequest = z.object({
  method: z.literal('POST'),
  url: z.string(),
  headers: Headers,
  /** The whole body. */
  bodyBase64: z.string(),
  /** Headers of the delivery that are not sent, because a tunnel or proxy added them. */
  leftOut: z.array(z.string()),
  /** Headers whose values differ from the delivery's. */
  replaced: z.array(z.string()),
  /** Whether the body is the delivery's, byte for byte. */
  isBodyUnchanged: z.boolean(),
})
export type SendRequest = z.infer<typeof SendRequest>

export const SendDetail = Send.extend({
  /** `null`: it was not sent, or its delivery was deleted. */
  request: SendRequest.nullable(),
  response: z
    .object({
      statusText: z.string(),
      headers: Headers,
      /** At most `storedResponseBytes`. */
      bodyBase64: z.string(),
      /** How much was received before the response ended or was cut off. */
      bodyBytes: z.number().int(),
      /** The body is longer than what is stored. */
      isCut: z.boolean(),
    })
    .nullable(),
})
export type SendDetail = z.infer<typeof SendDetail>

/** Why what waits can't be sent until something is changed: see `SendProblem`. */
export const BlockedReason = z.enum(['address', 'approval', 'unsigned', 'headers', 'locked', 'tls'])
export type BlockedReason = z.infer<typeof BlockedReason>

export const BlockedWaiting = z.object({
  /** How many were tried and could not be sent. */
  count: z.number().int(),
  /** Of most of them. */
  reason: BlockedReason,
})

/** What waits for a receiver, because it was down or could not be sent when it came. */
export const WaitingCount = z.object({
  count: z.number().int(),
  /** ISO time at which the oldest of them came. */
  since: z.string().nullable(),
  blocked: BlockedWaiting.nullable(),
  /** Notehook sends them now: the user asked for it, or more came at once than the receiver took. */
  isSending: z.boolean(),
})
export type WaitingCount = z.infer<typeof WaitingCount>

export const WaitingDelivery = z.object({
  deliveryId: z.number().int(),
  eventType: z.string().nullable(),
  noteId: z.string().nullable(),
  /** ISO time. */
  receivedAt: z.string(),
  /** ISO time since when it waits. */
  since: z.string(),
  /** Why, in a few words. */
  why: z.string(),
})
export type WaitingDelivery = z.infer<typeof WaitingDelivery>

/** What changes while a receiver is used. */
export const ReceiverStatus = z.object({
  id: ReceiverId,
  workspaceId: z.string(),
  health: ReceiverHealth,
  waiting: WaitingCount,
  /** Requests under way. */
  sending: z.number().int(),
  lastSend: Send.nullable(),
})
export type ReceiverStatus = z.infer<typeof ReceiverStatus>

/** The user's own program that deliveries are sent to. Never carries a secret. */
export const Receiver = ReceiverSettings.extend({
  id: ReceiverId,
  /** ISO time. */
  createdAt: z.string(),
  /** What arrives is forwarded at once, as far as the rules match. */
  live: z.boolean(),
  address: ReceiverAddress,
  /** Its own signing secret in the keychain; of use if `signsWith` is `own`. */
  ownSecret: z.enum(['stored', 'missing', 'locked']),
  /** Values of its headers that are not visible, in the keychain. `stored` also if there are none. */
  headerValues: z.enum(['stored', 'missing', 'locked']),
  /** ISO time at which the user last sent or replayed something to it. */
  lastUsedAt: z.string().nullable(),
  status: ReceiverStatus,
})
export type Receiver = z.infer<typeof Receiver>

/**
 * The service gets the receiver's own response for one endpoint, until it is turned off or the app quits. A delivery is committed
 * first, and the receiver has 10 s.
 */
export const PassThrough = z.object({
  receiverId: ReceiverId,
  endpointId: EndpointId,
  workspaceId: z.string(),
  /** Redirects and client errors are passed on as they are, so that the service never sends those deliveries again. */
  exactly: z.boolean(),
  /** ISO time. */
  since: z.string(),
})
export type PassThrough = z.infer<typeof PassThrough>
