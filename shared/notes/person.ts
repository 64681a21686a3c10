import { z } from 'zod'

/** A note's owner or an endpoint's creator. The service may omit either field. */
export const Person = z.object({ name: z.string(), email: z.string() })
export type Person = z.infer<typeof Person>
