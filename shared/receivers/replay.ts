import { z } from 'zod'
import { Interrupted } from '#shared/jobs/interrupted.ts'
import { ReceiverId, SendCause } from './model.ts'

export const ReplayMode = z.enum(['retry', 'exact', 'new-event'])
export type ReplayMode = z.infer<typeof ReplayMode>

export const ReplayCause = SendCause.extract(['replay', 'agent'])

/** Selects deliveries of the open workspace, as `deliveries.list` does. */
export const ReplayFilter = z.object({
  endpointId: z.string().max(256).optional(),
  noteId: z.string().max(256).optional(),
  q: z.string().max(512).optional(),
  ids: z.array(z.number().int()).min(1).max(10_000).optional(),
})
export type ReplayFilter = z.infer<typeof ReplayFilter>

/**
 * The pace of a replay. `rate` is a number of requests per second. `original` keeps the original intervals, divided by `speed`.
 * If the receiver is slow, sends are delayed, but never skipped.
 */
export const ReplayPace = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rate'),
    perSecond: z.number().min(0.1, 'Use 0.1 to 200.').max(200, 'Use 0.1 to 200.'),
  }),
  z.object({
    kind: z.literal('original'),
    speed: z.number().min(0.1, 'Use 0.1 to 10,000.').max(10_000, 'Use 0.1 to 10,000.'),
  }),
])
export type ReplayPace = z.infer<typeof ReplayPace>

/**
 * Results of a replay's sends. A delivery's first send has no earlier result to compare, so it counts only as `passed` or
 * `failed`.
 */
export const ReplayCounts = z.object({
  sent: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  fixed: z.number().int(),
  regressed: z.number().int(),
  stillFailing: z.number().int(),
  stillPassing: z.number().int(),
  gone: z.number().int(),
  unsigned: z.number().int(),
})
export type ReplayCounts = z.infer<typeof ReplayCounts>

/** A replay that was interrupted because Notehook quit. `done` is the number of deliveries sent. */
export const InterruptedReplay = Interrupted.extend({ receiverId: ReceiverId })
export type InterruptedReplay = z.infer<typeof InterruptedReplay>

/** A replay since the app started. Its sends are stored longer than usual. */
export const Replay = z.object({
  jobId: z.string(),
  receiverId: ReceiverId,
  mode: ReplayMode,
  pace: ReplayPace,
  startedAt: z.string(),
  total: z.number().int(),
  counts: ReplayCounts,
})
export type Replay = z.infer<typeof Replay>
