/** Time after a request during which more requests are expected. */
const expectedForMs = 100
/** Pause after a slice, as a multiple of the slice's duration, while deliveries arrive. */
const restsFor = 3
const mostRestMs = 250
/** Rows per slice while deliveries arrive. */
const fewRows = 50

/**
 * Paces deletions, which share a thread with deliveries. While deliveries arrive, each slice of a deletion is followed by a pause.
 * Without it, every slice would allow only one commit, and responses would be delayed more and more.
 */
export function createPacing() {
  let requestedMs = Number.NEGATIVE_INFINITY
  const isBusy = () => performance.now() - requestedMs < expectedForMs

  /** Runs the work and pauses. Resolves to the result of the work. */
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
    /** Works like `paced`, with smaller slices while deliveries arrive. Resolves to the sum of the results. */
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
