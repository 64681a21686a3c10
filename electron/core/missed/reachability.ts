import type { Sql } from '#core/database/sql.ts'
import type { ListenerResponse } from '#core/deliveries/index.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import { createRareErrors } from '#core/platform/rare-errors.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { type GapOwner, type GapReason, type Gaps, wholeMachine } from './gaps.ts'

export interface ReachabilityOptions {
  readonly sql: Sql
  readonly gaps: Gaps
  readonly listener: () => ListenerStatus
  readonly tunnel: () => Pick<TunnelStatus, 'source' | 'state'>
  /** The endpoint of a path; `null`: none is known. */
  readonly ownerOf: (pathId: string) => GapOwner | null
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Records when deliveries could not arrive: the app was not running, the computer slept, or the listener or the tunnel was off. */
export type Reachability = ReturnType<typeof createReachability>

const beatMs = 30_000
/** A beat that is this late was not delayed by a busy machine: the computer slept. */
const sleptMs = 90_000

export function createReachability(options: ReachabilityOptions) {
  const { sql, gaps, listener, tunnel, ownerOf, clock, log } = options
  const logRarely = createRareErrors(clock, log)
  const lastRunning = sql.prepare('SELECT at FROM missed_running')
  const setRunning = sql.prepare('UPDATE missed_running SET at = ?')
  const addRunning = sql.prepare(
    'INSERT INTO missed_running SELECT ? WHERE NOT EXISTS (SELECT 1 FROM missed_running)',
  )
  const now = () => clock.now().getTime()
  /** The paths whose last response in this run was 2xx: the next good one costs nothing. */
  const good = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let beatAt = 0
  let listening: number | null = null
  let isStarted = false

  /** A full disk must not keep the app from receiving. */
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
    const { source, state } = tunnel()
    const isTunnelDown = source !== 'sandbox' && (state === 'down' || state === 'off' || state === 'starting')
    // An event occurs before its first delivery fails.
    const set = (reason: GapReason, lasts: boolean) =>
      lasts ? gaps.begin(wholeMachine, reason, at - deliveredWithinMs) : gaps.end(wholeMachine, reason, at)
    set('not-running', !isListening)
    // Without the listener, the tunnel is down as well.
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
    /** The listener or the tunnel changed. */
    changed: () => {
      if (isStarted) carefully(update)
    },
    /** An answer went out. */
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
        // The event occurred before its delivery came.
        gaps.begin(owner, isRetried ? 'failing' : 'refused', ms - deliveredWithinMs)
      })
    },
    /** Only the endpoints of this workspace stopped or began to receive. */
    setOutage(workspaceId: string, isOut: boolean) {
      const owner = { workspaceId, endpointId: '' }
      carefully(() =>
        isOut
          ? gaps.begin(owner, 'not-running', now() - deliveredWithinMs)
          : gaps.end(owner, 'not-running', now()),
      )
    },
    /** Since when the listener listens without a break, in milliseconds since 1970; `null` while it does not. */
    listeningSince: (): number | null => listening,
    /** The longest time in which nothing could arrive that lasted until after this moment: milliseconds since 1970. */
    longestOff(after: number): { readonly from: number; readonly to: number } | null {
      const times: { from: number; to: number }[] = []
      for (const { from, to } of gaps.of(wholeMachine)) {
        const until = to ?? now()
        const before = times.at(-1)
        // One follows the other: the listener was off until the app ended.
        if (before && from <= before.to) before.to = Math.max(before.to, until)
        else times.push({ from, to: until })
      }
      const lasted = times.filter(({ to }) => to >= after)
      return lasted.sort((one, other) => other.to - other.from - (one.to - one.from))[0] ?? null
    },
    close() {
      clearInterval(timer)
      if (isStarted) carefully(beat)
    },
  }
}

/** How long after its event a delivery may come at its first try. */
export const deliveredWithinMs = 5_000
