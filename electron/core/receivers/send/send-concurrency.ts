/** Limits the number of concurrent requests to a receiver. Requests about the same note are made in order. */
export type Lanes = ReturnType<typeof createSendLanes>

export interface LaneOwner {
  readonly id: string
  readonly concurrency: number
  readonly inOrder: boolean
}

interface Waiting {
  readonly key: string | null
  start(): void
}

interface Lane {
  waiting: Waiting[]
  running: number
  readonly busy: Set<string>
  most: number
}

export function createSendLanes() {
  const lanes = new Map<string, Lane>()

  const advance = (id: string, lane: Lane) => {
    const passed = new Set(lane.busy)
    for (const entry of [...lane.waiting]) {
      if (lane.running >= lane.most) break
      if (entry.key !== null && passed.has(entry.key)) continue
      lane.waiting = lane.waiting.filter((other) => other !== entry)
      lane.running += 1
      if (entry.key !== null) {
        lane.busy.add(entry.key)
        passed.add(entry.key)
      }
      entry.start()
    }
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(id)
  }

  return {
    /**
     * Resolves to a function when the request may start. The function must be called when the request has ended. Requests start
     * in the order of the calls, except that a request waits for earlier ones with the same `orderKey`.
     */
    enter(
      { id, concurrency, inOrder }: LaneOwner,
      orderKey: string | null,
      signal: AbortSignal,
    ): Promise<() => void> {
      const lane = lanes.get(id) ?? { waiting: [], running: 0, busy: new Set(), most: concurrency }
      lanes.set(id, lane)
      lane.most = concurrency
      const key = inOrder ? orderKey : null
      return new Promise((resolve, reject) => {
        const leave = () => {
          lane.running -= 1
          if (key !== null) lane.busy.delete(key)
          advance(id, lane)
        }
        const abort = () => {
          lane.waiting = lane.waiting.filter((other) => other !== entry)
          reject(signal.reason)
          advance(id, lane)
        }
        const entry: Waiting = {
          key,
          start() {
            signal.removeEventListener('abort', abort)
            let isOver = false
            resolve(() => {
              if (isOver) return
              isOver = true
              leave()
            })
          },
        }
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort, { once: true })
        lane.waiting.push(entry)
        advance(id, lane)
      })
    },
  }
}
