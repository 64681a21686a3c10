import { useEffect, useRef } from 'react'

type Key = string | number

/** Maximum number of removed rows that can become current again. */
const mostLeft = 50

/**
 * Makes the next row current when the current row leaves the list, such as by deletion. If the row comes back while that next row is still
 * current, such as by *Undo*, it becomes current again.
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
  /** Called when a row left and another became current. */
  readonly onGone: (key: Key) => void
}): void {
  const latest = useRef(onGone)
  latest.current = onGone
  const beside = useRef<{ readonly of: Key; readonly keys: readonly Key[] } | null>(null)
  /** Rows that left, each with its replacement, the newest last. */
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
