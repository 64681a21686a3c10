import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

export const CleanUp = z.object({
  at: z.string(),
  removed: z.number().int(),
  problem: z.string().nullable(),
})
export type CleanUp = z.infer<typeof CleanUp>

export const StorageStatus = z.object({
  usedBytes: z.number().int(),
  /** Free space inside the database file. SQLite uses it before the file grows. */
  spareBytes: z.number().int(),
  deliveries: z.number().int(),
  starred: z.number().int(),
  oldestAt: z.string().nullable(),
  /** Approximate number of deliveries that are older than the settings allow. */
  due: z.number().int(),
  ageWaits: z.string().nullable(),
  /**
   * Set if a limit would delete nearly all deliveries. The clean-up then needs confirmation, because the limit is probably a
   * mistake.
   */
  held: z
    .object({ by: z.enum(['age', 'size']), going: z.number().int(), total: z.number().int() })
    .nullable(),
  running: z.object({ removed: z.number().int() }).nullable(),
  last: CleanUp.nullable(),
  nextAt: z.string().nullable(),
})
export type StorageStatus = z.infer<typeof StorageStatus>

/** Procedures for retention. See `keepDays` and `keepMegabytes` in the settings. */
export const deliveryStorage = {
  'deliveries.storage': procedure(NoInput, StorageStatus),
  /**
   * Deletes deliveries that exceed the limits in the settings, as the hourly clean-up does. Keeps starred deliveries. `nearlyAll`
   * confirms the limit in `held`.
   */
  'deliveries.clean-up': procedure(z.strictObject({ nearlyAll: z.boolean().optional() }), StorageStatus),
  'deliveries.stop-clean-up': procedure(NoInput, NoOutput),
}
