/** What somebody waits for and may give up: all of it that is under way is ended at once. */
export interface Trials {
  /** The signal aborts when `stop` is called before the work has ended. */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  stop(): void
}

export function createTrials(): Trials {
  const running = new Set<AbortController>()
  return {
    async run(work) {
      const trial = new AbortController()
      running.add(trial)
      try {
        return await work(trial.signal)
      } finally {
        running.delete(trial)
      }
    },
    stop() {
      for (const trial of running) trial.abort()
    },
  }
}
