import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { CatchUpCounts } from '#shared/missed/model.ts'
import { BlockedReason } from '#shared/receivers/model.ts'
import { ReplayCounts } from '#shared/receivers/replay.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

const Common = z.object({
  id: z.string(),
  /** The workspace in which it was started. It is shown only there. */
  workspaceId: z.string(),
  /** `canceled`: the user ended it early; its result, if any, says what was done until then. */
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  done: z.number().int(),
  /** What it is about: the name of a receiver, with that of an endpoint if it is of one. */
  name: z.string().optional(),
  /** The total, if it is known. */
  of: z.number().int().nullable(),
  /** A message that says why it failed. */
  error: z.string().nullable(),
})

export const EndpointsDeleted = z.object({
  removed: z.array(EndpointId),
  failed: z.array(z.object({ id: EndpointId, url: z.string(), message: z.string() })),
  /** Not tried, because it was canceled or the key or connection failed. */
  left: z.array(EndpointId),
})
export type EndpointsDeleted = z.infer<typeof EndpointsDeleted>

export const DeliveriesDeleted = z.object({
  removed: z.number().int(),
  /** Matched, but were not deleted because they were starred or got another attempt since they were counted. */
  spared: z.number().int(),
})
export type DeliveriesDeleted = z.infer<typeof DeliveriesDeleted>

/** A file that waits to be saved or downloaded, until the job is dismissed. */
export const Exported = z.object({
  name: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  /** Why rows are missing; the file says the same at its end. */
  incomplete: z.string().nullable(),
})
export type Exported = z.infer<typeof Exported>

/** Of how many cases, and whether all *musts* passed. */
export const ReceiverChecked = z.object({
  receiverId: z.string(),
  passed: z.number().int(),
  failed: z.number().int(),
  /** Answered right, with an effect that was out of sight. */
  unseen: z.number().int(),
  mustsPassed: z.boolean(),
})

/** Outcome of a script, with numbers of its deliveries. */
export const ScriptPlayed = z.object({
  /** `unreachable`: no attempt got a response. */
  verdict: z.enum(['passed', 'failed', 'unreachable']),
  delivered: z.number().int(),
  failed: z.number().int(),
  pending: z.number().int(),
  /** Number of steps that did not do what they say. */
  unmet: z.number().int(),
  /** The first of them, each as a sentence with its line. */
  problems: z.array(z.string()),
})

const Deletion = Common.extend({ of: z.number().int() })
const Export = Common.extend({ result: Exported.nullable() })

/** Work that outlives the page that started it. */
export const Job = z.discriminatedUnion('kind', [
  Deletion.extend({ kind: z.literal('delete-endpoints'), result: EndpointsDeleted.nullable() }),
  Deletion.extend({ kind: z.literal('delete-deliveries'), result: DeliveriesDeleted.nullable() }),
  Export.extend({ kind: z.literal('export-notes') }),
  Export.extend({ kind: z.literal('export-deliveries') }),
  Export.extend({ kind: z.literal('export-sends') }),
  Export.extend({ kind: z.literal('export-missed') }),
  Export.extend({ kind: z.literal('export-text') }),
  Common.extend({ of: z.number().int(), kind: z.literal('replay'), result: ReplayCounts.nullable() }),
  Common.extend({ of: z.number().int(), kind: z.literal('check'), result: ReceiverChecked.nullable() }),
  Common.extend({
    of: z.number().int(),
    kind: z.literal('script'),
    result: ScriptPlayed.nullable(),
  }),
  Common.extend({
    of: z.number().int(),
    kind: z.literal('send-waiting'),
    result: z
      .object({
        sent: z.number().int(),
        /** How many of those were not answered 2xx. */
        failed: z.number().int(),
        /** How many still waited for the receiver at the end. */
        left: z.number().int(),
        /** Why those can't be sent; `null`: they were not tried. */
        blocked: BlockedReason.nullable(),
      })
      .nullable(),
  }),
  Common.extend({ of: z.number().int(), kind: z.literal('catch-up'), result: CatchUpCounts.nullable() }),
])
export type Job = z.infer<typeof Job>
export type JobKind = Job['kind']

/** The output of a procedure that starts a job. */
export const Started = z.object({ jobId: z.string() })

const One = z.object({ id: z.string().max(64) })

/** The jobs of the open workspace. Each kind has its own procedure that starts it. */
export const jobs = {
  /** In the order in which they were started. Ended jobs stay until they are dismissed. */
  'jobs.list': procedure(NoInput, z.array(Job)),
  /** Ends it after its current step. What was deleted stays deleted; an export leaves no file. Does nothing for an ended job. */
  'jobs.cancel': procedure(One, NoOutput),
  /** Removes an ended job from the list, and deletes the file of an export. Does nothing for a running one. */
  'jobs.dismiss': procedure(One, NoOutput),
}
