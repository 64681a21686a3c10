import { z } from 'zod'

/** Reason why a list is incomplete. */
export const Incomplete = z.enum([
  'no-cursor',
  'repeated-cursor',
  'nothing-new',
  'too-many-pages',
  'took-too-long',
])
export type Incomplete = z.infer<typeof Incomplete>

/** A list whose pages were all read, with any problems. */
export function wholeList<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** `null` if every page was read. */
    incomplete: Incomplete.nullable(),
    /** Number of invalid items, which are omitted. */
    unreadable: z.number().int(),
  })
}

/** A page of a list. `cursor` is opaque and present exactly if there is more. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    cursor: z.string().nullable(),
    unreadable: z.number().int(),
    /** Set if the service's paging is inconsistent, so that more items may exist than can be read. */
    incomplete: Incomplete.nullable(),
  })
}
