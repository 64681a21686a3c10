/** So many in one frame are more than anyone reads one by one. */
const readable = 4
const betweenMs = 100

/**
 * Collects what arrives, the last of each id, and hands it over before the next frame. A flood comes ten times a second instead, so
 * that drawing it leaves time for what the user does.
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
