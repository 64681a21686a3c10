import type { Clock } from '#core/platform/ports.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { pagingLimits } from '../assumptions.ts'
import type { WirePage } from '../wire.ts'

export interface WholeList<Item> {
  readonly items: Item[]
  /** Why it stopped before the service said it was done; `null` when every page was read. */
  readonly incomplete: Incomplete | null
  readonly unreadable: number
}

export interface WholeReading {
  readonly signal?: AbortSignal | undefined
  /** In the background each page waits for its turn, and there is no limit. */
  readonly turn?: (() => Promise<void>) | undefined
  /** Told before each page how many items came so far. */
  readonly onRead?: ((items: number) => void) | undefined
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: Item[]
  /** Opaque; `null` when there is no more. */
  readonly cursor: string | null
  readonly unreadable: number
  /** Why the list ends here although there is more; `null` where it does not. */
  readonly incomplete: Incomplete | null
}

/** One page as the service sent it. `sent`: the cursor that it was requested by. */
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
 * The pages of a list to its end, whatever the service's cursors do: it stops at a repeated or missing cursor, at three pages
 * with nothing new, and at the limits. The last page says why the list is not whole. `fresh`: the items that no page before
 * showed. A page that fails fails the list.
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
 * Reads a list to its end and keeps what came, at most 10,000 pages and 5 minutes. An item that comes twice is kept once, as
 * it came last. A page that fails fails the list.
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
