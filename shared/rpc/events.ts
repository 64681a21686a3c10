import { z } from 'zod'
import { AppInfo } from '#shared/app/contract.ts'
import { InspectorStatus } from '#shared/deliveries/contract.ts'
import { DeliverySummary } from '#shared/deliveries/model.ts'
import { SimulatedResponse } from '#shared/deliveries/simulated-response.ts'
import { StorageStatus } from '#shared/deliveries/storage-contract.ts'
import { DisabledState } from '#shared/endpoints/model.ts'
import { Replacement } from '#shared/endpoints/replacement.ts'
import { ExportStatus } from '#shared/exports/contract.ts'
import { EndpointId } from '#shared/ids.ts'
import { Job } from '#shared/jobs/contract.ts'
import { ListenStatus } from '#shared/listening/contract.ts'
import { IndexStatus } from '#shared/notes/index-contract.ts'
import { Settings } from '#shared/settings/contract.ts'
import { TunnelStatus } from '#shared/tunnel/contract.ts'
import { ServiceConnection, SessionStatus } from '#shared/workspaces/session-contract.ts'
import type { Revision } from './revision.ts'

/** Notices, never questions. Each is an idempotent upsert, so hearing one twice is harmless. */
export const events = {
  /** The stream (re)opened: anything may have been missed, so fetch again. Always comes first. */
  'host.opened': z.object({}),
  /** Made by the page's own transport: the host does not answer, does not know the page any more, or never did. */
  'host.lost': z.object({ reason: z.enum(['unreachable', 'session-ended', 'address-used', 'no-session']) }),
  'app.changed': AppInfo,
  'workspaces.status-changed': SessionStatus,
  /** Requests to the service wait or flow again, fail or are answered again. */
  'workspaces.connection-changed': ServiceConnection,
  /** Workspaces were added, changed or removed: fetch the list again. */
  'workspaces.changed': z.object({}),
  /** Something about endpoints changed here: fetch the list again. */
  'endpoints.changed': z.object({}),
  /** A replacement is at another step. */
  'endpoints.replacing': Replacement,
  /** Seen for the first time: these were disabled, and not from here. Told once, also by the system where it can. */
  'endpoints.disabled': z.object({
    /** Not always the open one. Sandbox has no label. */
    workspace: z.object({ id: z.string(), label: z.string() }),
    endpoints: z.array(z.object({ id: EndpointId, url: z.string(), by: DisabledState.shape.by })),
  }),
  'listener.changed': InspectorStatus,
  /** A delivery arrived, or one known got another attempt. */
  'deliveries.received': DeliverySummary,
  /** Starred or not any more, or with another remark. */
  'deliveries.annotated': DeliverySummary,
  /** Something came that is not kept: fetch the counts again. At most once a second. */
  'listener.rejected-changed': z.object({}),
  /** All that are simulated now. */
  'listener.simulated-responses-changed': z.array(SimulatedResponse),
  /** What was kept of an endpoint was judged again: fetch deliveries anew. */
  'deliveries.reverified': z.object({}),
  /** Deliveries were deleted, by hand or by retention: fetch them anew. */
  'deliveries.removed': z.object({}),
  /** While it is read, at most twice a second. */
  'notes.index-changed': IndexStatus,
  /** While an export is written, at most four times a second. */
  'exports.changed': ExportStatus,
  /** All jobs of the open workspace; while one runs, at most ten times a second. */
  'jobs.changed': z.array(Job),
  'tunnel.changed': TunnelStatus,
  'listening.changed': ListenStatus,
  'settings.changed': Settings,
  /** After each clean-up, and during one at most twice a second. */
  'deliveries.storage-changed': StorageStatus,
  /** API differences of a workspace were recorded or cleared, at most once a second: fetch the list again. */
  'workspaces.api-differences-changed': z.object({}),
} as const

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]>

/** One pushed event, as every wire carries it. The page's own transport numbers none of its own. */
export type HostEvent = {
  [Name in EventName]: {
    readonly name: Name
    readonly data: EventData<Name>
    readonly revision?: Revision
  }
}[EventName]

/** The declared form of what is told; anything else throws, and what was never declared is left out. */
export function parseEvent<Name extends EventName>(name: Name, data: EventData<Name>): HostEvent {
  return { name, data: events[name].parse(data) } as HostEvent
}
