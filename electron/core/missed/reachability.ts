import type { Sql } from '#core/database/sql.ts'
import type { ListenerResponse } from '#core/deliveries/index.ts'
import { type GapOwner, type GapReason, type Gaps, wholeMachine } from '#core/endpoints/index.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import { createRareErrors } from '#core/platform/rare-errors.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/**
 * Records when deliveries could not arrive: the app was not running, the computer was asleep, or the listener or the tunnel was
 * off.
 */
export type Reachability = ReturnType<typeof createReachability>

const beatMs = 30_000
/**
 * A timer that fires this many milliseconds late shows that the computer was asleep. A busy computer doesn't delay timers that
 * long.
 */
const sleptMs = 90_000

export function createReachability(options: {
  readonly sql: Sql
  readonly gaps: Gaps
  readonly listener: () => ListenerStatus
  readonly tunnel: () => Pick<TunnelStatus, 'state'>
  readonly ownerOf: (pathId: string) => GapOwner | null
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}) {
  const { sql, gaps, listener, tunnel, ownerOf, clock, log } = options
  const logRarely = createRareErrors(clock, log)
  const lastRunning = sql.prepare('SELECT at FROM missed_running')
  const setRunning = sql.prepare('UPDATE missed_running SET at = ?')
  const addRunning = sql.prepare(
    'INSERT INTO missed_running SELECT ? WHERE NOT EXISTS (SELECT 1 FROM missed_running)',
  )
  const now = () => clock.now().getTime()
  /** Paths whose last response in this run was 2xx. */
  const good = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let beatAt = 0
  let listening: number | null = null
  let isStarted = false

  /** Logs errors instead of throwing them, because deliveries must be received even if the disk is full. */
  const carefully = (work: () => void) => {
    try {
      work()
    } catch (error) {
      logRarely('What kept deliveries from coming could not be stored.', error)
    }
  }

  const beat = () => {
    const at = now()
    if (at - beatAt > sleptMs && beatAt > 0)
      gaps.put(wholeMachine, { reason: 'not-running', from: beatAt, to: at })
    beatAt = at
    addRunning.run(at)
    setRunning.run(at)
  }

  const update = () => {
    const at = now()
    const isListening = listener().state === 'listening'
    listening = isListening ? (listening ?? at) : null
    const { state } = tunnel()
    const isTunnelDown = state === 'down' || state === 'off' || state === 'starting'
    // An event occurs before its first delivery fails, so the outage starts earlier.
    const set = (reason: GapReason, lasts: boolean) =>
      lasts ? gaps.begin(wholeMachine, reason, at - deliveredWithinMs) : gaps.end(wholeMachine, reason, at)
    set('not-running', !isListening)
    set('tunnel-down', isListening && isTunnelDown)
  }

  return {
    start() {
      carefully(() => {
        const at = now()
        const before = Number(lastRunning.get()?.at ?? at)
        gaps.sweep(at)
        gaps.end(wholeMachine, 'tunnel-down', before)
        if (before < at) gaps.begin(wholeMachine, 'not-running', before)
        isStarted = true
        beat()
        update()
      })
      timer = setInterval(() => carefully(beat), beatMs).unref()
    },
    changed: () => {
      if (isStarted) carefully(update)
    },
    responded({ pathId, status, at }: ListenerResponse) {
      const isGood = status >= 200 && status <= 299
      if (isGood && good.has(pathId)) return
      carefully(() => {
        const owner = ownerOf(pathId)
        if (!owner) return
        const ms = Date.parse(at)
        if (isGood) {
          for (const reason of ['failing', 'refused'] as const) gaps.end(owner, reason, ms)
          good.add(pathId)
          return
        }
        good.delete(pathId)
        const isRetried = status === 408 || status === 429 || status >= 500
        // An event occurs before its delivery arrives, so the outage starts earlier.
        gaps.begin(owner, isRetried ? 'failing' : 'refused', ms - deliveredWithinMs)
      })
    },
    /** Records that a workspace's endpoints stopped receiving or resumed. */
    setOutage(workspaceId: string, isOut: boolean) {
      const owner = { workspaceId, endpointId: '' }
      carefully(() =>
        isOut
          ? gaps.begin(owner, 'not-running', now() - deliveredWithinMs)
          : gaps.end(owner, 'not-running', now()),
      )
    },
    /** Returns when the listener was last turned on, in milliseconds since 1970, or `null` while it is off. */
    listeningSince: (): number | null => listening,
    close() {
      clearInterval(timer)
      if (isStarted) carefully(beat)
    },
  }
}

/** Maximum time between an event and its first delivery, in milliseconds. */
export const deliveredWithinMs = 5_000
