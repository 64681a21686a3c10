/** So long after a request, more are expected. */
const expectedForMs = 100
/** A slice is followed by a rest of so many times its length, while deliveries come. */
const restsFor = 3
const mostRestMs = 250
/** Rows a slice while deliveries come. */
const fewRows = 50

/**
 * Deletions share the thread of the deliveries. While deliveries come, each slice of a deletion is followed by a rest: without it, what
 * arrives would get one commit for each slice, and the responses would fall behind further and further.
 */
export function createPacing() {
  let requestedMs = Number.NEGATIVE_INFINITY
  const isBusy = () => performance.now() - requestedMs < expectedForMs

  /** Resolves after the rest to what the work returned. */
  const paced = async <Result>(work: () => Result): Promise<Result> => {
    const beganMs = performance.now()
    const wasBusy = isBusy()
    const result = work()
    const restMs = Math.min(restsFor * (performance.now() - beganMs), mostRestMs)
    if (wasBusy) await new Promise((done) => setTimeout(done, restMs))
    return result
  }

  return {
    requestCame() {
      requestedMs = performance.now()
    },
    paced,
    /** As `paced`, for fewer rows at a time while deliveries come. Resolves to the sum of what the work returned. */
    async pacedRows<Row>(rows: readonly Row[], work: (rows: readonly Row[]) => number): Promise<number> {
      let sum = 0
      for (let at = 0; at < rows.length; ) {
        const slice = rows.slice(at, isBusy() ? at + fewRows : undefined)
        at += slice.length
        sum += await paced(() => work(slice))
      }
      return sum
    },
  }
}
