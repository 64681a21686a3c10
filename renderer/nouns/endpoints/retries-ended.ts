import type { Endpoint } from '#shared/endpoints/model.ts'

/**
 * Returns the time in milliseconds since 1970 before which all retries have ended, because the endpoint was disabled
 * (specification, section 3). Returns Infinity while it is disabled, and -Infinity if it was never seen disabled on this
 * computer.
 */
export function retriesEndedUntil({ enabled, downtime }: Pick<Endpoint, 'enabled' | 'downtime'>): number {
  if (!enabled) return Number.POSITIVE_INFINITY
  return typeof downtime?.to === 'string' ? Date.parse(downtime.to) : Number.NEGATIVE_INFINITY
}
