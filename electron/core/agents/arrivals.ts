/** Time to collect rows before they are read together, and the time after a read of many rows, in milliseconds. */
export const gatherMs = 10
const gatherManyMs = 40
const manyRows = 20
/**
 * Pause after a read of arrived rows, as a multiple of the read's time, and its maximum in milliseconds. It applies only while
 * more rows arrive, so that waits use a tenth of the time that receiving and the window need.
 */
const pauseFactor = 9
const maxPauseMs = 500
/** Number of new attempts to remember, so that a later wait can return them. */
const mostRepeats = 2_000

/**
 * A position in the rows that have arrived during this run. `repeat` counts new attempts of earlier rows, which have no new id.
 */
export interface Mark {
  readonly id: number
  readonly repeat: number
}

export interface Wait<Row> {
  readonly mark: Mark
  readonly count: number
  readonly timeoutMs: number
  /** Ends the wait early, as the timeout does. */
  readonly until?: Promise<void>
  /** Whether a new attempt of an earlier row counts as a row. */
  readonly repeats: boolean
  readonly signal: AbortSignal
  readonly key: string
  readonly matching: (arrived: readonly Row[]) => Promise<readonly Row[]>
  readonly stored: (afterId: number, upToId: number) => Promise<readonly Row[]>
}

export interface Waited<Row> {
  readonly rows: readonly Row[]
  readonly mark: Mark
}

interface Waiter<Row> extends Wait<Row> {
  /** Rows by id. `at` is the position of a new attempt, and 0 for a new row. */
  readonly found: Map<number, { readonly at: number; readonly row: Row }>
  seen: Mark
  /**
   * Ends the wait once there are enough rows. Must not run before all stored rows were read, because older rows would be lost.
   */
  tryWake(): void
  fail(error: unknown): void
}

/**
 * Waits for rows, such as deliveries, without missing a row between two waits. A wait first subscribes, then reads the rows after
 * its mark, then sleeps.
 */
export function createArrivals<Row extends { readonly id: number }>(
  subscribe: (arrived: (row: Row) => void) => () => void,
) {
  const waiters = new Set<Waiter<Row>>()
  let newest = 0
  let repeat = 0
  let repeats: { readonly at: number; readonly row: Row }[] = []
  let pending: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let nextGatherMs = gatherMs
  let end: (() => void) | null = null
  const known = new Map<string, Promise<number>>()

  const arrived = (row: Row) => {
    if (row.id <= newest) {
      repeat += 1
      repeats.push({ at: repeat, row })
      if (repeats.length > mostRepeats) repeats = repeats.slice(-mostRepeats / 2)
    }
    newest = Math.max(newest, row.id)
    if (waiters.size === 0) return
    pending.push(row)
    // Remains set during a flush. Rows that arrive during it are read together after it.
    timer ??= setTimeout(flush, nextGatherMs).unref()
  }

  const flush = async () => {
    const startedMs = performance.now()
    const batch = [...new Map(pending.map((row) => [row.id, row])).values()]
    const upTo = { id: newest, repeat }
    pending = []
    await distribute(batch, upTo)
    timer = undefined
    nextGatherMs = batch.length > manyRows ? gatherManyMs : gatherMs
    if (pending.length === 0) return
    const pauseMs = Math.min(pauseFactor * (performance.now() - startedMs), maxPauseMs)
    timer = setTimeout(flush, Math.max(nextGatherMs, pauseMs)).unref()
  }

  const distribute = async (batch: readonly Row[], upTo: Mark) => {
    const groups = Map.groupBy(waiters, ({ key }) => key)
    await Promise.all(
      [...groups.values()].map(async (group) => {
        try {
          const rows = (await group[0]?.matching(batch)) ?? []
          for (const waiter of group) add(waiter, rows, upTo)
        } catch (error) {
          for (const waiter of group) waiter.fail(error)
        }
      }),
    )
  }

  const add = (waiter: Waiter<Row>, rows: readonly Row[], upTo: Mark) => {
    for (const row of rows) {
      if (row.id > waiter.mark.id) waiter.found.set(row.id, { at: 0, row })
      else if (waiter.repeats) {
        const { at } = repeats.findLast((one) => one.row.id === row.id) ?? { at: upTo.repeat }
        waiter.found.set(row.id, { at, row })
      }
    }
    const { id, repeat: seen } = waiter.seen
    waiter.seen = { id: Math.max(id, upTo.id), repeat: Math.max(seen, upTo.repeat) }
    waiter.tryWake()
  }

  const lookUp = async (waiter: Waiter<Row>) => {
    const { mark } = waiter
    const upTo = { id: newest, repeat }
    const earlier = waiter.repeats ? repeats.filter(({ at }) => at > mark.repeat).map(({ row }) => row) : []
    const repeated = earlier.length > 0 ? await waiter.matching(earlier) : []
    const rows = upTo.id > mark.id ? await waiter.stored(mark.id, upTo.id) : []
    add(waiter, [...repeated.filter(({ id }) => id <= mark.id), ...rows], upTo)
  }

  return {
    async mark(workspaceId: string, readNewest: () => Promise<number>): Promise<Mark> {
      end ??= subscribe(arrived)
      const reading = known.get(workspaceId) ?? readNewest()
      known.set(workspaceId, reading)
      try {
        newest = Math.max(newest, await reading)
      } catch (error) {
        known.delete(workspaceId)
        throw error
      }
      return { id: newest, repeat }
    },
    /** Resolves to `count` rows, or to fewer after the timeout. Call `mark` first. */
    wait(options: Wait<Row>): Promise<Waited<Row>> {
      return new Promise((resolve, reject) => {
        const { signal, mark, count } = options
        let isRead = false
        let isOver = false
        const stop = () => {
          clearTimeout(timeout)
          signal.removeEventListener('abort', abort)
          waiters.delete(waiter)
        }
        const fail = (error: unknown) => {
          stop()
          reject(error)
        }
        const abort = () => fail(signal.reason)
        const waiter: Waiter<Row> = {
          ...options,
          found: new Map(),
          seen: mark,
          fail,
          tryWake() {
            const isEnough = waiter.found.size >= count
            if (!isRead || !(isEnough || isOver)) return
            stop()
            resolve(resultOf(waiter))
          },
        }
        const end = () => {
          isOver = true
          waiter.tryWake()
        }
        const timeout = setTimeout(end, options.timeoutMs)
        options.until?.then(end)
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort, { once: true })
        waiters.add(waiter)
        lookUp(waiter).then(() => {
          isRead = true
          waiter.tryWake()
        }, fail)
      })
    },
    waiting: () => waiters.size,
    close() {
      clearTimeout(timer)
      end?.()
    },
  }
}

/** Returns the oldest new rows, then new attempts, and a mark after them, so that the next wait returns the remaining rows. */
function resultOf<Row extends { readonly id: number }>(waiter: Waiter<Row>): Waited<Row> {
  const { mark, seen, count } = waiter
  const found = [...waiter.found.values()].sort(
    (one, other) => one.at - other.at || one.row.id - other.row.id,
  )
  const rows = found.slice(0, count).map(({ row }) => row)
  const [last, next] = found.slice(count - 1)
  if (last === undefined || next === undefined) return { rows, mark: seen }
  return { rows, mark: { id: next.at === 0 ? last.row.id : seen.id, repeat: last.at || mark.repeat } }
}
