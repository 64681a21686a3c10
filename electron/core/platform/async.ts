/** Runs asynchronous work one at a time, in the order of the calls. A failure does not affect later work. */
export function createSerialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

export type Throttle = ReturnType<typeof createThrottle>

/** Runs `work` at most once per `intervalMs`. Does not keep the process alive. */
export function createThrottle(work: () => void, intervalMs: number) {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const flush = () => {
    cancel()
    work()
  }
  return {
    request() {
      timer ??= setTimeout(flush, intervalMs).unref()
    },
    /** Runs the work now, even if it was not requested. */
    flush,
    cancel,
  }
}
