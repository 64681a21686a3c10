import type { Endpoint } from '#shared/endpoints/model.ts'

/**
 * Until when the retries of what came ended, in milliseconds since 1970, because the endpoint was disabled (specification, section 3):
 * without an end while it is disabled, and -Infinity if it never was, as far as this machine saw it.
 */
export function retriesEndedUntil({ enabled, downtime }: Pick<Endpoint, 'enabled' | 'downtime'>): number {
  if (!enabled) return Number.POSITIVE_INFINITY
  return typeof downtime?.to === 'string' ? Date.parse(downtime.to) : Number.NEGATIVE_INFINITY
}
