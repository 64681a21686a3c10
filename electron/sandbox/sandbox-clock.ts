/**
 * A clock for the delays of retries, and for the four days until an endpoint is disabled. Its speed can be changed. Resources and
 * signatures use wall-clock time.
 */
export type SandboxClock = ReturnType<typeof createSandboxClock>

export interface Timer {
  cancel(): void
  /** Wall-clock time when the timer fires at the current speed, in milliseconds since 1970. `null` while the clock is paused. */
  runsAtMs(): number | null
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export function createSandboxClock(initialSpeed: number) {
  const waiting = new Set<Waiting>()
  let speed = validated(initialSpeed)
  let paused = false
  let last: Stretch = { ms: 0, wallMs: performance.now(), rate: speed }
  const stretches = [last]

  const timeAt = ({ ms, wallMs, rate }: Stretch, at: number) => ms + (at - wallMs) * rate
  const nowMs = () => timeAt(last, performance.now())

  /** Begins a new period of constant speed. `change` sets its speed, and `aheadMs` moves the clock ahead. */
  const begin = (aheadMs: number, change: () => void) => {
    const wallMs = performance.now()
    const ms = timeAt(last, wallMs) + aheadMs
    change()
    last = { ms, wallMs, rate: paused ? 0 : speed }
    stretches.push(last)
    for (const entry of waiting) arm(entry)
  }

  const waitMs = ({ dueMs, earliestWallMs }: Waiting) =>
    Math.max(0, (dueMs - nowMs()) / speed, earliestWallMs - performance.now())

  const arm = (entry: Waiting) => {
    clearTimeout(entry.timeout)
    if (paused) return
    const wallMs = waitMs(entry)
    entry.timeout = setTimeout(
      () => {
        // `setTimeout` is limited to 24.8 days, so a slow clock waits in several steps.
        if (wallMs > maxTimeoutMs) return arm(entry)
        waiting.delete(entry)
        entry.run()
      },
      Math.min(wallMs, maxTimeoutMs),
    )
  }

  return {
    /** Returns this clock's milliseconds since it was started. They never decrease. */
    nowMs,
    /**
     * Returns how much time passed on this clock during the last `realMs` real milliseconds, taking speed changes, pauses and
     * skips into account.
     */
    passedMs(realMs: number): number {
      const nowWallMs = performance.now()
      const at = nowWallMs - Math.max(0, realMs)
      const stretch = stretches.findLast(({ wallMs }) => wallMs <= at)
      return timeAt(last, nowWallMs) - (stretch ? timeAt(stretch, at) : 0)
    },
    /**
     * Runs the function once when this clock reaches `dueMs`. Waits at least `leastMs` real milliseconds, unless the clock is
     * moved ahead.
     */
    at(dueMs: number, run: () => void, leastMs: number = 0): Timer {
      const entry: Waiting = { dueMs, run, earliestWallMs: performance.now() + leastMs, timeout: undefined }
      waiting.add(entry)
      arm(entry)
      return {
        cancel() {
          clearTimeout(entry.timeout)
          waiting.delete(entry)
        },
        runsAtMs: () => (paused ? null : Date.now() + waitMs(entry)),
      }
    },
    speed: (): number => speed,
    setSpeed(next: number) {
      const valid = validated(next)
      begin(0, () => {
        speed = valid
      })
    },
    skip: (ms: number) =>
      begin(ms, () => {
        for (const entry of waiting) entry.earliestWallMs = 0
      }),
    setPaused(next: boolean) {
      if (next === paused) return
      begin(0, () => {
        paused = next
      })
    },
    close() {
      for (const { timeout } of waiting) clearTimeout(timeout)
      waiting.clear()
    },
  }
}

/** A period of constant speed. It began at `wallMs` of the monotonic clock, when this clock showed `ms`. */
interface Stretch {
  readonly wallMs: number
  readonly ms: number
  readonly rate: number
}

interface Waiting {
  readonly dueMs: number
  readonly run: () => void
  earliestWallMs: number
  timeout: NodeJS.Timeout | undefined
}

const maxTimeoutMs = 2 ** 31 - 1

function validated(speed: number): number {
  if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError('The clock speed must be greater than 0.')
  return speed
}
