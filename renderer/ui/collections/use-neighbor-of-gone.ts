import { useEffect, useRef } from 'react'

type Key = string | number

/** So many can come back, one after the other. */
const mostLeft = 50

/**
 * When the current row leaves the list, such as by being deleted, the one that takes its place becomes the current one. If it comes
 * back while that one is still current, such as by *Undo*, it is the current one again.
 */
export function useNeighborOfGone<Item>({
  items,
  keyOf,
  activeKey,
  active,
  setActiveKey,
  onGone,
}: {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => Key
  readonly activeKey: Key | null
  readonly active: number
  readonly setActiveKey: (key: Key) => void
  /** This one left, and another is the current one. */
  readonly onGone: (key: Key) => void
}): void {
  const latest = useRef(onGone)
  latest.current = onGone
  const beside = useRef<{ readonly of: Key; readonly keys: readonly Key[] } | null>(null)
  /** Rows that left, each with the one that took its place, the newest last. */
  const left = useRef<readonly { readonly of: Key; readonly instead: Key }[]>([])
  useEffect(() => {
    if (activeKey === null) return
    const isListed = (key: Key) => items.some((item) => keyOf(item) === key)
    if (active >= 0) {
      const back = left.current.findLast(({ of, instead }) => instead === activeKey && isListed(of))
      if (back) {
        left.current = left.current.filter((one) => one !== back)
        return setActiveKey(back.of)
      }
      const keys = [items[active + 1], items[active - 1]].flatMap((item) =>
        item === undefined ? [] : [keyOf(item)],
      )
      beside.current = { of: activeKey, keys }
      return
    }
    const { of, keys = [] } = beside.current ?? {}
    if (of !== activeKey) return
    const next = keys.find(isListed)
    if (next === undefined) return
    left.current = [...left.current.slice(1 - mostLeft), { of: activeKey, instead: next }]
    setActiveKey(next)
    latest.current(activeKey)
  }, [items, keyOf, activeKey, active, setActiveKey])
}
