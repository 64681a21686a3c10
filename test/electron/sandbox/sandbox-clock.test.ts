import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSandboxClock } from '../../../electron/sandbox/sandbox-clock.ts'
import { property } from '../../support/runs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const speeds = [1, 60, 1_440]
const step = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ do: fc.constant('speed' as const), speed: fc.constantFrom(...speeds) }),
  fc.record({ do: fc.constant('skip' as const), ms: fc.integer({ min: 1, max: 86_400_000 }) }),
  fc.record({ do: fc.constant('pause' as const), paused: fc.boolean() }),
)

test('the sandbox’s clock adds skipped time to the time that passed at each speed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...speeds), fc.array(step, { maxLength: 30 }), (first, steps) => {
      const clock = createSandboxClock(first)
      let speed = first
      let isPaused = false
      let shown = 0
      const began = performance.now()
      const moments = new Map([[began, 0]])
      for (const one of steps) {
        if (one.do === 'wait') {
          vi.advanceTimersByTime(one.ms)
          shown += isPaused ? 0 : one.ms * speed
        } else if (one.do === 'speed') {
          speed = one.speed
          clock.setSpeed(speed)
        } else if (one.do === 'pause') {
          isPaused = one.paused
          clock.setPaused(isPaused)
        } else {
          clock.skip(one.ms)
          shown += one.ms
        }
        moments.set(performance.now(), shown)
      }
      expect(clock.nowMs()).toBeCloseTo(shown)
      for (const [at, then] of moments)
        expect(clock.passedMs(performance.now() - at)).toBeCloseTo(shown - then)
      // Neither the time before the start nor time in the future counts.
      expect(clock.passedMs(performance.now() - began + 1_000)).toBeCloseTo(shown)
      expect(clock.passedMs(-1_000)).toBe(0)
      clock.close()
    }),
    property(3_000),
  )
})
