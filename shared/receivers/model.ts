import { z } from 'zod'
import { EndpointId, FolderId } from '#shared/ids.ts'
import { longestTimeoutMs } from './limits.ts'

export const ReceiverId = z.string().regex(/^rcv_[a-zA-Z0-9]{14}$/, 'Not a valid ID.')

/**
 * The secret that signs a receiver's deliveries.
 * - `endpoint`: the secret of the delivery's endpoint.
 * - `own`: the receiver's own secret.
 * - `none`: deliveries keep their original signature.
 */
export const SignsWith = z.enum(['endpoint', 'own', 'none'])
export type SignsWith = z.infer<typeof SignsWith>

export const ReceiverRules = z.object({
  endpointIds: z.array(EndpointId).max(100, 'Select at most 100 endpoints.'),
  eventTypes: z.array(z.string().min(1).max(256)).max(20, 'Select at most 20 event types.'),
  /** Folders to match, including their subfolders. A note whose folders are unknown matches. */
  folderIds: z.array(FolderId).max(100, 'Select at most 100 folders.'),
  q: z.string().trim().max(512, 'Use at most 512 characters.'),
})
export type ReceiverRules = z.infer<typeof ReceiverRules>

/**
 * A header that is added to every request and replaces the delivery's header of the same name. Values are in the keychain and
 * `null` here, unless they are visible. As input, `null` keeps the value in the keychain.
 */
export const ReceiverHeader = z.object({
  name: z.string().trim().min(1, 'Enter a header name.').max(256, 'Use at most 256 characters.'),
  value: z.string().max(4096, 'Use at most 4,096 characters.').nullable(),
  /** Whether the user allowed the value to be shown, stored and copied. */
  isVisible: z.boolean(),
})
export type ReceiverHeader = z.infer<typeof ReceiverHeader>

export const ReceiverSettings = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  /** http or https for this computer and private networks, but only https for public hosts. */
  url: z.string().trim().min(1, 'Enter the URL of your receiver.').max(2048, 'Use at most 2,048 characters.'),
  signsWith: SignsWith,
  rules: ReceiverRules,
  headers: z.array(ReceiverHeader).max(32, 'Use at most 32 headers.'),
  /** Additional certificate authorities to trust besides the system's, as PEM text. Certificates are always checked. */
  ca: z.string().max(65_536, 'Use at most 64 KB of certificates.').nullable(),
  /** Time limit for the whole request, from the DNS lookup to the last byte of the response. */
  timeoutMs: z.number().int().min(1000, 'Use 1 to 15 seconds.').max(longestTimeoutMs, 'Use 1 to 15 seconds.'),
  concurrency: z.number().int().min(1, 'Use 1 to 16.').max(16, 'Use 1 to 16.'),
  inOrder: z.boolean(),
  /** Whether the backlog is sent, at a limited pace, when the receiver is up again. */
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
 * The location of a URL's host.
 * - `loopback`: this computer.
 * - `private`: a private network, `host.docker.internal`, a `.test` name or the like.
 * - `public`: the internet.
 * - `forbidden`: an address that nothing is ever sent to, such as cloud metadata or the listener itself.
 */
export const AddressKind = z.enum(['loopback', 'private', 'public', 'forbidden'])
export type AddressKind = z.infer<typeof AddressKind>

export const ReceiverAddress = z.object({
  kind: AddressKind,
  host: z.string(),
  /**
   * The user's approval of the host, without which nothing is sent. Not needed for this computer. A changed host must be approved
   * again.
   */
  approval: z.enum(['not-needed', 'needed', 'given']),
})
export type ReceiverAddress = z.infer<typeof ReceiverAddress>

export const AddressVerdict = z.object({
  kind: AddressKind,
  host: z.string().nullable(),
  /** Why the URL is refused, or a warning. `null` if there is neither. */
  sentence: z.string().nullable(),
  /** Result of connecting, tried only on this computer. `connectMs` is `null` if nothing accepted the connection. */
  connection: z.object({ connectMs: z.number().nullable() }).nullable(),
})
export type AddressVerdict = z.infer<typeof AddressVerdict>

export const ReceiverHealth = z.object({
  state: z.enum(['unknown', 'up', 'down']),
  since: z.string().nullable(),
  connectMs: z.number().nullable(),
  problem: z.string().nullable(),
})
export type ReceiverHealth = z.infer<typeof ReceiverHealth>

/**
 * The way in which a delivery is sent. The header `notehook-sent` contains this value.
 * - `live`: unchanged while its signature is fresh, otherwise like `retry`.
 * - `retry`: with the same id but a new timestamp and signature, like a retry by the service.
 * - `exact`: byte for byte.
 * - `new-event`: with a new id in headers and body, and a new signature.
 * - `edited`: as composed by the user, with a new signature.
 * - `catch-up`: an event that Notehook created for a note that is behind.
 */
export const SendMode = z.enum(['live', 'retry', 'exact', 'new-event', 'edited', 'catch-up'])
export type SendMode = z.infer<typeof SendMode>

/** The cause of a send: live forwarding, *Send* for the backlog, the user, a replay, a catch-up, or an agent. */
export const SendCause = z.enum(['live', 'waiting', 'user', 'replay', 'catch-up', 'agent'])
export type SendCause = z.infer<typeof SendCause>

/**
 * Why a response is missing or incomplete.
 *
 * If nothing was sent:
 * - `address`: the address is forbidden, or its kind was not approved.
 * - `approval`: the address was never approved.
 * - `unsigned`: the signing secret is missing.
 * - `headers`: values of the receiver's headers are missing.
 * - `locked`: the keychain is locked.
 * - `unverified`: the delivery failed verification, so it is never signed.
 * - `gone`: the delivery was deleted.
 * - `unsendable`: the request can't be built.
 *
 * If the request was sent or attempted:
 * - `no-name`: the host name has no address.
 * - `no-connection`, `reset`, `tls`, `timeout`
 * - `too-slow`: the response did not end in time.
 * - `malformed`: the response is not HTTP.
 * - `stopped`: the user stopped the request.
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

/**
 * The result compared to the previous send of the same delivery to the same receiver. A send passes if it gets a 2xx response.
 */
export const SendVerdict = z.enum(['fixed', 'regressed', 'still-failing', 'still-passing'])
export type SendVerdict = z.infer<typeof SendVerdict>

export const SendPhases = z.object({
  lookupMs: z.number().nullable(),
  connectMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  totalMs: z.number(),
})
export type SendPhases = z.infer<typeof SendPhases>

export const Send = z.object({
  /** Increases over time. Unique on this computer. */
  id: z.number().int(),
  workspaceId: z.string(),
  receiverId: ReceiverId,
  /** `null` for a composed request, and for one made by a catch-up. */
  deliveryId: z.number().int().nullable(),
  /** Endpoint of the delivery or the catch-up. `null` after the delivery was deleted. */
  endpointId: z.string().nullable(),
  eventType: z.string().nullable(),
  noteId: z.string().nullable(),
  webhookId: z.string().nullable(),
  mode: SendMode,
  cause: SendCause,
  jobId: z.string().nullable(),
  at: z.string(),
  url: z.string(),
  /** Whether the user composed the request. Counts don't include composed requests. */
  simulated: z.boolean(),
  /** `null` without a response. `deliveryOutcome` returns how the service would treat the status. */
  status: z.number().int().nullable(),
  problem: z.object({ code: SendProblem, sentence: z.string() }).nullable(),
  phases: SendPhases,
  /** `null` for the first send and for edited deliveries. */
  verdict: SendVerdict.nullable(),
})
export type Send = z.infer<typeof Send>

export const DeliveryResults = z.object({
  sends: z.array(Send),
  /** Deliveries to forward. `why` tells why a delivery waits, and is `null` while it is queued or in progress. */
  pending: z.array(
    z.object({ deliveryId: z.number().int(), receiverId: ReceiverId, why: z.string().nullable() }),
  ),
})
export type DeliveryResults = z.infer<typeof DeliveryResults>

/** Header pairs in their original order and case. Each character of a value stands for one byte. */
const Headers = z.array(z.tuple([z.string(), z.string()]))

/**
 * The sent request. Hidden values of the receiver's headers and credentials in the delivery's headers are replaced by
 * `[redacted]`.
 */
export const SendRequest = z.object({
  method: z.literal('POST'),
  url: z.string(),
  headers: Headers,
  bodyBase64: z.string(),
  /** The delivery's headers that are not sent, because a tunnel or proxy added them. */
  leftOut: z.array(z.string()),
  replaced: z.array(z.string()),
  isBodyUnchanged: z.boolean(),
})
export type SendRequest = z.infer<typeof SendRequest>

export const SendDetail = Send.extend({
  request: SendRequest.nullable(),
  response: z
    .object({
      statusText: z.string(),
      headers: Headers,
      bodyBase64: z.string(),
      /** Number of bytes received before the response ended or was cut off. */
      bodyBytes: z.number().int(),
      isCut: z.boolean(),
    })
    .nullable(),
})
export type SendDetail = z.infer<typeof SendDetail>

/** Why the backlog can't be sent until something changes. See `SendProblem`. */
export const BlockedReason = z.enum(['address', 'approval', 'unsigned', 'headers', 'locked', 'tls'])
export type BlockedReason = z.infer<typeof BlockedReason>

export const BlockedWaiting = z.object({
  count: z.number().int(),
  reason: BlockedReason,
})

/** A receiver's backlog: deliveries that arrived while it was down or could not be sent. */
export const WaitingCount = z.object({
  count: z.number().int(),
  since: z.string().nullable(),
  blocked: BlockedWaiting.nullable(),
  /**
   * Whether the backlog is being sent, either at the user's request or because deliveries arrived faster than the receiver
   * accepted them.
   */
  isSending: z.boolean(),
})
export type WaitingCount = z.infer<typeof WaitingCount>

export const WaitingDelivery = z.object({
  deliveryId: z.number().int(),
  endpointId: z.string().nullable(),
  eventType: z.string().nullable(),
  noteId: z.string().nullable(),
  receivedAt: z.string(),
  since: z.string(),
  why: z.string(),
})
export type WaitingDelivery = z.infer<typeof WaitingDelivery>

/** The part of a receiver's state that changes while it is in use. */
export const ReceiverStatus = z.object({
  id: ReceiverId,
  workspaceId: z.string(),
  health: ReceiverHealth,
  waiting: WaitingCount,
  sending: z.number().int(),
  lastSend: Send.nullable(),
})
export type ReceiverStatus = z.infer<typeof ReceiverStatus>

/** The user's own program that deliveries are sent to. Never contains a secret. */
export const Receiver = ReceiverSettings.extend({
  id: ReceiverId,
  createdAt: z.string(),
  live: z.boolean(),
  address: ReceiverAddress,
  /** Whether the keychain contains the receiver's own signing secret. The secret is used only if `signsWith` is `own`. */
  ownSecret: z.enum(['stored', 'missing', 'locked']),
  /** Whether the keychain contains the hidden header values. Also `stored` if there are no such values. */
  headerValues: z.enum(['stored', 'missing', 'locked']),
  /** ISO time when the user last sent or replayed a delivery to the receiver. */
  lastUsedAt: z.string().nullable(),
  status: ReceiverStatus,
})
export type Receiver = z.infer<typeof Receiver>

/**
 * Passes the receiver's own responses for one endpoint on to the service, until it is turned off or the app quits. Deliveries are
 * committed first, and the receiver has 10 s to respond.
 */
export const PassThrough = z.object({
  receiverId: ReceiverId,
  endpointId: EndpointId,
  workspaceId: z.string(),
  /** Whether redirects and client errors, which end a delivery's retries, are passed on unchanged. */
  exactly: z.boolean(),
  since: z.string(),
})
export type PassThrough = z.infer<typeof PassThrough>
