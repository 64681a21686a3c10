import type { Log } from '#core/platform/ports.ts'

/** Runs work in the background. `ended` waits for all of it. */
export type BackgroundWork = ReturnType<typeof createBackgroundWork>

export function createBackgroundWork(log: Pick<Log, 'error'>) {
  const running = new Set<Promise<unknown>>()
  return {
    /** Runs work. An error, such as a full disk, is logged and doesn't affect other work. */
    run(work: () => Promise<void>) {
      const result = work().catch((error: unknown) => {
        if (!isAborted(error)) log.error('Forwarding failed.', error)
      })
      running.add(result)
      void result.then(() => running.delete(result))
    },
    ended: (): Promise<unknown> => Promise.all(running),
  }
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'
