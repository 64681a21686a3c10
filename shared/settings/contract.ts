import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'

/** The user's settings, which apply to all workspaces. They contain no secret. */
export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['compact', 'comfortable']),
  /** Port of the listener. 0 means any free port, preferably the previous one. */
  listenerPort: z.number().int().min(0).max(65535),
  /** Maximum difference between a delivery's timestamp and this computer's clock, in seconds (specification, section 5.7). */
  toleranceSeconds: z.number().int().min(1).max(3600),
  /** Whether the desktop app keeps running with a tray icon when its window is closed. A browser host always keeps running. */
  keepReceiving: z.boolean(),
  /** Days that a delivery is kept after its last attempt. 0 means no limit. Starred deliveries are always kept. */
  keepDays: z.number().int().min(0).max(3650),
  /** Store size above which the oldest deliveries are deleted, except starred ones. 0 means no limit. */
  keepMegabytes: z
    .number()
    .int()
    .refine(
      (value) => value === 0 || (value >= 100 && value <= 1_000_000),
      'Enter 0, or a number from 100 to 1,000,000.',
    ),
})
export type Settings = z.infer<typeof Settings>

export const settings = {
  'settings.get': procedure(NoInput, Settings),
  'settings.set': procedure(Settings.partial(), Settings),
}
