import type { Clock, Log } from '#core/platform/ports.ts'
import { createEnds } from '#core/platform/thread.ts'
import { stalledWords } from '../listener-messages.ts'
import { beatEveryMs } from './engine-messages.ts'

const beatsMissedAtMost = 10
const restartAfterMs = 50
const deathsAllowed = 4

/** Decides what becomes of an engine that ended or that says nothing. */
export function createEngineSupervision(options: {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  /** Whether an engine is there that should say that it is alive. */
  readonly isWatched: () => boolean
  /** It says nothing, or something again. */
  readonly onChange: () => void
  readonly restart: () => void
  /** With the error that ended the last one. */
  readonly giveUp: (error: unknown) => void
}) {
  const { clock, log, isWatched, onChange, restart, giveUp } = options
  let missed = 0
  let hasLived = false
  let isUseless = false
  let isClosed = false
  const ends = createEnds(clock)
  let restarting: NodeJS.Timeout | undefined
  // Counted here and not by the clock: while this thread is the one that is busy, nothing is missed.
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
    /** What to tell the user while it says nothing. */
    stalledWords: () => (isStalled() ? stalledWords : null),
    /** No thread can run here, so that the engine has to share the one of the core. */
    isThreadUseless: () => isUseless,
    ended(error: unknown) {
      missed = 0
      if (isClosed) return
      log.error('The delivery engine ended.', error)
      isUseless ||= !hasLived
      if (ends.add() > deathsAllowed) return giveUp(error)
      restarting = setTimeout(restart, restartAfterMs)
    },
    /** The user starts it again. */
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
