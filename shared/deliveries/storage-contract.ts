import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

/** What a clean-up did. */
export const CleanUp = z.object({
  /** ISO time of its end. */
  at: z.string(),
  removed: z.number().int(),
  /** Why it did not get to its end; `null` when it did. */
  problem: z.string().nullable(),
})
export type CleanUp = z.infer<typeof CleanUp>

/** The store of this machine, of every workspace. */
export const StorageStatus = z.object({
  /** Deliveries, notes and what finds them. */
  usedBytes: z.number().int(),
  /** What the file takes on the disk beyond that; used again before it grows. */
  spareBytes: z.number().int(),
  deliveries: z.number().int(),
  starred: z.number().int(),
  /** ISO time of the oldest delivery that is kept. */
  oldestAt: z.string().nullable(),
  /** About how many are older than the settings allow now. */
  due: z.number().int(),
  /** Why nothing is deleted by its age now; `null` when nothing prevents it. */
  ageWaits: z.string().nullable(),
  /** A limit that would take nearly everything at once, and so takes nothing until that is asked for. */
  held: z.object({ by: z.enum(['age', 'size']), going: z.number().int(), of: z.number().int() }).nullable(),
  /** It is cleaned up now: so many are deleted so far. */
  running: z.object({ removed: z.number().int() }).nullable(),
  last: CleanUp.nullable(),
  /** ISO time. */
  nextAt: z.string().nullable(),
})
export type StorageStatus = z.infer<typeof StorageStatus>

/** How long what was received is kept: see `keepDays` and `keepMegabytes` of the settings. */
export const deliveryStorage = {
  'deliveries.storage': procedure(NoInput, StorageStatus),
  /** Deletes what the settings do not allow any more, as happens every hour. Starred deliveries stay. `nearlyAll`: also what is `held`. */
  'deliveries.clean-up': procedure(z.strictObject({ nearlyAll: z.boolean().optional() }), StorageStatus),
  /** After the slice that is under way. */
  'deliveries.stop-clean-up': procedure(NoInput, NoOutput),
}
