import { z } from 'zod'
import { NoInput, procedure } from './define.ts'

/** What the user chose. Holds nothing secret. */
export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** 0: any free port, remembered. */
  listenerPort: z.number().int().min(0).max(65535),
  /** How old or how far ahead a delivery may be, in seconds (specification, section 5.7). */
  toleranceSeconds: z.number().int().min(1).max(3600),
  /** Where get-note is. The specification does not show it. */
  notePath: z
    .string()
    .max(512)
    .regex(/^\/(?!\/)[^?#\s]*\{note_id\}[^?#\s]*$/, 'Begins with / and contains {note_id}.'),
  /** How endpoints are updated. The specification does not show it. */
  updateMethod: z.enum(['auto', 'PATCH', 'PUT']),
  /** Requests to the service: at most `burst` at once and `perSecond` sustained. */
  pace: z.object({ burst: z.number().int().min(1).max(1000), perSecond: z.number().min(0.1).max(1000) }),
})
export type Settings = z.infer<typeof Settings>

export const settings = {
  'settings.get': procedure(NoInput, Settings),
  /** Changes what is named and keeps the rest. */
  'settings.set': procedure(Settings.partial(), Settings),
}
