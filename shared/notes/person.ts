import { z } from 'zod'

/** A note's owner or an endpoint's creator. The service may leave either part out. */
export const Person = z.object({ name: z.string(), email: z.string() })
export type Person = z.infer<typeof Person>
