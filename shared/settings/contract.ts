import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'

/** What the user chose, for every workspace. Holds nothing secret. */
export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** 0: any free port, remembered. */
  listenerPort: z.number().int().min(0).max(65535),
  /** How old or how far ahead a delivery may be, in seconds (specification, section 5.7). */
  toleranceSeconds: z.number().int().min(1).max(3600),
  /** The desktop app stays, with an icon beside the clock, when its window is closed. A browser host goes on anyway. */
  keepReceiving: z.boolean(),
  /** How many days a delivery is kept after it was last tried. 0: for ever. A starred one always is. */
  keepDays: z.number().int().min(0).max(3650),
  /** How large the store may be before the oldest deliveries go, but for the starred. 0: as large as the disk. */
  keepMegabytes: z
    .number()
    .int()
    .refine((value) => value === 0 || (value >= 100 && value <= 1_000_000), 'From 100 to 1,000,000, or 0.'),
})
export type Settings = z.infer<typeof Settings>

export const settings = {
  'settings.get': procedure(NoInput, Settings),
  /** Changes what is named and keeps the rest. */
  'settings.set': procedure(Settings.partial(), Settings),
}
