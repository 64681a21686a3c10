import { useEffect, useRef } from 'react'

/** When the current row leaves the list, such as by being deleted, the one that takes its place becomes the current one. */
export function useNeighborOfGone<Item>({
  items,
  keyOf,
  activeKey,
  active,
  setActiveKey,
}: {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string | number
  readonly activeKey: string | number | null
  readonly active: number
  readonly setActiveKey: (key: string | number) => void
}): void {
  const beside = useRef<{ readonly of: string | number; readonly keys: readonly (string | number)[] } | null>(
    null,
  )
  useEffect(() => {
    if (activeKey === null) return
    if (active >= 0) {
      const keys = [items[active + 1], items[active - 1]].flatMap((item) =>
        item === undefined ? [] : [keyOf(item)],
      )
      beside.current = { of: activeKey, keys }
      return
    }
    const { of, keys = [] } = beside.current ?? {}
    if (of !== activeKey) return
    const next = keys.find((key) => items.some((item) => keyOf(item) === key))
    if (next !== undefined) setActiveKey(next)
  }, [items, keyOf, activeKey, active, setActiveKey])
}
