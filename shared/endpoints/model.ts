import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Person } from '#shared/notes/person.ts'

/**
 * State of an endpoint's signing secret on this machine. `proven`: a delivery on the endpoint's own path verified with it. `kept`: it is in
 * the keychain, but not yet proven. `wrong`: no delivery on that path ever verified with it, and three or more events failed that arrived
 * in time, with bodies that seem unchanged. `missing`: it is not on this machine. `locked`: it should be in the keychain, which cannot be
 * opened.
 */
export const SecretState = z.enum(['proven', 'kept', 'wrong', 'missing', 'locked'])
export type SecretState = z.infer<typeof SecretState>

/**
 * Cause of an endpoint being disabled, as far as this machine can tell. `here`: by this app. `service`: after four days of failed
 * deliveries to this machine (specification, section 3). `elsewhere`: by another client. `unknown`: it was already disabled when first
 * listed.
 */
export const DisabledState = z.object({
  by: z.enum(['here', 'service', 'elsewhere', 'unknown']),
  /** ISO times, this machine's clock. The endpoint was disabled between the two. */
  lastEnabledAt: z.string().nullable(),
  noticedAt: z.string(),
})
export type DisabledState = z.infer<typeof DisabledState>

/**
 * Countdown of section 3: the service disables an endpoint after four days without a success. Based on this machine's responses. Deliveries
 * that never arrived here are missing, so the service may disable it earlier.
 */
export const FourDayClock = z.object({
  /** ISO time of the last delivery that was answered 2xx. */
  lastSuccessAt: z.string().nullable(),
  /** ISO time of the first failure after the last success. `null` if there is none. */
  failingSince: z.string().nullable(),
  /** Number of failed requests since then. */
  failures: z.number().int(),
  /**
   * Requests since the last success with a mismatched signature and no evidence that the service sent them, because anyone with the URL can
   * send one. They are not counted as failures. `null` if there are none.
   */
  mismatches: z.object({ requests: z.number().int(), since: z.string() }).nullable(),
  /**
   * ISO time when the service disables the endpoint unless a delivery succeeds. `null` if nothing failed. The sandbox uses shorter times.
   */
  disablesAt: z.string().nullable(),
})
export type FourDayClock = z.infer<typeof FourDayClock>

/** Local name of an endpoint, because the service has none. Empty: no name. */
export const EndpointLabel = z.string().trim().max(80, 'Use at most 80 characters.')

/** A webhook endpoint (specification, section 2, *Webhook endpoint*) and its state on this machine. Never contains the signing secret. */
export const Endpoint = z.object({
  id: EndpointId,
  url: z.string(),
  /** Whether the URL is display text only, which must not be sent back, compared or copied. */
  urlRedacted: z.boolean(),
  events: z.array(z.string()),
  /** Empty: no folder filter. */
  folderIds: z.array(z.string()),
  scopes: z.array(z.string()),
  /** `null`: the creator's account was deleted. */
  createdBy: Person.nullable(),
  enabled: z.boolean(),
  createdAt: z.string().nullable(),
  /** Local name. `null`: none. */
  label: z.string().nullable(),
  secret: SecretState,
  /** ISO time until which the secret can be revealed. `null` if it cannot. */
  revealUntil: z.string().nullable(),
  /** Whether the secret is available later too. The desktop app copies it; the browser host shows it after the host name was typed. */
  revealable: z.boolean(),
  /** Whether the inspector of this machine receives its deliveries. */
  receivedHere: z.boolean(),
  /** ISO time of the last verified delivery on this machine. */
  lastDeliveryAt: z.string().nullable(),
  /** `null` while the endpoint is enabled. */
  disabledState: DisabledState.nullable(),
  /** ISO times of the current or last period in which the endpoint was disabled, as observed by this machine. */
  downtime: z.object({ from: z.string(), to: z.string().nullable() }).nullable(),
  /** `null` for an endpoint that does not deliver to this machine. */
  fourDays: FourDayClock.nullable(),
})
export type Endpoint = z.infer<typeof Endpoint>

/** Destination of an endpoint's deliveries: the inspector of this machine, on a reserved path, or a given URL. */
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

/** Maximum number of folders of an endpoint. Section 8 has no limit, but services of this dialect refuse more. */
export const mostFolders = 100

const chosenFolders = z
  .array(z.string())
  .max(mostFolders, `Select at most ${mostFolders} folders, or a parent folder instead.`)

const chosenScopes = z.array(z.string()).min(1, 'Select at least one scope.')

/** Body of *create* (section 4). Without events, all are sent; without folders, there is no filter. */
export const EndpointDraft = z.object({
  receiver: Destination,
  scopes: chosenScopes,
  events: z.array(z.string()),
  folderIds: chosenFolders,
  /** Local name after creation. */
  label: EndpointLabel.optional(),
})
export type EndpointDraft = z.infer<typeof EndpointDraft>

/** Changes of an endpoint. Only the given fields are sent. Lists are replaced as a whole. */
export const EndpointChanges = z.object({
  receiver: Destination.optional(),
  scopes: chosenScopes.optional(),
  events: z.array(z.string()).optional(),
  folderIds: chosenFolders.optional(),
  enabled: z.boolean().optional(),
  /** Local name, stored even if the service refuses the other changes. */
  label: EndpointLabel.optional(),
})
export type EndpointChanges = z.infer<typeof EndpointChanges>
