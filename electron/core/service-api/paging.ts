import type { Clock } from '#core/platform/ports.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import { pagingLimits } from './assumptions.ts'
import type { WirePage } from './wire.ts'

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

/**
 * Reads a list to its end, whatever the service's cursors do: it stops, keeps what came and says why at a repeated or missing
 * cursor, at three pages with nothing new, after 10,000 pages or 5 minutes. An item that comes twice is kept once, as it came
 * last. A page that fails fails the list.
 */
export async function readWhole<Item extends { readonly id: string }>(
  readPage: (cursor: string | null, read: number) => Promise<WirePage<Item>>,
  clock: Clock,
  limits: { readonly [Name in keyof typeof pagingLimits]: number } = pagingLimits,
): Promise<WholeList<Item>> {
  const began = clock.monotonicMs()
  const items = new Map<string, Item>()
  const cursors = new Set<string>()
  let unreadable = 0
  let pagesWithNothingNew = 0
  let cursor: string | null = null

  const stop = (incomplete: Incomplete | null) => ({ items: [...items.values()], incomplete, unreadable })

  for (let pages = 1; ; pages += 1) {
    const before = items.size
    const page: WirePage<Item> = await readPage(cursor, before)
    for (const item of page.items) items.set(item.id, item)
    unreadable += page.unreadable
    pagesWithNothingNew = items.size > before ? 0 : pagesWithNothingNew + 1

    if (!page.hasMore) return stop(null)
    if (page.cursor === null) return stop('no-cursor')
    if (cursors.has(page.cursor)) return stop('repeated-cursor')
    if (pagesWithNothingNew >= limits.pagesWithNothingNew) return stop('nothing-new')
    if (pages >= limits.pages) return stop('too-many-pages')
    if (clock.monotonicMs() - began >= limits.ms) return stop('took-too-long')
    cursors.add(page.cursor)
    cursor = page.cursor
  }
}
