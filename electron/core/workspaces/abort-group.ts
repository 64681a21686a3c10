import { AppError } from '#shared/errors.ts'

/** What somebody waits for and may give up: all of it that is under way is ended at once. */
export interface Trials {
  /** Rejects with `cancelled` when `stop` is called before the work has ended; then the signal aborts, and what comes is ignored. */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  stop(): void
}

export function createTrials(): Trials {
  const running = new Set<AbortController>()
  return {
    async run(work) {
      const trial = new AbortController()
      running.add(trial)
      // A keychain knows no signal.
      const stopped = new Promise<never>((_, reject) => {
        trial.signal.addEventListener('abort', () => reject(new AppError('cancelled', 'This was cancelled.')))
      })
      try {
        return await Promise.race([work(trial.signal), stopped])
      } finally {
        running.delete(trial)
      }
    },
    stop() {
      for (const trial of running) trial.abort()
    },
  }
}
