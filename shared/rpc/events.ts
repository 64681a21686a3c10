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

/** Events that the host sends. Each one is idempotent, so receiving it twice is harmless. */
export const events = {
  /** The stream was opened, possibly again. Events may have been missed, so fetch everything again. Always the first event. */
  'host.opened': z.object({}),
  /** Created by the page's own transport: the host does not respond, or does not accept this page. */
  'host.lost': z.object({ reason: z.enum(['unreachable', 'session-ended', 'address-used', 'no-session']) }),
  'app.changed': AppInfo,
  /** The user chose a page action in a system menu. Desktop only. */
  'app.command': z.object({ action: z.enum(pageActions) }),
  /** The user opened a session file outside the page, such as by a double click. Desktop only. */
  'app.session-opened': z.object({
    /** File name without its folder. */
    name: z.string(),
    bytes: z.number().int(),
    /** Milliseconds since 1970. */
    changedAt: z.number(),
    /** `null`: the file cannot be read, or exceeds the size limit. */
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
  /** These endpoints were disabled elsewhere. Sent once, together with a system notification. */
  'endpoints.disabled': z.object({
    /** May be a workspace that is not open. */
    workspace: z.object({ id: z.string(), label: z.string() }),
    endpoints: z.array(
      z.object({
        id: EndpointId,
        url: z.string(),
        /** Local name. `null`: none. */
        label: z.string().nullable(),
        by: DisabledState.shape.by,
      }),
    ),
  }),
  'listener.changed': ListenerStatus,
  /** A delivery arrived, or a known one got another attempt. */
  'deliveries.received': DeliverySummary,
  /** A star or note was changed. */
  'deliveries.annotated': DeliverySummary,
  /** A request was rejected and not stored: fetch the counts again. At most once a second. */
  'listener.rejected-changed': z.object({}),
  /** All current simulated responses. */
  'listener.simulated-responses-changed': z.array(SimulatedResponse),
  /** Deliveries of an endpoint were re-verified: fetch deliveries again. */
  'deliveries.reverified': z.object({}),
  /** Deliveries were deleted by the user or by retention, hidden or restored: fetch deliveries again. */
  'deliveries.removed': z.object({}),
  /** Receivers were added, changed or removed: fetch the list again. */
  'receivers.changed': z.object({}),
  /** Health, backlog or requests in progress; at most four times a second for each receiver. May be of a workspace that is not open. */
  'receivers.status-changed': ReceiverStatus,
  /** A request to a receiver ended. May be of a workspace that is not open. */
  'receivers.sent': Send,
  /** A check of a receiver started, progressed or ended: fetch it again. At most four times a second. */
  'checks.changed': z.object({ workspaceId: z.string(), receiverId: ReceiverId }),
  'receivers.pass-through-changed': z.object({ passThrough: PassThrough.nullable() }),
  /** A hidden delivery could not be deleted, and is shown again. `message` has the reason and advice. */
  'deliveries.removal-failed': z.object({ id: z.number().int(), message: z.string() }),
  /** Notes that are behind may have changed in the open workspace: fetch them again. At most once a second. */
  'missed.changed': z.object({
    /** Number of notes that are behind, for all endpoints. `null`: unknown, or no workspace is open. */
    behind: z.number().int().nullable(),
  }),
  /** Sent during a sync, at most twice a second. */
  'notes.index-changed': IndexStatus,
  /** All jobs of the open workspace; at most ten times a second while a job runs. */
  'jobs.changed': z.array(Job),
  'tunnel.changed': TunnelStatus,
  'listening.changed': ListenStatus,
  /** Deliveries, requests or switches of the sandbox service changed: fetch them again. At most three times a second. */
  'sandbox.changed': z.object({}),
  'settings.changed': Settings,
  /** Sent after each clean-up, and at most twice a second during one. */
  'deliveries.storage-changed': StorageStatus,
  /** API differences of a workspace were recorded or cleared: fetch the list again. At most once a second. */
  'workspaces.api-differences-changed': z.object({}),
} as const

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]>

/** An event in transit. Events of the page's own transport have no revision. */
export type HostEvent = {
  [Name in EventName]: {
    readonly name: Name
    readonly data: EventData<Name>
    readonly revision?: Revision
  }
}[EventName]

/** Parses event data by its schema. Drops undeclared fields and throws on any other mismatch. */
export function parseEvent<Name extends EventName>(name: Name, data: EventData<Name>): HostEvent {
  return { name, data: events[name].parse(data) } as HostEvent
}
