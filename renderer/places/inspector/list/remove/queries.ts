import { mutationOptions } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { callMutation } from '../../../../host/calls.ts'
import type { DeliveryFilter } from '../../../../host/query-keys.ts'
import type { Count } from '../../../../host/use-count.ts'
import { failures } from '../copy.ts'

export type CountedDeliveries = Omit<OutputOf<'deliveries.count'>, 'next'>
export type DeliveryCount = Count<CountedDeliveries>

/** Counts the matching deliveries in steps, and reports the sum after each step. Resolves to `null` if aborted. */
export async function countDeliveries(
  api: Client,
  filter: DeliveryFilter,
  signal: AbortSignal,
  onStep: (soFar: number) => void,
): Promise<CountedDeliveries | null> {
  const { next: second, ...first } = await api.call('deliveries.count', { filter }, { signal })
  let { matching, starred } = first
  for (let next = second; next !== null; ) {
    if (signal.aborted) return null
    onStep(matching)
    const step = await api.call('deliveries.count', { filter, before: next }, { signal })
    matching += step.matching
    starred += step.starred
    next = step.next
  }
  return signal.aborted ? null : { ...first, matching, starred }
}

const idsPerCall = 200

/** Deletes these deliveries, even starred ones. Resolves to the number that still existed. */
export function removeSelected(api: Client) {
  return mutationOptions({
    meta: { failed: failures.remove },
    async mutationFn(ids: readonly number[]) {
      let removed = 0
      for (let at = 0; at < ids.length; at += idsPerCall) {
        const some = ids.slice(at, at + idsPerCall)
        removed += (await api.call('deliveries.remove', { ids: some, starredToo: true })).removed
      }
      return removed
    },
  })
}

export const removeDeliveries = (api: Client) =>
  callMutation(failures.remove, (input: InputOf<'deliveries.remove-matching'>) =>
    api.call('deliveries.remove-matching', input),
  )
