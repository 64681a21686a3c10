import { z } from 'zod'

export const Incomplete = z.enum([
  'no-cursor',
  'repeated-cursor',
  'nothing-new',
  'too-many-pages',
  'took-too-long',
])
export type Incomplete = z.infer<typeof Incomplete>

/** A list that was read to its last page, with any problems. */
export function wholeList<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    incomplete: Incomplete.nullable(),
    unreadable: z.number().int(),
  })
}

/** A page of a list. `cursor` is opaque, and `null` on the last page. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    cursor: z.string().nullable(),
    unreadable: z.number().int(),
    /** Set if the service's paging is inconsistent, so that there may be more items than can be read. */
    incomplete: Incomplete.nullable(),
  })
}
