import { z } from 'zod'
import { pageActions } from '#shared/app/commands.ts'
import { AppInfo } from '#shared/app/contract.ts'
import { ListenerStatus } from '#shared/deliveries/contract.ts'
import { DeliverySummary } from '#shared/deliveries/model.ts'
import { SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import { StorageStatus } from '#shared/deliveries/storage-contract.ts'
import { DisabledState } from '#shared/endpoints/model.ts'
import { Replacement } from '#shared/endpoints/replacement.ts'
import { EndpointId } from '#shared/ids.ts'
import { Job } from '#shared/jobs/contract.ts'
import { ListenStatus } from '#shared/listening/contract.ts'
import { IndexStatus } from '#shared/notes/index-contract.ts'
import { PassThrough, ReceiverId, ReceiverStatus, Send } from '#shared/receivers/model.ts'
import { Settings } from '#shared/settings/contract.ts'
import { TunnelStatus } from '#shared/tunnel/contract.ts'
import { ServiceConnection, SessionStatus } from '#shared/workspaces/session-contract.ts'
import type { Revision } from './revision.ts'

/** Every event that the host sends. Each one is idempotent, so receiving it twice is harmless. */
export const events = {
  /** The stream was opened, possibly again: events may have been missed, so fetch everything again. Always the first event. */
  'host.opened': z.object({}),
  /** Created by the page's own transport: the host does not respond, or does not accept this page. */
  'host.lost': z.object({ reason: z.enum(['unreachable', 'session-ended', 'address-used', 'no-session']) }),
  'app.changed': AppInfo,
  /** The user chose an action of the page in a menu of the system. Only the desktop sends it. */
  'app.command': z.object({ action: z.enum(pageActions) }),
  /** The user opened a session file outside the page, such as by a double click. Only the desktop sends it. */
  'app.session-opened': z.object({
    /** The file's name without its folder. */
    name: z.string(),
    bytes: z.number().int(),
    /** Milliseconds since 1970. */
    changedAt: z.number(),
    /** `null`: the file cannot be read, or is larger than one that can be opened. */
    text: z.string().nullable(),
  }),
  'workspaces.status-changed': SessionStatus,
  /** Requests to the service started or stopped waiting or failing. */
  'workspaces.connection-changed': ServiceConnection,
  /** Workspaces were added, changed or removed: fetch the list again. */
  'workspaces.changed': z.object({}),
  /** Endpoints changed: fetch the list again. */
  'endpoints.changed': z.object({}),
  /** A replacement reached another step. */
  'endpoints.replacing': Replacement,
  /** These endpoints were disabled elsewhere. Published once, together with a system notification. */
  'endpoints.disabled': z.object({
    /** Not always the open one. */
    workspace: z.object({ id: z.string(), label: z.string() }),
    endpoints: z.array(
      z.object({
        id: EndpointId,
        url: z.string(),
        /** Its name on this machine; `null`: none. */
        label: z.string().nullable(),
        by: DisabledState.shape.by,
      }),
    ),
  }),
  'listener.changed': ListenerStatus,
  /** A delivery arrived, or one known got another attempt. */
  'deliveries.received': DeliverySummary,
  /** A star or note was changed. */
  'deliveries.annotated': DeliverySummary,
  /** A request was rejected and not stored: fetch the counts again. At most once a second. */
  'listener.rejected-changed': z.object({}),
  /** All simulated responses that are set. */
  'listener.simulated-responses-changed': z.array(SimulatedResponse),
  /** Stored deliveries of an endpoint were verified again: fetch deliveries again. */
  'deliveries.reverified': z.object({}),
  /** Deliveries were deleted by the user or by retention, hidden or restored: fetch deliveries again. */
  'deliveries.removed': z.object({}),
  /** Receivers were added, changed or removed: fetch the list again. */
  'receivers.changed': z.object({}),
  /** Health, what waits, or requests under way; at most four times a second for each receiver. Not always of the open workspace. */
  'receivers.status-changed': ReceiverStatus,
  /** A request to a receiver ended. Not always of the open workspace. */
  'receivers.sent': Send,
  /** A check of a receiver began, moved on or ended, at most four times a second: fetch it again. */
  'checks.changed': z.object({ workspaceId: z.string(), receiverId: ReceiverId }),
  'receivers.pass-through-changed': z.object({ passThrough: PassThrough.nullable() }),
  /** One that was hidden could not be deleted, and is shown again. The message says why, and what to do. */
  'deliveries.removal-failed': z.object({ id: z.number().int(), message: z.string() }),
  /** What endpoints of the open workspace are behind may have changed: fetch it again. At most once a second. */
  'missed.changed': z.object({
    /** Notes that are behind, of all endpoints; `null`: no workspace is open, or it can't be known. */
    behind: z.number().int().nullable(),
  }),
  /** During a sync, at most twice a second. */
  'notes.index-changed': IndexStatus,
  /** All jobs of the open workspace; while one runs, at most ten times a second. */
  'jobs.changed': z.array(Job),
  'tunnel.changed': TunnelStatus,
  'listening.changed': ListenStatus,
  /** Deliveries, requests or switches of the sandbox service changed: fetch them again. At most three times a second. */
  'sandbox.changed': z.object({}),
  'settings.changed': Settings,
  /** After each clean-up, and during one at most twice a second. */
  'deliveries.storage-changed': StorageStatus,
  /** API differences of a workspace were recorded or cleared, at most once a second: fetch the list again. */
  'workspaces.api-differences-changed': z.object({}),
} as const

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]>

/** An event as every wire carries it. Events of the page's own transport have no revision. */
export type HostEvent = {
  [Name in EventName]: {
    readonly name: Name
    readonly data: EventData<Name>
    readonly revision?: Revision
  }
}[EventName]

/** Parses event data by its schema. Drops undeclared fields and throws for any other mismatch. */
export function parseEvent<Name extends EventName>(name: Name, data: EventData<Name>): HostEvent {
  return { name, data: events[name].parse(data) } as HostEvent
}
