import { z } from 'zod'

/** A job that ended with work left, such as when Notehook quit. */
export const Interrupted = z.object({
  /** ISO time. */
  startedAt: z.string(),
  done: z.number().int(),
  total: z.number().int(),
})
export type Interrupted = z.infer<typeof Interrupted>
