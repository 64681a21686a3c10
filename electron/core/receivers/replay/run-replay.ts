import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { ReplayCounts, ReplayMode, ReplayPace } from '#shared/receivers/replay.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Sender } from '../send/send.ts'
import type { Lanes } from '../send/send-concurrency.ts'
import { counted, noCounts } from './replay-counts.ts'

export interface Replayed {
  readonly id: number
  readonly noteId: string | null
  /** When the delivery first arrived, in milliseconds since 1970. `null` if it was deleted. */
  readonly receivedMs: number | null
}

export interface ReplayRun {
  readonly receiver: () => StoredReceiver
  /** Sorted, oldest first. */
  readonly deliveries: Iterable<Replayed>
  readonly mode: ReplayMode
  readonly pace: ReplayPace
  readonly cause: 'replay' | 'agent'
  readonly jobId: string
  readonly signal: AbortSignal
  onCount(counts: ReplayCounts): void
}

export interface ReplayTime {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Maximum number of sends in progress. */
const mostBegun = 64

/** Problems that end the replay, because they would affect every further request. */
const endsIt: ReadonlySet<string> = new Set(['address', 'approval', 'locked'])

/**
 * Sends deliveries at the chosen pace. If the receiver is slow, later deliveries are delayed, not skipped. Resolves when all
 * sends have ended.
 */
export async function runReplay(
  run: ReplayRun,
  { sender, lanes }: { readonly sender: Pick<Sender, 'send'>; readonly lanes: Lanes },
  { clock, wait }: ReplayTime,
): Promise<ReplayCounts> {
  const { pace, mode, cause, jobId } = run
  const failing = new AbortController()
  const signal = AbortSignal.any([run.signal, failing.signal])
  const begun = new Set<Promise<void>>()
  let counts = noCounts
  let failure: unknown = null

  const fail = (error: unknown) => {
    if (signal.aborted) return
    failure = error
    failing.abort(error)
  }

  const sendOne = async ({ id, noteId }: Replayed) => {
    const leave = await lanes.enter(run.receiver(), noteId, signal)
    try {
      const order = { deliveryId: id, mode, cause, jobId }
      const { send, passed } = await sender.send(run.receiver(), order, { signal })
      counts = counted(counts, send, passed)
      run.onCount(counts)
      if (send.problem && endsIt.has(send.problem.code)) {
        fail(new AppError('invalid-input', send.problem.sentence))
      }
    } finally {
      leave()
    }
  }

  const begin = (one: Replayed) => {
    const ended: Promise<void> = sendOne(one)
      .catch(fail)
      .finally(() => begun.delete(ended))
    begun.add(ended)
  }

  let dueMs: number | null = null
  let firstMs: number | null = null
  const startedMs = clock.monotonicMs()
  try {
    for (const one of run.deliveries) {
      if (pace.kind === 'rate') dueMs = dueMs === null ? startedMs : dueMs + 1000 / pace.perSecond
      else if (one.receivedMs !== null) {
        firstMs ??= one.receivedMs
        dueMs = startedMs + (one.receivedMs - firstMs) / pace.speed
      }
      const ahead = (dueMs ?? startedMs) - clock.monotonicMs()
      if (ahead > 0) await wait(ahead, signal)
      else if (pace.kind === 'rate' && ahead < -maxCatchUpMs) dueMs = clock.monotonicMs() - maxCatchUpMs
      while (begun.size >= mostBegun) await Promise.race(begun)
      signal.throwIfAborted()
      begin(one)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await Promise.all(begun)
  }
  if (failure !== null) throw failure
  return counts
}

/**
 * Maximum delay, in milliseconds, that a replay makes up for by sending faster. After a longer delay, a slow receiver would get a
 * burst of requests.
 */
const maxCatchUpMs = 200
