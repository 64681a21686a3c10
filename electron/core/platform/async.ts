/** Runs one piece of work after the other, in the order of the calls. One that fails does not hold up the next. */
export function createSerialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

export interface Throttle {
  /** Runs the work after the interval, once for all the requests until then. */
  request(): void
  /** Runs it now, also when it was not requested; what was requested is done with that. */
  flush(): void
  cancel(): void
}

/** Runs `work` at most once in `intervalMs`. Does not keep the process alive. */
export function createThrottle(work: () => void, intervalMs: number): Throttle {
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
    flush,
    cancel,
  }
}
