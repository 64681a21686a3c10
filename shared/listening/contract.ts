import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { listenSteps } from './steps.ts'

const ListenStep = z.enum(listenSteps)
export type ListenStep = z.infer<typeof ListenStep>

/**
 * Where what went wrong can be put right: the pages of those names, the workspace and its key, or `unproven`: by listening all
 * the same, as the address cannot be proven from this network.
 */
export const ListenWayOut = z.enum(['tunnel', 'settings', 'endpoints', 'workspace', 'unproven'])
export type ListenWayOut = z.infer<typeof ListenWayOut>

/** What the service said of the endpoint that it refused. */
const ListenRefusal = z.object({
  status: z.number().optional(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  /** The requested scopes, and those that the service may take instead. */
  scopes: z
    .object({
      asked: z.array(z.string()).readonly(),
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

/** Receiving, begun by one button: a proven tunnel, and an endpoint of its own at the end of it. */
export const ListenStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('starting'), step: ListenStep, temporary: z.boolean(), since: z.string() }),
  z.object({
    state: z.literal('failed'),
    step: ListenStep,
    sentence: z.string(),
    /** `null`: by trying again, or by asking for something else. */
    wayOut: ListenWayOut.nullable(),
    refusal: ListenRefusal.optional(),
  }),
  z.object({
    state: z.literal('live'),
    endpointId: EndpointId,
    url: z.string(),
    workspaceId: z.string(),
    /** The endpoint that is to take its place, once this one is deleted: both receive. */
    replacement: z.object({ endpointId: EndpointId, url: z.string() }).nullable(),
    /** It is deleted when this ends. */
    temporary: z.boolean(),
    /** ISO time. */
    since: z.string(),
    /** It is being ended: a temporary endpoint is being deleted. */
    ending: z.boolean(),
    /** What is wrong with it, such as that it could not be stopped. */
    problem: z.string().nullable(),
  }),
  /** It was live, and its endpoint was deleted, here or elsewhere. */
  z.object({
    state: z.literal('ended'),
    url: z.string(),
    /** The tunnel was opened for it: `listening.stop` closes that. */
    openedTunnel: z.boolean(),
  }),
])
export type ListenStatus = z.infer<typeof ListenStatus>

export const ListenDraft = z.object({
  scopes: z.array(z.string()).min(1, 'Select at least one scope.'),
  /** None: all of them. */
  events: z.array(z.string()),
  /** None: no filter. */
  folderIds: z.array(z.string()),
  /** Deleted at the end: when it is stopped, and when the app quits. */
  temporary: z.boolean(),
  /** Also at an address that cannot be proven from here. */
  unproven: z.boolean().default(false),
})
export type ListenDraft = z.input<typeof ListenDraft>

/** A temporary endpoint that an earlier run did not delete. */
export const LeftEndpoint = z.object({
  /** Names it on this machine. */
  id: z.string(),
  endpointId: EndpointId,
  url: z.string(),
  createdAt: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  /** Only what is in the open workspace can be deleted. */
  isOpen: z.boolean(),
})
export type LeftEndpoint = z.infer<typeof LeftEndpoint>

const One = z.object({ id: z.string() })

export const listening = {
  'listening.status': procedure(NoInput, ListenStatus),
  /** Answers at once; `listening.changed` reports the progress. Refused while it is starting or live. */
  'listening.start': procedure(ListenDraft, ListenStatus),
  /** Ends it, or breaks off what is being started; what a break-off had made is deleted again. */
  'listening.stop': procedure(NoInput, ListenStatus),
  /** The live endpoint is no longer temporary. */
  'listening.keep': procedure(NoInput, ListenStatus),
  /** Temporary endpoints of earlier runs; asks the service only if there are any. */
  'listening.leftovers': procedure(NoInput, z.array(LeftEndpoint)),
  /** Deletes one of them, or keeps it for good. */
  'listening.clean': procedure(One.extend({ action: z.enum(['delete', 'keep']) }), NoOutput),
}
