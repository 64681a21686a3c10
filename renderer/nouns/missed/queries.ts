import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { EndpointMissed, MissedGap, MissedStatus } from '#shared/missed/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { keys } from '../../host/query-keys.ts'
import { failures } from './copy.ts'

/** Missed events of each endpoint in the open workspace. Refreshed by events, and when pending events can no longer arrive. */
export function missedStatus(api: Client) {
  return queryOptions({
    queryKey: keys.missed.status,
    queryFn: ({ signal }) => api.call('missed.status', {}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => untilNextIsLate(state.data),
  })
}

/** Returns whether notes that changed during an outage are being read. */
export const isCheckingIn = ({ endpoints }: MissedStatus) => endpoints.some(({ isChecking }) => isChecking)

/**
 * Returns for how many notes an endpoint missed events in outages of the last 24 hours, and how many of them were caught up.
 * `all` includes notes that changed again. Leaves out outages of the endpoint that it replaced.
 */
export function missedToday(
  status: MissedStatus | undefined,
  { id, createdAt }: Pick<Endpoint, 'id' | 'createdAt'>,
) {
  const isOwn = ({ from }: MissedGap) =>
    from !== null && !(createdAt !== null && Date.parse(from) < Date.parse(createdAt))
  const gaps = (status?.endpoints.find(({ endpointId }) => endpointId === id)?.gaps ?? []).filter(
    (gap) => isOwn(gap) && (gap.to === null || Date.parse(gap.to) > Date.now() - 86_400_000),
  )
  const caughtUp = gaps.reduce((sum, gap) => sum + gap.caughtUp, 0)
  const all = gaps.reduce((sum, { behind, superseded }) => sum + behind + superseded, caughtUp)
  return { all, caughtUp }
}

function untilNextIsLate(status: MissedStatus | undefined): number | false {
  const left = (status?.endpoints ?? []).flatMap(({ pendingUntil }) =>
    pendingUntil === null ? [] : Date.parse(pendingUntil) - Date.now(),
  )
  return left.length === 0 ? false : Math.max(1_000, Math.min(...left))
}

/** Returns the outages that explain an endpoint's missed notes. Begins with the time for which it was disabled, if it was. */
export function missedOutages({ gaps, since }: Pick<EndpointMissed, 'gaps' | 'since'>): readonly MissedGap[] {
  const isDisabled = ({ reason, to }: MissedGap) =>
    reason === 'disabled' && (to === null || (since !== null && Date.parse(to) >= Date.parse(since)))
  return gaps
    .filter((gap) => gap.behind + gap.pending > 0 || isDisabled(gap))
    .toSorted((a, b) => Number(isDisabled(b)) - Number(isDisabled(a)))
}

export const notesOfPage = 200

export function missedNotes(api: Client, of: Omit<InputOf<'missed.notes'>, 'limit'>) {
  return queryOptions({
    queryKey: keys.missed.notes(of),
    queryFn: ({ signal }) => api.call('missed.notes', { ...of, limit: notesOfPage }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function lookNow(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.look },
    mutationFn: (signal: AbortSignal) => api.call('missed.look', {}, { signal }),
    onSettled: () => invalidate(cache),
  })
}

export function startCatchUp(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.catchUp },
    mutationFn: (input: InputOf<'missed.catch-up'>) => api.call('missed.catch-up', input),
    onSettled: () => invalidate(cache),
  })
}

export function dismissInterrupted(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.dismiss },
    mutationFn: (endpointId: string) => api.call('missed.dismiss-unfinished', { endpointId }),
    onSettled: () => invalidate(cache),
  })
}

export function setMuted(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.mute },
    mutationFn: (input: InputOf<'missed.set-muted'>) => api.call('missed.set-muted', input),
    onSettled: () => invalidate(cache),
  })
}

function invalidate(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.missed.all })
}
