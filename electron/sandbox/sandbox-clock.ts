/**
 * A clock that can be sped up. Only waiting goes by it (retry delays, the four days until an endpoint is disabled): the
 * times of resources and of signatures stay those of the wall.
 */
export interface SandboxClock {
  /** Sandbox milliseconds since the start; never goes back. */
  nowMs(): number
  /** Runs once at that sandbox time, at once if it has passed. */
  at(dueMs: number, run: () => void): Timer
  speed(): number
  setSpeed(speed: number): void
  /** While it is paused it stands still, and what is due waits. */
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
  let speed = checked(initialSpeed)
  let paused = false
  let fromMs = 0
  let fromWall = performance.now()

  const nowMs = () => (paused ? fromMs : fromMs + (performance.now() - fromWall) * speed)

  /** Whatever changes how fast it goes begins from the time it shows. */
  const rebase = (change: () => void) => {
    const at = nowMs()
    change()
    fromMs = at
    fromWall = performance.now()
    for (const entry of waiting) arm(entry)
  }

  const arm = (entry: Waiting) => {
    clearTimeout(entry.timeout)
    if (paused) return
    const wallMs = Math.max(0, (entry.dueMs - nowMs()) / speed)
    entry.timeout = setTimeout(
      () => {
        // A time-out holds at most 24.8 days: a slow clock waits in several steps.
        if (wallMs > longestMs) return arm(entry)
        waiting.delete(entry)
        entry.run()
      },
      Math.min(wallMs, longestMs),
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
      const valid = checked(next)
      rebase(() => {
        speed = valid
      })
    },
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

const longestMs = 2 ** 31 - 1

function checked(speed: number): number {
  if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError('The speed of the clock must be above 0.')
  return speed
}
