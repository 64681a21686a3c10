import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import type { Reads } from '#core/platform/reader/reads.ts'
import { AppError } from '#shared/errors.ts'

/** Database reads for tests. Their results show where and how they ran. */
export const sampleReads = {
  name: 'sample',
  create(sql) {
    const ran: string[] = []
    const count = sql.prepare('SELECT count(*) AS n FROM folder_sync')
    return {
      rows: (_: Record<never, never>) => Number(count.get()?.n),
      where: (_: Record<never, never>) => (isMainThread ? 'here' : 'thread'),
      block({ ms }: { readonly ms: number }) {
        const until = performance.now() + ms
        while (performance.now() < until);
        return isMainThread
      },
      /** Runs in slices until it is aborted. */
      async endless(_: Record<never, never>, signal: AbortSignal) {
        while (!signal.aborted) await yieldToEventLoop()
        ran.push('ended')
      },
      mark: ({ name }: { readonly name: string }) => void ran.push(name),
      marks: (_: Record<never, never>) => [...ran],
      refuse(_: Record<never, never>) {
        throw new AppError('not-found', 'There is no such thing.')
      },
      /** Runs two statements with a pause between them, to show whether the second one sees a commit. */
      twice: ({ ms }: { readonly ms: number }) => {
        const first = Number(count.get()?.n)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
        return [first, Number(count.get()?.n)]
      },
      /** Ends its thread, unless it is the test's own. */
      die: (_: Record<never, never>) => (isMainThread ? 'here' : process.exit(1)),
      outOfReach: (_: Record<never, never>) => {
        if (isMainThread) return 'here'
        return sql.prepare('SELECT * FROM no_such_table').all().length
      },
    }
  },
} satisfies Reads<object>
