import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { CatchUpCounts } from '#shared/missed/model.ts'
import { BlockedReason } from '#shared/receivers/model.ts'
import { ReplayCounts } from '#shared/receivers/replay.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

const Common = z.object({
  id: z.string(),
  /** The workspace in which the job was started. Other workspaces don't show it. */
  workspaceId: z.string(),
  /** `canceled` means that the user ended the job early. `result`, if set, then describes the work done so far. */
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  done: z.number().int(),
  /** Name of the job's receiver. An endpoint's name may follow it. */
  name: z.string().optional(),
  total: z.number().int().nullable(),
  error: z.string().nullable(),
})

export const EndpointsDeleted = z.object({
  removed: z.array(EndpointId),
  failed: z.array(z.object({ id: EndpointId, url: z.string(), message: z.string() })),
  /** Endpoints that were not tried, because the job was canceled or the key or the connection failed. */
  left: z.array(EndpointId),
})
export type EndpointsDeleted = z.infer<typeof EndpointsDeleted>

export const DeliveriesDeleted = z.object({
  removed: z.number().int(),
  /** Matching deliveries that were kept, because they are starred or got another attempt after the count. */
  spared: z.number().int(),
})
export type DeliveriesDeleted = z.infer<typeof DeliveriesDeleted>

/** A file that can be saved or downloaded until the job is dismissed. */
export const Exported = z.object({
  name: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  /** Why rows are missing from the file. The file ends with the same text. */
  incomplete: z.string().nullable(),
})
export type Exported = z.infer<typeof Exported>

export const ReceiverChecked = z.object({
  receiverId: z.string(),
  passed: z.number().int(),
  failed: z.number().int(),
  unseen: z.number().int(),
  mustsPassed: z.boolean(),
})

export const ScriptPlayed = z.object({
  verdict: z.enum(['passed', 'failed', 'unreachable']),
  delivered: z.number().int(),
  failed: z.number().int(),
  pending: z.number().int(),
  unmet: z.number().int(),
  /** The first few unmet expectations. Each is a sentence that includes the line number. */
  problems: z.array(z.string()),
})

const Deletion = Common.extend({ total: z.number().int() })
const Export = Common.extend({ result: Exported.nullable() })

export const Job = z.discriminatedUnion('kind', [
  Deletion.extend({ kind: z.literal('delete-endpoints'), result: EndpointsDeleted.nullable() }),
  Deletion.extend({ kind: z.literal('delete-deliveries'), result: DeliveriesDeleted.nullable() }),
  Export.extend({ kind: z.literal('export-notes') }),
  Export.extend({ kind: z.literal('export-deliveries') }),
  Export.extend({ kind: z.literal('export-sends') }),
  Export.extend({ kind: z.literal('export-missed') }),
  Export.extend({ kind: z.literal('export-text') }),
  Common.extend({ total: z.number().int(), kind: z.literal('replay'), result: ReplayCounts.nullable() }),
  Common.extend({ total: z.number().int(), kind: z.literal('check'), result: ReceiverChecked.nullable() }),
  Common.extend({
    total: z.number().int(),
    kind: z.literal('script'),
    result: ScriptPlayed.nullable(),
  }),
  Common.extend({
    total: z.number().int(),
    kind: z.literal('send-waiting'),
    result: z
      .object({
        sent: z.number().int(),
        failed: z.number().int(),
        left: z.number().int(),
        /** Why the remaining deliveries can't be sent, or `null` if they were not tried. */
        blocked: BlockedReason.nullable(),
      })
      .nullable(),
  }),
  Common.extend({ total: z.number().int(), kind: z.literal('catch-up'), result: CatchUpCounts.nullable() }),
])
export type Job = z.infer<typeof Job>
export type JobKind = Job['kind']

export const Started = z.object({ jobId: z.string() })

const One = z.object({ id: z.string().max(64) })

/** The open workspace's jobs. Each kind of job is started by its own procedure. */
export const jobs = {
  'jobs.list': procedure(NoInput, z.array(Job)),
  /** Ends a job after its current step. Deleted items stay deleted, and an export leaves no file. No-op for an ended job. */
  'jobs.cancel': procedure(One, NoOutput),
  /** Removes an ended job from the list and deletes an export's file. No-op for a running job. */
  'jobs.dismiss': procedure(One, NoOutput),
}
