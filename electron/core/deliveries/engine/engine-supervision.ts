import type { Clock, Log } from '#core/platform/ports.ts'
import { createEnds } from '#core/platform/thread.ts'
import { stalledWords } from '../listener-errors.ts'
import { beatEveryMs } from './engine-messages.ts'

const beatsMissedAtMost = 10
const restartAfterMs = 50
const deathsAllowed = 4

/** Restarts an engine that has ended, and reports an engine that doesn't respond. */
export function createEngineSupervision(options: {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly isWatched: () => boolean
  readonly onChange: () => void
  readonly restart: () => void
  readonly giveUp: (error: unknown) => void
}) {
  const { clock, log, isWatched, onChange, restart, giveUp } = options
  let missed = 0
  let hasLived = false
  let isUseless = false
  let isClosed = false
  const ends = createEnds(clock)
  let restarting: NodeJS.Timeout | undefined
  // Counts timer ticks instead of measuring time, because a thread that was busy could not have received heartbeats either.
  const watching = setInterval(() => {
    missed = isWatched() ? missed + 1 : 0
    if (missed !== beatsMissedAtMost) return
    log.warn('The delivery engine does not respond.')
    onChange()
  }, beatEveryMs).unref()

  const isStalled = () => missed >= beatsMissedAtMost

  return {
    beat() {
      hasLived = true
      const wasStalled = isStalled()
      missed = 0
      if (wasStalled) onChange()
    },
    stalledWords: () => (isStalled() ? stalledWords : null),
    isThreadUseless: () => isUseless,
    ended(error: unknown) {
      missed = 0
      if (isClosed) return
      log.error('The delivery engine ended.', error)
      isUseless ||= !hasLived
      if (ends.add() > deathsAllowed) return giveUp(error)
      restarting = setTimeout(restart, restartAfterMs)
    },
    reset() {
      clearTimeout(restarting)
      ends.reset()
    },
    close() {
      isClosed = true
      clearInterval(watching)
      clearTimeout(restarting)
    },
  }
}
