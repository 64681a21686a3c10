import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { SessionStatus } from './session-contract.ts'

/** Whether every part of a path is one: `.` and `..`, however they are encoded, and `\\` lead elsewhere. */
const staysBelow = (path: string) =>
  !path.includes('\\') && path.split('/').every((part) => !/^(\.|%2e){1,2}$/i.test(part))

/** How one service is spoken to, where its specification leaves that open. */
export const ServiceOptions = z.object({
  /** Where get-note is (section 4 does not show it). */
  notePath: z
    .string()
    .max(512)
    .regex(/^\/(?!\/)[^?#\s]*\{note_id\}[^?#\s]*$/, 'Begins with / and contains {note_id}.')
    .refine(staysBelow, 'Has no parts . or .., which would lead out of the base address.'),
  /** How endpoints are updated (section 4 does not show it). */
  updateMethod: z.enum(['auto', 'PATCH', 'PUT']),
  /** Requests to the service: at most `burst` at once and `perSecond` sustained (section 8 shows no limits). */
  pace: z.object({ burst: z.number().int().min(1).max(1000), perSecond: z.number().min(0.1).max(1000) }),
})
export type ServiceOptions = z.infer<typeof ServiceOptions>

export const WorkspaceLabel = z.string().trim().min(1, 'Give it a name.').max(80, 'At most 80 characters.')

/** Endpoints that are off, as they were seen last, and those of them that were not switched off here. */
export const OffCounts = z.object({ all: z.number().int(), notFromHere: z.number().int() })
export type OffCounts = z.infer<typeof OffCounts>

/**
 * Whether somebody would hear of an endpoint that goes off, also while another workspace is open: `unreachable` the service did
 * not answer the last time, and is asked again; the others say why nobody watches.
 */
export const PollingState = z.enum(['active', 'unreachable', 'key-missing', 'key-locked', 'key-rejected'])
export type PollingState = z.infer<typeof PollingState>

/**
 * A workspace this machine knows: where it is, how it is spoken to, and whether its key is here. The sandbox workspace is one
 * of its own kind, and listed while it is open.
 */
export const WorkspaceSummary = ServiceOptions.extend({
  id: z.string(),
  kind: z.enum(['service', 'sandbox']),
  label: z.string(),
  baseUrl: z.string(),
  /** `missing`: disconnected, or kept for another address. */
  key: z.enum(['kept', 'missing']),
  isOpen: z.boolean(),
  endpointsOff: OffCounts,
  polling: PollingState,
})
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>

/** What this machine keeps for a workspace, and what goes with it. */
export const WorkspaceContents = z.object({
  /** Endpoints whose signing secret is here. The service never shows one again. */
  secrets: z.number().int(),
  deliveries: z.number().int(),
  /** In the index. */
  notes: z.number().int(),
  /** Copies of the store from before an update. They hold every workspace, so they go when one is removed. */
  copies: z.number().int(),
  /** Stores that were moved aside: what is left in them may be of every workspace, so they go too. */
  movedAside: z.number().int(),
})
export type WorkspaceContents = z.infer<typeof WorkspaceContents>

const One = z.object({ id: z.string().max(256) })

export const workspaces = {
  /** By label; the sandbox workspace last. */
  'workspaces.list': procedure(NoInput, z.array(WorkspaceSummary)),
  /** Opens another workspace; the sandbox workspace ends with that. Each has its own index, deliveries and endpoints. */
  'workspaces.open': procedure(One, SessionStatus),
  /** Changes what is named. The sandbox workspace cannot be renamed. */
  'workspaces.update': procedure(
    One.extend({ changes: ServiceOptions.partial().extend({ label: WorkspaceLabel.optional() }) }),
    WorkspaceSummary,
  ),
  'workspaces.contents': procedure(One, WorkspaceContents),
  /** Deletes its API key. Signing secrets, deliveries and the index stay, and its endpoints are still received. */
  'workspaces.disconnect': procedure(One, SessionStatus),
  /**
   * Deletes the workspace with its key, signing secrets, deliveries and index, and copies that hold them. `label` is what it is called, as proof that it
   * is meant. The service is not asked. Opens the workspace that was open before it, if it was the open one.
   */
  'workspaces.remove': procedure(One.extend({ label: z.string() }), SessionStatus),
}
