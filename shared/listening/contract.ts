import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { listenSteps } from './steps.ts'

const ListenStep = z.enum(listenSteps)
export type ListenStep = z.infer<typeof ListenStep>

/**
 * Ways to fix a failed start: a page, or the workspace and its key. `unproven` starts without a proof that deliveries arrive,
 * because the address can't be probed from this network.
 */
export const ListenWayOut = z.enum(['tunnel', 'settings', 'endpoints', 'workspace', 'unproven'])
export type ListenWayOut = z.infer<typeof ListenWayOut>

const ListenRefusal = z.object({
  status: z.number().optional(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
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

/**
 * State of a live session, which consists of a proven tunnel and an endpoint at its address. The user starts it with a single
 * button.
 */
export const ListenStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('starting'), step: ListenStep, temporary: z.boolean(), since: z.string() }),
  z.object({
    state: z.literal('failed'),
    step: ListenStep,
    sentence: z.string(),
    wayOut: ListenWayOut.nullable(),
    refusal: ListenRefusal.optional(),
  }),
  z.object({
    state: z.literal('live'),
    endpointId: EndpointId,
    url: z.string(),
    /** Whether the endpoint was enabled when it was last listed. A disabled endpoint receives nothing. */
    enabled: z.boolean(),
    workspaceId: z.string(),
    /** The new endpoint while this one is being replaced. Both receive events until this endpoint is deleted. */
    replacement: z.object({ endpointId: EndpointId, url: z.string() }).nullable(),
    temporary: z.boolean(),
    since: z.string(),
    /** Whether the session is ending. Its temporary endpoint is then being deleted. */
    ending: z.boolean(),
    problem: z.string().nullable(),
  }),
  z.object({
    state: z.literal('ended'),
    url: z.string(),
    /** Whether the session opened the tunnel. If so, `listening.stop` closes it. */
    openedTunnel: z.boolean(),
  }),
])
export type ListenStatus = z.infer<typeof ListenStatus>

export const ListenDraft = z.object({
  scopes: z.array(z.string()).min(1, 'Select at least one scope.'),
  events: z.array(z.string()),
  folderIds: z.array(z.string()),
  temporary: z.boolean(),
  unproven: z.boolean().default(false),
})
export type ListenDraft = z.input<typeof ListenDraft>

export const OrphanedEndpoint = z.object({
  id: z.string(),
  endpointId: EndpointId,
  url: z.string(),
  createdAt: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  /** Whether the endpoint's workspace is open. If not, the endpoint can't be deleted. */
  isOpen: z.boolean(),
})
export type OrphanedEndpoint = z.infer<typeof OrphanedEndpoint>

const One = z.object({ id: z.string() })

export const listening = {
  'listening.status': procedure(NoInput, ListenStatus),
  /**
   * Starts a live session and returns immediately. `listening.changed` reports the progress. Rejects while a session is starting
   * or live.
   */
  'listening.start': procedure(ListenDraft, ListenStatus),
  /** Ends the live session. If it is still starting, cancels the start and deletes the endpoint that was created for it. */
  'listening.stop': procedure(NoInput, ListenStatus),
  'listening.keep': procedure(NoInput, ListenStatus),
  'listening.leftovers': procedure(NoInput, z.array(OrphanedEndpoint)),
  'listening.clean': procedure(One.extend({ action: z.enum(['delete', 'keep']) }), NoOutput),
}
