import type { IncomingDelivery } from '../store/delivery-rows.ts'

/** Minimum clock skew to report, in seconds. */
const worthSayingSeconds = 60
const agesKept = 20
/** Number of deliveries needed to detect clock skew while the service's own time is unknown. */
const agesNeeded = 5
/** Number of recent ids to remember. */
const idsKept = 200

/**
 * Detects that this computer's clock is wrong. Compares it with the time in the service's last response or, if that is unknown,
 * with the ages of correctly signed deliveries. It only warns: if it shifted the five-minute window instead, anyone who replays a
 * captured request could shift the window too (specification, section 5.7). For the same reason, each id counts once and the
 * service's time takes precedence.
 */
export function createClockSkew(serviceAheadSeconds: () => number | null) {
  const ages: number[] = []
  let newIds = new Set<string>()
  let oldIds = new Set<string>()

  const behindSeconds = (): number => {
    const told = serviceAheadSeconds()
    if (told !== null) return told
    if (ages.length < agesNeeded) return 0
    return -(ages.toSorted((a, b) => a - b)[Math.floor(ages.length / 2)] ?? 0)
  }

  return {
    /** Records a delivery. Returns whether the warning may have changed. */
    note({ pathId, webhookId, trace }: Pick<IncomingDelivery, 'pathId' | 'webhookId' | 'trace'>): boolean {
      const id = `${pathId} ${webhookId}`
      if (trace.signature !== 'valid' || trace.age === null || newIds.has(id) || oldIds.has(id)) return false
      newIds.add(id)
      // Replaces the set instead of deleting its oldest ids one by one, which would be slow because V8 iterates over deleted
      // entries.
      if (newIds.size >= idsKept) {
        oldIds = newIds
        newIds = new Set()
      }
      ages.push(trace.age.seconds)
      const forgotten = ages.length > agesKept ? ages.shift() : undefined
      return forgotten !== trace.age.seconds
    },
    words(): string | null {
      const behind = behindSeconds()
      if (Math.abs(behind) <= worthSayingSeconds) return null
      const way = behind > 0 ? 'behind' : 'ahead'
      return `This computer’s clock is about ${spoken(Math.abs(behind))} ${way}. Deliveries may get 503 until you correct it; the service retries them.`
    },
  }
}

function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} seconds`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3600)} hours`
}
