import type { Log } from '#core/platform/ports.ts'

/** Runs work in the background, and waits for it only at the end. */
export type BackgroundWork = ReturnType<typeof createBackgroundWork>

export function createBackgroundWork(log: Pick<Log, 'error'>) {
  const running = new Set<Promise<unknown>>()
  return {
    /** Runs work. A failure, such as a disk error, is logged and does not affect other work. */
    run(work: () => Promise<void>) {
      const result = work().catch((error: unknown) => {
        if (!isAborted(error)) log.error('Forwarding failed.', error)
      })
      running.add(result)
      void result.then(() => running.delete(result))
    },
    /** Resolves when all work has ended. */
    ended: (): Promise<unknown> => Promise.all(running),
  }
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'
