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
import { TextStatus } from '#shared/notes/text-contract.ts'
import { PassThrough, ReceiverId, ReceiverStatus, Send } from '#shared/receivers/model.ts'
import { Settings } from '#shared/settings/contract.ts'
import { TunnelStatus } from '#shared/tunnel/contract.ts'
import { ServiceConnection, SessionStatus } from '#shared/workspaces/session-contract.ts'
import type { Revision } from './revision.ts'

/** Events that the host sends. Each is idempotent, so receiving one twice is harmless. */
export const events = {
  /**
   * The stream was opened, possibly again. Events may have been missed, so the page must fetch everything again. This is always
   * the first event.
   */
  'host.opened': z.object({}),
  /** The host doesn't respond, or doesn't accept this page. Created by the page's own transport. */
  'host.lost': z.object({ reason: z.enum(['unreachable', 'session-ended', 'address-used', 'no-session']) }),
  'app.changed': AppInfo,
  'app.command': z.object({ action: z.enum(pageActions) }),
  /** A script or agent shows a page. Browser host only. */
  'app.place-opened': z.object({ place: z.string() }),
  /** The user opened a session file outside the page, for example with a double click. Desktop only. */
  'app.session-opened': z.object({
    name: z.string(),
    bytes: z.number().int(),
    changedAt: z.number(),
    text: z.string().nullable(),
  }),
  'workspaces.status-changed': SessionStatus,
  'workspaces.connection-changed': ServiceConnection,
  /** Workspaces were added, changed or removed. Fetch the list again. */
  'workspaces.changed': z.object({}),
  'endpoints.changed': z.object({}),
  /** An endpoint's label changed. Labels are stored on this computer only. */
  'endpoints.renamed': z.object({ workspaceId: z.string(), id: EndpointId, label: z.string().nullable() }),
  'endpoints.replacing': Replacement,
  /** These endpoints were disabled elsewhere. Sent once, together with a system notification. */
  'endpoints.disabled': z.object({
    /** The workspace of the endpoints, which may not be the open one. */
    workspace: z.object({ id: z.string(), label: z.string() }),
    endpoints: z.array(
      z.object({
        id: EndpointId,
        url: z.string(),
        label: z.string().nullable(),
        by: DisabledState.shape.by,
      }),
    ),
  }),
  'listener.changed': ListenerStatus,
  'deliveries.received': DeliverySummary,
  'deliveries.annotated': DeliverySummary,
  'listener.rejected-changed': z.object({}),
  'listener.simulated-responses-changed': z.array(SimulatedResponse),
  'deliveries.reverified': z.object({}),
  /** Deliveries were deleted by the user or by retention, hidden or restored. Fetch deliveries again. */
  'deliveries.removed': z.object({}),
  /** Receivers were added, changed or removed. Fetch the list again. */
  'receivers.changed': z.object({}),
  /**
   * A receiver's health, backlog or requests in progress changed. Sent at most four times per second and receiver, also for
   * workspaces that are not open.
   */
  'receivers.status-changed': ReceiverStatus,
  /** A request to a receiver ended. Also sent for workspaces that are not open. */
  'receivers.sent': Send,
  /** A receiver check started, progressed or ended. Fetch it again. Sent at most four times per second. */
  'checks.changed': z.object({ workspaceId: z.string(), receiverId: ReceiverId }),
  'receivers.pass-through-changed': z.object({ passThrough: PassThrough.nullable() }),
  /** A hidden delivery could not be deleted and is shown again. `message` contains the reason and advice. */
  'deliveries.removal-failed': z.object({ id: z.number().int(), message: z.string() }),
  /** The missed notes of the open workspace may have changed. Fetch them again. Sent at most once per second. */
  'missed.changed': z.object({
    /** Number of missed notes of all endpoints. `null` if unknown, and if no workspace is open. */
    behind: z.number().int().nullable(),
  }),
  'notes.index-changed': IndexStatus,
  'notes.texts-changed': TextStatus,
  /** All jobs of the open workspace. Sent at most ten times per second while a job runs. */
  'jobs.changed': z.array(Job),
  'tunnel.changed': TunnelStatus,
  'listening.changed': ListenStatus,
  /** The sandbox service's deliveries, requests or switches changed. Fetch them again. Sent at most three times per second. */
  'sandbox.changed': z.object({}),
  'settings.changed': Settings,
  /**
   * The level, the calls in progress or the activity of agents changed. Fetch them again. Sent at most four times per second, and
   * at once for a changed level. `isTurnedOff` is set if the level became `off` because the user connected their first workspace.
   */
  'agents.changed': z.object({ isTurnedOff: z.literal(true).optional() }),
  /** Sent after each clean-up, and at most twice per second during one. */
  'deliveries.storage-changed': StorageStatus,
  /** API differences of a workspace were recorded or cleared. Fetch the list again. Sent at most once per second. */
  'workspaces.api-differences-changed': z.object({}),
} as const

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]>

/** An event as it is sent to the page. Events from the page's own transport have no revision. */
export type HostEvent = {
  [Name in EventName]: {
    readonly name: Name
    readonly data: EventData<Name>
    readonly revision?: Revision
  }
}[EventName]

/** Parses an event's data by its schema. Drops undeclared fields and throws on any other mismatch. */
export function parseEvent<Name extends EventName>(name: Name, data: EventData<Name>): HostEvent {
  return { name, data: events[name].parse(data) } as HostEvent
}
