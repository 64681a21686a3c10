import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { SessionStatus } from './session-contract.ts'

/** Returns whether a path stays below the base address. `.` and `..`, in any encoding, and `\\` can leave it. */
const staysBelow = (path: string) =>
  !path.includes('\\') && path.split('/').every((part) => !/^(\.|%2e){1,2}$/i.test(part))

/** Settings for details that the service's specification leaves open. */
export const ServiceOptions = z.object({
  /** Path of get-note, which the specification leaves open (section 4). */
  notePath: z
    .string()
    .max(512)
    .regex(/^\/(?!\/)[^?#\s]*\{note_id\}[^?#\s]*$/, 'Start with / and include {note_id}.')
    .refine(staysBelow, 'Remove . and .. segments.'),
  /** Method for updating an endpoint, which the specification leaves open (section 4). */
  updateMethod: z.enum(['auto', 'PATCH', 'PUT']),
  /**
   * Rate limit for requests to the service: at most `burst` at once and `perSecond` sustained. The specification states no limits
   * (section 8).
   */
  pace: z.object({ burst: z.number().int().min(1).max(1000), perSecond: z.number().min(0.1).max(1000) }),
})
export type ServiceOptions = z.infer<typeof ServiceOptions>

export const WorkspaceLabel = z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.')

/**
 * Number of endpoints that were disabled when they were last listed. `notFromHere` counts those that were not disabled by this
 * app.
 */
export const OffCounts = z.object({ all: z.number().int(), notFromHere: z.number().int() })
export type OffCounts = z.infer<typeof OffCounts>

/**
 * Whether a workspace's endpoints are polled, so that a disabled endpoint is noticed even while another workspace is open.
 * `unreachable` means that the last poll failed and will be retried. The other states are reasons for not polling.
 */
export const PollingState = z.enum(['active', 'unreachable', 'key-missing', 'key-locked', 'key-rejected'])
export type PollingState = z.infer<typeof PollingState>

/** A workspace in the list. The sandbox workspace has its own kind, and is listed while its service is running. */
export const WorkspaceSummary = ServiceOptions.extend({
  id: z.string(),
  kind: z.enum(['service', 'sandbox']),
  label: z.string(),
  baseUrl: z.string(),
  /** `missing` if the workspace is disconnected, or if the key is stored for another address. */
  key: z.enum(['kept', 'missing']),
  isOpen: z.boolean(),
  endpointsOff: OffCounts,
  polling: PollingState,
})
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>

export const WorkspaceContents = z.object({
  /**
   * Number of endpoints with a stored signing secret. These secrets would be lost, because the service never shows them again.
   */
  secrets: z.number().int(),
  deliveries: z.number().int(),
  notes: z.number().int(),
  /** Number of notes whose text is stored. `null` if the file can't be read. */
  texts: z.number().int().nullable(),
  /**
   * Number of stores that were moved aside. They may contain data of all workspaces, so removing a workspace deletes them too.
   */
  movedAside: z.number().int(),
})
export type WorkspaceContents = z.infer<typeof WorkspaceContents>

const One = z.object({ id: z.string().max(256) })

export const workspaces = {
  'workspaces.list': procedure(NoInput, z.array(WorkspaceSummary)),
  /** Opens another workspace. Each workspace has its own index, deliveries and endpoints. */
  'workspaces.open': procedure(One, SessionStatus),
  /** Changes the given settings. The sandbox workspace can't be renamed. */
  'workspaces.update': procedure(
    One.extend({ changes: ServiceOptions.partial().extend({ label: WorkspaceLabel.optional() }) }),
    WorkspaceSummary,
  ),
  'workspaces.contents': procedure(One, WorkspaceContents),
  /** Deletes the API key. Signing secrets, deliveries and the index stay, and the endpoints still receive deliveries. */
  'workspaces.disconnect': procedure(One, SessionStatus),
  /**
   * Deletes the workspace with its key, signing secrets, deliveries and index, and all stores that were moved aside. `label` must
   * be the workspace's name, as a confirmation. Sends nothing to the service. If the workspace was open, opens the
   * previous workspace.
   */
  'workspaces.remove': procedure(One.extend({ label: z.string() }), SessionStatus),
}
