import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { listenSteps } from './steps.ts'

const ListenStep = z.enum(listenSteps)
export type ListenStep = z.infer<typeof ListenStep>

/**
 * Place where a failure can be fixed: a page, or the workspace and its key. `unproven`: listening without proof, because the address cannot
 * be probed from this network.
 */
export const ListenWayOut = z.enum(['tunnel', 'settings', 'endpoints', 'workspace', 'unproven'])
export type ListenWayOut = z.infer<typeof ListenWayOut>

/** Response of the service that refused the endpoint. */
const ListenRefusal = z.object({
  status: z.number().optional(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  /** The requested scopes, and those that the service may accept instead. */
  scopes: z
    .object({
      requested: z.array(z.string()).readonly(),
      advice: z.object({
        named: z.boolean(),
        offers: z.array(z.array(z.string()).readonly()).readonly(),
        folder: z
          .object({ id: z.string(), visibility: z.enum(['private', 'workspace']).nullable() })
          .optional(),
      }),
    })
    .optional(),
})
export type ListenRefusal = z.infer<typeof ListenRefusal>

/** Live session, started by one button: a proven tunnel and an endpoint at its address. */
export const ListenStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('starting'), step: ListenStep, temporary: z.boolean(), since: z.string() }),
  z.object({
    state: z.literal('failed'),
    step: ListenStep,
    sentence: z.string(),
    /** `null`: retry, or change the request. */
    wayOut: ListenWayOut.nullable(),
    refusal: ListenRefusal.optional(),
  }),
  z.object({
    state: z.literal('live'),
    endpointId: EndpointId,
    url: z.string(),
    /** Whether the endpoint is enabled, by the last list. A disabled one receives nothing. */
    enabled: z.boolean(),
    workspaceId: z.string(),
    /** Endpoint that replaces this one once it is deleted. Until then, both receive. */
    replacement: z.object({ endpointId: EndpointId, url: z.string() }).nullable(),
    /** Whether the endpoint is deleted at the end of the session. */
    temporary: z.boolean(),
    /** ISO time. */
    since: z.string(),
    /** Whether the session is ending, while its temporary endpoint is being deleted. */
    ending: z.boolean(),
    /** Current problem, such as a failure to stop. */
    problem: z.string().nullable(),
  }),
  /** The endpoint of a live session was deleted, in Notehook or elsewhere. */
  z.object({
    state: z.literal('ended'),
    url: z.string(),
    /** Whether the session opened the tunnel. `listening.stop` then closes it. */
    openedTunnel: z.boolean(),
  }),
])
export type ListenStatus = z.infer<typeof ListenStatus>

export const ListenDraft = z.object({
  scopes: z.array(z.string()).min(1, 'Select at least one scope.'),
  /** Empty: all event types. */
  events: z.array(z.string()),
  /** Empty: no folder filter. */
  folderIds: z.array(z.string()),
  /** Whether the endpoint is deleted when the session stops or the app quits. */
  temporary: z.boolean(),
  /** Whether to start even if the address cannot be probed from this network. */
  unproven: z.boolean().default(false),
})
export type ListenDraft = z.input<typeof ListenDraft>

/** A temporary endpoint that was not deleted before the app quit. */
export const OrphanedEndpoint = z.object({
  /** Identifies the entry on this machine. */
  id: z.string(),
  endpointId: EndpointId,
  url: z.string(),
  createdAt: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  /** Whether its workspace is open, which deletion requires. */
  isOpen: z.boolean(),
})
export type OrphanedEndpoint = z.infer<typeof OrphanedEndpoint>

const One = z.object({ id: z.string() })

export const listening = {
  'listening.status': procedure(NoInput, ListenStatus),
  /** Starts a live session and returns immediately; `listening.changed` reports the progress. Refused while one is starting or live. */
  'listening.start': procedure(ListenDraft, ListenStatus),
  /** Ends the live session, or cancels its start and deletes the endpoint that was created for it. */
  'listening.stop': procedure(NoInput, ListenStatus),
  /** Makes the live endpoint permanent. */
  'listening.keep': procedure(NoInput, ListenStatus),
  /** Lists temporary endpoints of earlier runs. Calls the service only if there are any. */
  'listening.leftovers': procedure(NoInput, z.array(OrphanedEndpoint)),
  /** Deletes a temporary endpoint of an earlier run, or makes it permanent. */
  'listening.clean': procedure(One.extend({ action: z.enum(['delete', 'keep']) }), NoOutput),
}
