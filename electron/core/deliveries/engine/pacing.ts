/** So long after a request, more are expected. */
const expectedForMs = 100
/** A slice is followed by a rest of so many times its length, while deliveries come. */
const restsFor = 3
const mostRestMs = 250

/**
 * Deletions share the thread of the deliveries. While deliveries come, each slice of a deletion is followed by a rest: without it, what
 * arrives would get one commit for each slice, and the responses would fall behind further and further.
 */
export function createPacing() {
  let requestedMs = Number.NEGATIVE_INFINITY
  return {
    requestCame() {
      requestedMs = performance.now()
    },
    /** Resolves after the rest to what the work returned. */
    async paced<Result>(work: () => Result): Promise<Result> {
      const beganMs = performance.now()
      const result = work()
      const restMs = Math.min(restsFor * (performance.now() - beganMs), mostRestMs)
      if (beganMs - requestedMs < expectedForMs) await new Promise((done) => setTimeout(done, restMs))
      return result
    },
  }
}
