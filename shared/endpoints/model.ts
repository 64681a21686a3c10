import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Person } from '#shared/notes/person.ts'

/**
 * What this machine knows of an endpoint's signing secret:
 * `proven` a delivery on the endpoint's own path verified with it, `kept` it is in the keychain but nothing proved it yet,
 * `wrong` it is kept, but three events or more that came in time on that path, their bodies as they were sent as far as can be
 * told, fail under it, and none ever verified; `missing` it is not here; `locked` it should be in the keychain, which does
 * not open.
 */
export const SecretState = z.enum(['proven', 'kept', 'wrong', 'missing', 'locked'])
export type SecretState = z.infer<typeof SecretState>

/**
 * How an endpoint came to be disabled, as far as this machine knows: `here` it was disabled here; `service` after it had
 * failed to deliver here for four days (specification, section 3); `elsewhere` by another client; `unknown` it was disabled
 * when it was first seen.
 */
export const DisabledState = z.object({
  by: z.enum(['here', 'service', 'elsewhere', 'unknown']),
  /** ISO times, this machine's clock: it was disabled between the two. */
  lastEnabledAt: z.string().nullable(),
  noticedAt: z.string(),
})
export type DisabledState = z.infer<typeof DisabledState>

/**
 * The clock of section 3: with no success for four days, the service disables an endpoint. Counted from what was answered
 * here; deliveries that never reached this machine are not in it, so it may be later than the service's own.
 */
export const FourDayClock = z.object({
  /** ISO time of the last delivery that was answered 2xx. */
  lastSuccessAt: z.string().nullable(),
  /** ISO time of the first failure after it; `null` while all is well. */
  failingSince: z.string().nullable(),
  /** How many requests failed since then. */
  failures: z.number().int(),
  /**
   * Requests since the last success whose signature did not match, without evidence that the service sent them: anyone
   * who knows the URL can send one. Not among the failures; `null` when there are none.
   */
  mismatches: z.object({ requests: z.number().int(), since: z.string() }).nullable(),
  /** ISO time at which the service disables it unless a delivery succeeds; `null` while all is well. Sandbox is faster. */
  disablesAt: z.string().nullable(),
})
export type FourDayClock = z.infer<typeof FourDayClock>

/** The name of an endpoint on this machine; the service has none. Empty: no name. */
export const EndpointLabel = z.string().trim().max(80, 'Use at most 80 characters.')

/** Specification, section 2, *Webhook endpoint*, with what this machine knows of it. Never carries the signing secret. */
export const Endpoint = z.object({
  id: EndpointId,
  url: z.string(),
  /** The URL is display text only: never sent back, compared or copied. */
  urlRedacted: z.boolean(),
  events: z.array(z.string()),
  /** Empty: no folder filter. */
  folderIds: z.array(z.string()),
  scopes: z.array(z.string()),
  /** `null`: the creator's account was deleted. */
  createdBy: Person.nullable(),
  enabled: z.boolean(),
  createdAt: z.string().nullable(),
  /** Its name on this machine; `null`: none. */
  label: z.string().nullable(),
  secret: SecretState,
  /** ISO time until which the secret can be revealed; `null` when it cannot. */
  revealUntil: z.string().nullable(),
  /** The secret can be had again later too: copied by the desktop, shown by the browser host once the host name was typed. */
  revealable: z.boolean(),
  /** Its path belongs to the inspector on this machine. */
  receivedHere: z.boolean(),
  /** ISO time of the last delivery that verified here. */
  lastDeliveryAt: z.string().nullable(),
  /** `null` while it is enabled. */
  disabledState: DisabledState.nullable(),
  /** ISO times: while it was disabled the last time, or is now, as far as this machine saw it. */
  downtime: z.object({ from: z.string(), to: z.string().nullable() }).nullable(),
  /** `null` for an endpoint that does not lead to this machine. */
  fourDays: FourDayClock.nullable(),
})
export type Endpoint = z.infer<typeof Endpoint>

/** Where an endpoint's deliveries go: to the inspector of this machine (it reserves a path of its own), or to a typed URL. */
export const Receiver = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inspector') }),
  z.object({
    kind: z.literal('url'),
    url: z
      .string()
      .trim()
      .min(1, 'Enter the URL of your receiver.')
      .max(2048, 'Use at most 2,048 characters.'),
  }),
])
export type Receiver = z.infer<typeof Receiver>

/** Section 8 shows no limit: services of this dialect take so many folders of an endpoint, and refuse more. */
export const mostFolders = 100

const chosenFolders = z
  .array(z.string())
  .max(mostFolders, `Select at most ${mostFolders} folders, or a parent folder instead.`)

const chosenScopes = z.array(z.string()).min(1, 'Select at least one scope.')

/** The body of *create* (section 4). No events means all of them; no folders means no filter. */
export const EndpointDraft = z.object({
  receiver: Receiver,
  scopes: chosenScopes,
  events: z.array(z.string()),
  folderIds: chosenFolders,
  /** Its name on this machine once it exists. */
  label: EndpointLabel.optional(),
})
export type EndpointDraft = z.infer<typeof EndpointDraft>

/** Only what changes is sent. Lists replace whole. */
export const EndpointChanges = z.object({
  receiver: Receiver.optional(),
  scopes: chosenScopes.optional(),
  events: z.array(z.string()).optional(),
  folderIds: chosenFolders.optional(),
  enabled: z.boolean().optional(),
  /** On this machine, also where the service refuses the rest. */
  label: EndpointLabel.optional(),
})
export type EndpointChanges = z.infer<typeof EndpointChanges>
