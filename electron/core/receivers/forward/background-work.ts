import type { Log } from '#core/platform/ports.ts'

/** Work whose result nothing waits for before the end. */
export type BackgroundWork = ReturnType<typeof createBackgroundWork>

export function createBackgroundWork(log: Pick<Log, 'error'>) {
  const running = new Set<Promise<unknown>>()
  return {
    /** A failure, such as of the disk, ends this work and is logged, but ends nothing else. */
    run(work: () => Promise<void>) {
      const result = work().catch((error: unknown) => {
        if (!isAborted(error)) log.error('Forwarding failed.', error)
      })
      running.add(result)
      void result.then(() => running.delete(result))
    },
    /** Resolves when all of it has ended. */
    ended: (): Promise<unknown> => Promise.all(running),
  }
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'
