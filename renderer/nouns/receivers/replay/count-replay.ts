import type { ReplayFilter } from '#shared/receivers/replay.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { Count } from '../../../host/use-count.ts'

interface CountedReplay {
  readonly matching: number
  readonly unverified: number
  readonly endpointIds: readonly string[]
  readonly oldest: number | null
  /** Id of the last delivery to send. Later deliveries are not part of the replay. */
  readonly newest: number
}

export type ReplayCount = Count<CountedReplay>

/** Returns the exact number of deliveries that a replay would send. */
export async function countReplay(
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
