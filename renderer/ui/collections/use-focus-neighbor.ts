import { useEffect, useRef } from 'react'

type Key = string | number

const mostRemoved = 50

/**
 * Makes the next row current when the current row is removed from the list. If the removed row comes back, for example by *Undo*,
 * it becomes current again, unless the user has moved on.
 */
export function useFocusNeighbor<Item>({
  items,
  keyOf,
  activeKey,
  active,
  setActiveKey,
  onRemoved,
}: {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => Key
  readonly activeKey: Key | null
  readonly active: number
  readonly setActiveKey: (key: Key) => void
  readonly onRemoved?: (key: Key) => void
}): void {
  const latest = useRef(onRemoved)
  latest.current = onRemoved
  const beside = useRef<{ readonly key: Key; readonly keys: readonly Key[] } | null>(null)
  const removed = useRef<readonly { readonly key: Key; readonly instead: Key }[]>([])
  useEffect(() => {
    if (activeKey === null) return
    const isListed = (key: Key) => items.some((item) => keyOf(item) === key)
    if (active >= 0) {
      const back = removed.current.findLast(({ key, instead }) => instead === activeKey && isListed(key))
      if (back) {
        removed.current = removed.current.filter((one) => one !== back)
        return setActiveKey(back.key)
      }
      const keys = [items[active + 1], items[active - 1]].flatMap((item) =>
        item === undefined ? [] : [keyOf(item)],
      )
      beside.current = { key: activeKey, keys }
      return
    }
    const { key, keys = [] } = beside.current ?? {}
    if (key !== activeKey) return
    const next = keys.find(isListed)
    if (next === undefined) return
    removed.current = [...removed.current.slice(1 - mostRemoved), { key: activeKey, instead: next }]
    setActiveKey(next)
    latest.current?.(activeKey)
  }, [items, keyOf, activeKey, active, setActiveKey])
}
