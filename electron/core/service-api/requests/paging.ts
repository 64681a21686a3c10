import type { Clock } from '#core/platform/ports.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { pagingLimits } from '../assumptions.ts'
import type { WirePage } from '../wire.ts'

export interface WholeList<Item> {
  readonly items: Item[]
  /** Why reading stopped before the last page, or `null` if all pages were read. */
  readonly incomplete: Incomplete | null
  readonly unreadable: number
}

export interface WholeReading {
  readonly signal?: AbortSignal | undefined
  /** Waits until the next page may be requested. Only for reads in the background, which have no limits. */
  readonly turn?: (() => Promise<void>) | undefined
  readonly onRead?: ((items: number) => void) | undefined
}

export interface ListPage<Item> {
  readonly items: Item[]
  readonly cursor: string | null
  readonly unreadable: number
  /** Why the list ends before its last page, or `null` if it doesn't. */
  readonly incomplete: Incomplete | null
}

/** Converts a page of the service. `sent` is the cursor of the page itself. */
export function listPage<Item>(page: WirePage<Item>, sent: string | null): ListPage<Item> {
  const incomplete = page.hasMore ? whyStuck(page.cursor, sent) : null
  const cursor = page.hasMore && incomplete === null ? page.cursor : null
  return { items: [...page.items], cursor, unreadable: page.unreadable, incomplete }
}

function whyStuck(cursor: string | null, sent: string | null): Incomplete | null {
  if (cursor === null) return 'no-cursor'
  return cursor === sent ? 'repeated-cursor' : null
}

export interface PagesLimits {
  readonly most?: number
  readonly tookTooLong?: () => boolean
}

/**
 * Reads a list page by page. Stops if a cursor is repeated or missing, after three pages without new items, and at the limits.
 * The last page then contains the reason. `fresh` contains the items that were not in an earlier page. Rejects if a page fails.
 */
export async function* pages<Item extends { readonly id: string }>(
  readPage: (cursor: string | null) => Promise<ListPage<Item>>,
  { most = Number.POSITIVE_INFINITY, tookTooLong = () => false }: PagesLimits = {},
): AsyncGenerator<ListPage<Item> & { readonly fresh: Item[] }> {
  const ids = new Set<string>()
  const cursors = new Set<string>()
  let pagesWithNothingNew = 0
  let cursor: string | null = null

  const whyItEnds = (next: string, count: number): Incomplete | null => {
    if (cursors.has(next)) return 'repeated-cursor'
    if (pagesWithNothingNew >= pagingLimits.pagesWithNothingNew) return 'nothing-new'
    if (count >= most) return 'too-many-pages'
    return tookTooLong() ? 'took-too-long' : null
  }

  for (let count = 1; ; count += 1) {
    const page: ListPage<Item> = await readPage(cursor)
    const fresh = page.items.filter(({ id }) => !ids.has(id))
    for (const { id } of fresh) ids.add(id)
    pagesWithNothingNew = fresh.length > 0 ? 0 : pagesWithNothingNew + 1
    const incomplete: Incomplete | null =
      page.incomplete ?? (page.cursor === null ? null : whyItEnds(page.cursor, count))
    yield { ...page, fresh, incomplete }
    if (page.cursor === null || incomplete !== null) return
    cursors.add(page.cursor)
    cursor = page.cursor
  }
}

/**
 * Reads a list to its end, within 10,000 pages and 5 minutes by default. For an item that occurs several times, the last version
 * counts. Rejects if a page fails.
 */
export async function readWhole<Item extends { readonly id: string }>(
  readPage: (cursor: string | null, read: number) => Promise<WirePage<Item>>,
  clock: Clock,
  limits: { readonly pages: number; readonly ms: number } = pagingLimits,
): Promise<WholeList<Item>> {
  const began = clock.monotonicMs()
  const items = new Map<string, Item>()
  let unreadable = 0
  let incomplete: Incomplete | null = null
  const all = pages(async (cursor) => listPage(await readPage(cursor, items.size), cursor), {
    most: limits.pages,
    tookTooLong: () => clock.monotonicMs() - began >= limits.ms,
  })
  for await (const page of all) {
    for (const item of page.items) items.set(item.id, item)
    unreadable += page.unreadable
    incomplete = page.incomplete
  }
  return { items: [...items.values()], incomplete, unreadable }
}
