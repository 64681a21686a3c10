/** Maximum number of new items per frame that a user can still read one by one. */
const readable = 4
const betweenMs = 100

/**
 * Collects items and delivers them before the next frame, keeping only the latest item for each id. If a frame has more than
 * `readable` items, they are delivered ten times a second instead, so that rendering leaves time for user input.
 */
export function createBatches<Item extends { readonly id: number }>(
  onFrame: (run: () => void) => void,
  handOver: (items: readonly Item[]) => void,
): (item: Item) => void {
  const items = new Map<number, Item>()
  let nextMs = Number.NEGATIVE_INFINITY
  const flush = () => {
    const batch = [...items.values()]
    items.clear()
    if (batch.length > readable) nextMs = performance.now() + betweenMs
    handOver(batch)
  }
  return (item) => {
    const isFirst = items.size === 0
    items.set(item.id, item)
    if (!isFirst) return
    const waitMs = nextMs - performance.now()
    if (waitMs > 0) setTimeout(() => onFrame(flush), waitMs)
    else onFrame(flush)
  }
}
