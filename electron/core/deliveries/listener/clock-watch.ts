import type { IncomingDelivery } from '../store/delivery-rows.ts'

/** From here on a clock that is wrong is said. Deliveries are judged by it as it is: see `verify`. */
const worthSayingSeconds = 60
const agesKept = 20
/** So many deliveries must agree where the service has not told its own time. */
const agesNeeded = 5
/** At least so many of the last IDs are remembered, and at most twice as many. */
const idsKept = 200

/**
 * Suspects this machine's clock, by the time the service last told in an answer, or else by the age of deliveries whose
 * signature holds. It only warns: were the window of five minutes moved by it, anyone with a captured request could move
 * it too (specification, section 5.7). For the same reason each id counts once, and the service's word decides.
 */
export function createClockWatch(serviceAheadSeconds: () => number | null) {
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
    /** Whether what is said may have changed. */
    note({ pathId, webhookId, trace }: Pick<IncomingDelivery, 'pathId' | 'webhookId' | 'trace'>): boolean {
      const id = `${pathId} ${webhookId}`
      if (trace.signature !== 'valid' || trace.age === null || newIds.has(id) || oldIds.has(id)) return false
      newIds.add(id)
      // Deleting the oldest one each time would take a microsecond, as V8 steps over what was deleted before.
      if (newIds.size >= idsKept) {
        oldIds = newIds
        newIds = new Set()
      }
      ages.push(trace.age.seconds)
      const forgotten = ages.length > agesKept ? ages.shift() : undefined
      return forgotten !== trace.age.seconds
    },
    /** What to tell the user of this machine's clock; `null` when there is nothing to. */
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
