/**
 * A clock that can be sped up. Only waiting uses it (retry delays, the four days until an endpoint is disabled); resources and
 * signatures use wall-clock time.
 */
export interface SandboxClock {
  /** Milliseconds on this clock since the start. Monotonic. */
  nowMs(): number
  /** Runs the function once at that time of this clock, or immediately if it has passed. */
  at(dueMs: number, run: () => void): Timer
  speed(): number
  setSpeed(speed: number): void
  /** Moves the clock ahead. What becomes due runs now, once. */
  skip(ms: number): void
  /** The wall-clock time, in milliseconds since 1970, when this clock shows `dueMs` at its present speed; `null` while paused. */
  wallMs(dueMs: number): number | null
  /** While the clock is paused, its time does not advance and nothing runs. */
  setPaused(paused: boolean): void
  close(): void
}

export interface Timer {
  cancel(): void
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export function createSandboxClock(initialSpeed: number): SandboxClock {
  const waiting = new Set<Waiting>()
  let speed = validated(initialSpeed)
  let paused = false
  let baseMs = 0
  let baseWallMs = performance.now()

  const nowMs = () => (paused ? baseMs : baseMs + (performance.now() - baseWallMs) * speed)

  /** Changes the speed or the pause without a jump in time. */
  const rebase = (change: () => void) => {
    const currentMs = nowMs()
    change()
    baseMs = currentMs
    baseWallMs = performance.now()
    for (const entry of waiting) arm(entry)
  }

  const arm = (entry: Waiting) => {
    clearTimeout(entry.timeout)
    if (paused) return
    const wallMs = Math.max(0, (entry.dueMs - nowMs()) / speed)
    entry.timeout = setTimeout(
      () => {
        // A timeout lasts at most 24.8 days, so a slow clock waits in several steps.
        if (wallMs > maxTimeoutMs) return arm(entry)
        waiting.delete(entry)
        entry.run()
      },
      Math.min(wallMs, maxTimeoutMs),
    )
  }

  return {
    nowMs,
    at(dueMs, run) {
      const entry: Waiting = { dueMs, run, timeout: undefined }
      waiting.add(entry)
      arm(entry)
      return {
        cancel() {
          clearTimeout(entry.timeout)
          waiting.delete(entry)
        },
      }
    },
    speed: () => speed,
    setSpeed(next) {
      const valid = validated(next)
      rebase(() => {
        speed = valid
      })
    },
    skip(ms) {
      const currentMs = nowMs()
      baseMs = currentMs + ms
      baseWallMs = performance.now()
      for (const entry of waiting) arm(entry)
    },
    wallMs: (dueMs) => (paused ? null : Date.now() + Math.max(0, dueMs - nowMs()) / speed),
    setPaused(next) {
      if (next === paused) return
      rebase(() => {
        paused = next
      })
    },
    close() {
      for (const { timeout } of waiting) clearTimeout(timeout)
      waiting.clear()
    },
  }
}

interface Waiting {
  readonly dueMs: number
  readonly run: () => void
  timeout: NodeJS.Timeout | undefined
}

const maxTimeoutMs = 2 ** 31 - 1

function validated(speed: number): number {
  if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError('The clock speed must be greater than 0.')
  return speed
}
