import { useEffect, useState } from 'react'
import type { ReplayFilter } from '#shared/receivers/replay.ts'
import type { Client } from '#shared/rpc/client.ts'
import { useApi } from '../../../host/client.ts'

export interface CountedReplay {
  readonly matching: number
  readonly unverified: number
  readonly endpointIds: readonly string[]
  readonly oldest: number | null
  /** Id of the last delivery to send. Later deliveries are not part of the replay. */
  readonly newest: number
}

export type ReplayCount =
  | { readonly state: 'counting'; readonly soFar: number }
  | { readonly state: 'counted'; readonly counted: CountedReplay }
  | { readonly state: 'failed'; readonly error: unknown }

/**
 * Returns the exact number of deliveries that a replay would send. A new filter starts a new count. With `null`, nothing is
 * counted.
 */
export function useReplayCount(filter: ReplayFilter | null): ReplayCount {
  const api = useApi()
  const [count, setCount] = useState<ReplayCount>({ state: 'counting', soFar: 0 })
  useEffect(() => {
    if (filter === null) return
    const abort = new AbortController()
    const setState = (next: ReplayCount) => {
      if (!abort.signal.aborted) setCount(next)
    }
    setState({ state: 'counting', soFar: 0 })
    countReplay(api, filter, abort.signal, (soFar) => setState({ state: 'counting', soFar })).then(
      (counted) => counted && setState({ state: 'counted', counted }),
      (error: unknown) => setState({ state: 'failed', error }),
    )
    return () => abort.abort()
  }, [api, filter])
  return count
}

/** Resolves to `null` if it was canceled. */
async function countReplay(
  api: Client,
  filter: ReplayFilter,
  signal: AbortSignal,
  onStep: (soFar: number) => void,
): Promise<CountedReplay | null> {
  let sum = null as CountedReplay | null
  let before: number | null = null
  do {
    const step: Awaited<ReturnType<typeof readStep>> = await readStep(api, filter, before, signal)
    if (signal.aborted) return null
    sum = {
      matching: (sum?.matching ?? 0) + step.matching,
      unverified: (sum?.unverified ?? 0) + step.unverified,
      endpointIds: [...new Set([...(sum?.endpointIds ?? []), ...step.endpointIds])],
      oldest: step.oldest ?? sum?.oldest ?? null,
      newest: sum?.newest ?? step.newest,
    }
    onStep(sum.matching)
    before = step.next
  } while (before !== null)
  return sum
}

function readStep(api: Client, filter: ReplayFilter, before: number | null, signal: AbortSignal) {
  return api.call('receivers.count-replay', { filter, ...(before === null ? {} : { before }) }, { signal })
}
