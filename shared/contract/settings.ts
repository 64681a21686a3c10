import { z } from 'zod'
import { NoInput, procedure } from './define.ts'

/** What the user chose, for every workspace. Holds nothing secret. */
export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** 0: any free port, remembered. */
  listenerPort: z.number().int().min(0).max(65535),
  /** How old or how far ahead a delivery may be, in seconds (specification, section 5.7). */
  toleranceSeconds: z.number().int().min(1).max(3600),
  /** The desktop app stays, with an icon beside the clock, when its window is closed. A browser host goes on anyway. */
  keepReceiving: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const settings = {
  'settings.get': procedure(NoInput, Settings),
  /** Changes what is named and keeps the rest. */
  'settings.set': procedure(Settings.partial(), Settings),
}
