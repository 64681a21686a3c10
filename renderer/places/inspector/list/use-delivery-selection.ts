import { useEffect, useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { ListSelection } from '#ui/collections/use-list-selection.ts'

export interface DeliverySelection extends ListSelection<DeliverySummary> {
  readonly ids: readonly number[]
  readonly drop: (ids: readonly number[]) => void
}

/** Returns a list's selection, which is independent of the open delivery. A different filter (`name`) clears the selection. */
export function useDeliverySelection(name: string): DeliverySelection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(none)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is what changes
  useEffect(() => setSelected(none), [name])
  return useMemo(
    () => ({
      count: selected.size,
      ids: [...selected].sort((a, b) => b - a),
      has: ({ id }) => selected.has(id),
      set: (deliveries, isSelected) =>
        setSelected((before) => {
          const after = new Set(before)
          for (const { id } of deliveries) isSelected ? after.add(id) : after.delete(id)
          return after
        }),
      drop: (ids) => setSelected((before) => new Set([...before].filter((id) => !ids.includes(id)))),
      clear: () => setSelected(none),
    }),
    [selected],
  )
}

const none: ReadonlySet<number> = new Set()
