import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

const Common = z.object({
  id: z.string(),
  /** Where it was started, and the only place where it is shown. */
  workspaceId: z.string(),
  /** `cancelled`: it ended early because it was told to; what was done by then is in its result, where it has one. */
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  done: z.number().int(),
  of: z.number().int(),
  /** Why it failed, in words. */
  error: z.string().nullable(),
})

export const EndpointsDeleted = z.object({
  removed: z.array(EndpointId),
  failed: z.array(z.object({ id: EndpointId, url: z.string(), message: z.string() })),
  /** Not tried: it was cancelled before these, or the key or the connection failed. */
  left: z.array(EndpointId),
})
export type EndpointsDeleted = z.infer<typeof EndpointsDeleted>

export const DeliveriesDeleted = z.object({
  removed: z.number().int(),
  /** Matched, but were starred or tried again since they were counted. */
  spared: z.number().int(),
})
export type DeliveriesDeleted = z.infer<typeof DeliveriesDeleted>

/** Work that outlives the page that started it. */
export const Job = z.discriminatedUnion('kind', [
  Common.extend({ kind: z.literal('delete-endpoints'), result: EndpointsDeleted.nullable() }),
  Common.extend({ kind: z.literal('delete-deliveries'), result: DeliveriesDeleted.nullable() }),
])
export type Job = z.infer<typeof Job>
export type JobKind = Job['kind']

/** What the procedure that starts a job answers. */
export const Started = z.object({ jobId: z.string() })

const One = z.object({ id: z.string().max(64) })

/** The jobs of the open workspace. Each is started by a procedure of its own. */
export const jobs = {
  /** In the order in which they were started; those that ended stay until they are dismissed. */
  'jobs.list': procedure(NoInput, z.array(Job)),
  /** After the step that is under way; what was done stays done. Does nothing for a job that ended. */
  'jobs.cancel': procedure(One, NoOutput),
  /** Takes one that ended off the list. Does nothing for a job that is running. */
  'jobs.dismiss': procedure(One, NoOutput),
}
