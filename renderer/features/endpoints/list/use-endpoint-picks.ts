import { useMemo, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { ListSelection } from '#ui/collections/use-list-selection.ts'

export interface EndpointPicks extends ListSelection<Endpoint> {
  readonly endpoints: readonly Endpoint[]
}

/** The endpoints picked in the list, however it is filtered and sorted. A deleted one is no longer picked. */
export function useEndpointPicks(list: readonly Endpoint[]): EndpointPicks {
  const [picked, setPicked] = useState<ReadonlySet<string>>(none)
  return useMemo(() => {
    const endpoints = list.filter(({ id }) => picked.has(id))
    return {
      count: endpoints.length,
      endpoints,
      has: ({ id }) => picked.has(id),
      set: (items, isPicked) =>
        setPicked((before) => {
          const after = new Set(before)
          for (const { id } of items) isPicked ? after.add(id) : after.delete(id)
          return after
        }),
      clear: () => setPicked(none),
    }
  }, [list, picked])
}

const none: ReadonlySet<string> = new Set()
