import { z } from 'zod'

/** A job that ended before its work was done, for example because Notehook quit. */
export const Interrupted = z.object({
  startedAt: z.string(),
  done: z.number().int(),
  total: z.number().int(),
})
export type Interrupted = z.infer<typeof Interrupted>
