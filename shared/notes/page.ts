import { z } from 'zod'

/** Why a list stopped before the service said it was done. */
export const Incomplete = z.enum([
  'no-cursor',
  'repeated-cursor',
  'nothing-new',
  'too-many-pages',
  'took-too-long',
])
export type Incomplete = z.infer<typeof Incomplete>

/** A list that was read page by page to its end, with what is to be said about it. */
export function wholeList<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** `null` when every page was read. */
    incomplete: Incomplete.nullable(),
    /** Items that could not be understood and are left out. */
    unreadable: z.number().int(),
  })
}

/** One page of a list. `cursor` is opaque and present exactly when there is more. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    cursor: z.string().nullable(),
    unreadable: z.number().int(),
    /** Set when the service's paging made no sense, so more may exist than can be read. */
    incomplete: Incomplete.nullable(),
  })
}
