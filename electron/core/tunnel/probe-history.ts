import type { ProbeResult } from '#shared/tunnel/model.ts'

export interface ProbeSchedule {
  readonly everyMs: number
  readonly soonMs: number
  /**
   * How long the probes of a new address may fail before the tunnel counts as down. The first ones fail until its DNS entry has
   * spread.
   */
  readonly patienceMs: number
}

export const usualSchedule: ProbeSchedule = { everyMs: 60_000, soonMs: 10_000, patienceMs: 45_000 }

export interface Proof {
  readonly state: 'proving' | 'up' | 'degraded' | 'down' | 'unprovable'
  readonly misses: number
  readonly provenAt: string | null
  readonly latenciesMs: readonly number[]
  readonly fault: Extract<ProbeResult, { reached: false }> | null
}

export const noProof: Proof = { state: 'proving', misses: 0, provenAt: null, latenciesMs: [], fault: null }

const latenciesKept = 60
const missesToDown = 3

export function afterProbe(
  before: Proof,
  result: ProbeResult,
  now: string,
  waitedMs: number,
  schedule: ProbeSchedule,
): Proof {
  if (result.reached) {
    const latenciesMs = [...before.latenciesMs, Math.round(result.latencyMs)].slice(-latenciesKept)
    return { state: 'up', misses: 0, provenAt: now, latenciesMs, fault: null }
  }
  if (result.fault === 'private-answer') return { ...before, state: 'unprovable', misses: 0, fault: result }
  const misses = before.misses + 1
  const state =
    before.provenAt === null ? stateOfNew(waitedMs, schedule) : misses < missesToDown ? 'degraded' : 'down'
  return { ...before, state, misses, fault: result }
}

const stateOfNew = (waitedMs: number, { patienceMs }: ProbeSchedule) =>
  waitedMs < patienceMs ? 'proving' : 'down'

export function nextProbe({ state, misses }: Proof, { everyMs, soonMs }: ProbeSchedule): number {
  if (state === 'up' || state === 'unprovable') return everyMs
  if (state === 'proving') return Math.min(soonMs, 500 * 2 ** Math.min(misses, 6))
  return soonMs
}
