/**
 * Runs one job at a time, in order. Each caller has an answer within the limit, waiting in line included: a job that hangs
 * holds back those behind it, and one whose time ran out before its turn never starts.
 */
export function createQueue(
  limitMs: number,
  onTimeout: () => Error,
): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) =>
    new Promise((resolve, reject) => {
      let late = false
      const timer = setTimeout(() => {
        late = true
        reject(onTimeout())
      }, limitMs)
      last = last.then(async () => {
        if (late) return
        // Settling here, not on the outer promise: the next job waits for the work, not for the caller's patience.
        await job().then(resolve, reject)
        clearTimeout(timer)
      })
    })
}
