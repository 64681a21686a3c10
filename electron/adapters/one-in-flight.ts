/**
 * Runs one job at a time, in order. Every caller gets a result within the limit, including the time in the queue: a job that hangs
 * holds up those behind it, and a job whose time ran out while queued never starts.
 */
export function createQueue(
  limitMs: number,
  onTimeout: () => Error,
): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) =>
    new Promise((resolve, reject) => {
      let timedOut = false
      const timer = setTimeout(() => {
        timedOut = true
        reject(onTimeout())
      }, limitMs)
      last = last.then(async () => {
        if (timedOut) return
        // The next job waits for this one to finish, even if its caller has already timed out.
        await job().then(resolve, reject)
        clearTimeout(timer)
      })
    })
}
