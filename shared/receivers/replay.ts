import { z } from 'zod'
import { Interrupted } from '#shared/jobs/interrupted.ts'
import { ReceiverId } from './model.ts'

/** How a replay sends: see `SendMode`. */
export const ReplayMode = z.enum(['retry', 'exact', 'new-event'])
export type ReplayMode = z.infer<typeof ReplayMode>

/** Which deliveries of the open workspace: as in `deliveries.list`. */
export const ReplayFilter = z.object({
  endpointId: z.string().max(256).optional(),
  noteId: z.string().max(256).optional(),
  q: z.string().max(512).optional(),
  /** Only these. */
  ids: z.array(z.number().int()).min(1).max(10_000).optional(),
})
export type ReplayFilter = z.infer<typeof ReplayFilter>

/**
 * `rate`: so many requests a second. `original`: with the times between them as they came, times faster. Slower receivers slow both
 * down; nothing is skipped.
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

/** How many sends ended how. The first send of a delivery is only in `passed` or `failed`. */
export const ReplayCounts = z.object({
  sent: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  fixed: z.number().int(),
  regressed: z.number().int(),
  stillFailing: z.number().int(),
  stillPassing: z.number().int(),
  /** Counted before, but deleted before their turn. */
  gone: z.number().int(),
  /** Not sent, because the signing secret is missing. */
  unsigned: z.number().int(),
})
export type ReplayCounts = z.infer<typeof ReplayCounts>

/** A replay that the end of Notehook interrupted: `done` of its deliveries were sent. */
export const InterruptedReplay = Interrupted.extend({ receiverId: ReceiverId })
export type InterruptedReplay = z.infer<typeof InterruptedReplay>

/** A replay of this run of the app; its sends stay longer. */
export const Replay = z.object({
  jobId: z.string(),
  receiverId: ReceiverId,
  mode: ReplayMode,
  pace: ReplayPace,
  /** ISO time. */
  startedAt: z.string(),
  of: z.number().int(),
  counts: ReplayCounts,
})
export type Replay = z.infer<typeof Replay>
