import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Person } from '#shared/notes/person.ts'

/**
 * State of an endpoint's signing secret on this machine.
 * - `proven`: a delivery on the endpoint's own path was verified with it.
 * - `kept`: it is in the keychain, but not proven yet.
 * - `wrong`: no delivery on that path was ever verified with it. Three or more events failed although they arrived in time and
 *   their bodies seem unchanged.
 * - `missing`: it is not on this machine.
 * - `locked`: it should be in the keychain, which cannot be opened.
 */
export const SecretState = z.enum(['proven', 'kept', 'wrong', 'missing', 'locked'])
export type SecretState = z.infer<typeof SecretState>

/**
 * The program that disabled an endpoint, as far as this computer can determine.
 * - `here`: this app.
 * - `service`: the service, after four days of failed deliveries to this computer (specification, section 3).
 * - `elsewhere`: another client.
 * - `unknown`: the endpoint was already disabled when it was first listed.
 */
export const DisabledState = z.object({
  by: z.enum(['here', 'service', 'elsewhere', 'unknown']),
  /** The endpoint was disabled between `lastEnabledAt` and `noticedAt`. Both are ISO times by this computer's clock. */
  lastEnabledAt: z.string().nullable(),
  noticedAt: z.string(),
})
export type DisabledState = z.infer<typeof DisabledState>

/**
 * The time until the service disables an endpoint, four days after its last success (specification, section 3). Based on this
 * computer's responses. Deliveries that never arrived are not included, so the service may disable the endpoint earlier.
 */
export const FourDayClock = z.object({
  lastSuccessAt: z.string().nullable(),
  failingSince: z.string().nullable(),
  failures: z.number().int(),
  /**
   * Requests since the last success that had a wrong signature and no evidence of coming from the service. Anyone with the URL
   * can send such requests, so they don't count as failures. `null` if there are none.
   */
  mismatches: z.object({ requests: z.number().int(), since: z.string() }).nullable(),
  /**
   * ISO time when the service will disable the endpoint unless a delivery succeeds. `null` if nothing failed. The sandbox uses
   * shorter times.
   */
  disablesAt: z.string().nullable(),
})
export type FourDayClock = z.infer<typeof FourDayClock>

/** A local label for an endpoint, because the service doesn't support labels. Empty if the endpoint has none. */
export const EndpointLabel = z.string().trim().max(80, 'Use at most 80 characters.')

/**
 * A webhook endpoint (specification, section 2, *Webhook endpoint*) and its state on this computer. Never contains the signing
 * secret.
 */
export const Endpoint = z.object({
  id: EndpointId,
  url: z.string(),
  /** Whether the URL is only for display. It must not be sent back, compared or copied. */
  urlRedacted: z.boolean(),
  events: z.array(z.string()),
  folderIds: z.array(z.string()),
  scopes: z.array(z.string()),
  /** `null` if the creator's account was deleted. */
  createdBy: Person.nullable(),
  enabled: z.boolean(),
  createdAt: z.string().nullable(),
  label: z.string().nullable(),
  secret: SecretState,
  /** ISO time until which the secret can be revealed, or `null` if it can't. */
  revealUntil: z.string().nullable(),
  /**
   * Whether the secret can still be obtained after `revealUntil`. The desktop app then copies it. The browser host shows it after
   * the user typed the host name.
   */
  revealable: z.boolean(),
  receivedHere: z.boolean(),
  lastDeliveryAt: z.string().nullable(),
  disabledState: DisabledState.nullable(),
  /** ISO times of the current or last period in which the endpoint was disabled, as observed by this computer. */
  downtime: z.object({ from: z.string(), to: z.string().nullable() }).nullable(),
  /** `null` for an endpoint that doesn't deliver to this computer. */
  fourDays: FourDayClock.nullable(),
})
export type Endpoint = z.infer<typeof Endpoint>

/**
 * The destination of an endpoint's deliveries: the Inspector of this computer, which reserves a path for the endpoint, or any
 * other URL.
 */
export const Destination = z.discriminatedUnion('kind', [
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
export type Destination = z.infer<typeof Destination>

/**
 * Maximum number of folders per endpoint. The specification (section 8) states no limit, but services of this kind refuse more.
 */
export const mostFolders = 100

const chosenFolders = z
  .array(z.string())
  .max(mostFolders, `Select at most ${mostFolders} folders, or a parent folder instead.`)

const chosenScopes = z.array(z.string()).min(1, 'Select at least one scope.')

/** The body of *create* (specification, section 4). Without events, all events are sent. Without folders, there is no filter. */
export const EndpointDraft = z.object({
  receiver: Destination,
  scopes: chosenScopes,
  events: z.array(z.string()),
  folderIds: chosenFolders,
  label: EndpointLabel.optional(),
})
export type EndpointDraft = z.infer<typeof EndpointDraft>

/** Changes to an endpoint. Only the given fields are sent. Lists are replaced as a whole. */
export const EndpointChanges = z.object({
  receiver: Destination.optional(),
  scopes: chosenScopes.optional(),
  events: z.array(z.string()).optional(),
  folderIds: chosenFolders.optional(),
  enabled: z.boolean().optional(),
  /** Local label. It is stored once the service has accepted the other changes. */
  label: EndpointLabel.optional(),
})
export type EndpointChanges = z.infer<typeof EndpointChanges>
