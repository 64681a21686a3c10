const expectedForMs = 100
/** How long to pause after a slice of work, as a multiple of the time that the slice took. */
const restsFor = 3
const mostRestMs = 250
const fewRows = 50

/**
 * Slows down deletions, which share a thread with incoming deliveries. While deliveries arrive, each slice is followed by a
 * pause. Without pauses, only one commit would fit between two slices, and responses would take longer and longer.
 */
export function createPacing() {
  let requestedMs = Number.NEGATIVE_INFINITY
  const isBusy = () => performance.now() - requestedMs < expectedForMs

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
    /** Runs `work` on slices of the rows, which are smaller while deliveries arrive. Returns the sum of the results. */
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
