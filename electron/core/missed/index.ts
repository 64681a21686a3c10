import type { Deliveries } from '#core/deliveries/index.ts'
import type { Endpoints } from '#core/endpoints/index.ts'
import type { Notes } from '#core/notes/index.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { HandlersOf } from '#core/platform/feature.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import { createRareErrors } from '#core/platform/rare-errors.ts'
import type { Receivers } from '#core/receivers/index.ts'
import type { TunnelFeature } from '#core/tunnel/index.ts'
import {
  openWorkspace,
  openWorkspaceId,
  sandboxWorkspaceId,
  type Workspaces,
} from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import type { MissedStatus } from '#shared/missed/model.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import { CatchUpTo, createCatchUp } from './catch-up.ts'
import { createCaughtUp } from './caught-up.ts'
import { type Comparison, createComparison } from './comparison.ts'
import { createEndpointSnapshots } from './endpoint-snapshots.ts'
import { createFindWarnings } from './find-warnings.ts'
import { createOnEndpointList } from './on-endpoint-list.ts'
import { createReachability } from './reachability.ts'
import { createWarnings } from './warnings.ts'

/** Finds notes that changed without an event for them, explains why, and sends the missing events. */
export type Missed = ReturnType<typeof createMissed>

/** Minimum interval between comparisons in milliseconds. */
const compareEveryMs = 1_000
/** Interval between checks for time limits that have passed, in milliseconds of the service's time. */
const lookEveryMs = 30_000
const fastestLookMs = 200

export function createMissed(
  platform: Platform,
  uses: {
    workspaces: Workspaces
    jobs: Jobs
    tunnel: TunnelFeature
    deliveries: Deliveries
    notes: Notes
    endpoints: Endpoints
    receivers: Receivers
  },
) {
  const { database, hub, notify, clock, log } = platform
  const { sql } = database
  const { deliveries, jobs, notes, endpoints, receivers } = uses
  const { gaps } = endpoints
  const { session, sandbox } = uses.workspaces
  const { tunnel } = uses.tunnel
  const service = uses.workspaces.api({ priority: 'interactive' })
  const snapshots = createEndpointSnapshots(sql)
  const caughtUp = createCaughtUp(sql)
  const warnings = createWarnings({ sql, notify })
  const now = () => clock.now().getTime()
  const serviceAheadMs = (workspaceId: string) => {
    const seconds = session.workspace()?.id === workspaceId ? (session.serviceAheadSeconds() ?? 0) : 0
    // Ignores small clock differences in the sandbox, because its service uses this computer's clock, rounded to seconds.
    return workspaceId === sandboxWorkspaceId && Math.abs(seconds) < 5 ? 0 : seconds * 1000
  }

  const findWarnings = createFindWarnings({
    endpoints,
    receivers,
    deliveries,
    gaps,
    time: sandbox.time,
    clock,
  })
  const reachability = createReachability({
    sql,
    gaps,
    listener: deliveries.status,
    tunnel: tunnel.ownStatus,
    ownerOf(pathId) {
      const entry = endpoints.journal.byPathId(pathId)
      if (!entry || entry.endpointId === null) return null
      return { workspaceId: entry.workspaceId, endpointId: entry.endpointId }
    },
    clock,
    log,
  })
  const onEndpointList = createOnEndpointList({
    snapshots,
    caughtUp,
    jobs,
    gaps,
    endpoints,
    newestEvents: deliveries.newestEvents,
    reachability,
    serviceAheadMs,
    clock,
  })

  let open: Comparison | null = null
  let run = new AbortController()
  let comparing: Promise<void> | null = null
  let isDue = false
  let again = false
  let isClosed = false
  let readMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined

  const comparison = (): Comparison => {
    const id = openWorkspaceId(session)
    if (open?.workspaceId !== id) open = newComparison(id)
    return open
  }
  const newComparison = (workspaceId: string) =>
    createComparison({
      sql,
      workspaceId,
      notes,
      snapshots,
      caughtUp,
      gaps,
      speed: () => sandbox.time.speed(workspaceId),
      passedMs: (realMs) => sandbox.time.passedMs(workspaceId, realMs),
      serviceAheadMs: () => serviceAheadMs(workspaceId),
      labelOf: endpoints.labelOf,
      now,
    })

  /** Runs one comparison at a time. Changes during a comparison cause another one afterwards. */
  const compare = (): Promise<void> => {
    isDue = true
    comparing ??= Promise.resolve().then(compareDue)
    return comparing
  }
  const compareDue = async () => {
    try {
      while (isDue && !isClosed && session.workspace()) {
        isDue = false
        const isAgain = again
        again = false
        const { signal } = run
        try {
          await comparison().update(isAgain, signal)
          readWhatChanged()
        } catch (error) {
          if (!signal.aborted) throw error
        }
      }
    } finally {
      // There is no `await` between the last check of `isDue` and this line, so no request is lost in between.
      comparing = null
    }
  }
  /** Reads the changed notes as soon as an outage is over, because until then it isn't known which notes were missed. */
  const readWhatChanged = () => {
    if (clock.monotonicMs() - readMs < lookEveryMs || !comparison().isToRead()) return
    readMs = clock.monotonicMs()
    notes.syncNow()
  }
  const publish = () =>
    hub.publish('missed.changed', { behind: session.workspace() ? status().behind : null })
  const compareLater = createThrottle(() => {
    compare()
      .then(publish)
      .catch((error) => log.error('Notes and events could not be compared.', error))
  }, compareEveryMs)

  const status = (): MissedStatus => {
    const { workspaceId, endpoints: described } = comparison()
    const all = described()
    const sum = (of: 'behind' | 'pending') => all.reduce((total, one) => total + one[of], 0)
    // Leaves out endpoints that deliver elsewhere, because it isn't known what they received.
    const elsewhere = snapshots.all(workspaceId).flatMap(({ endpoint }) => (endpoint.here ? [] : endpoint.id))
    const here = all.filter(({ endpointId }) => !elsewhere.includes(endpointId))
    const isKnown = here.every((one) => one.isKnown) && (here.length > 0 || all.length === 0)
    return {
      endpoints: all,
      behind: sum('behind') || (isKnown ? 0 : null),
      pending: sum('pending'),
      asOf: notes.completeAsOf(workspaceId),
      interruptedJobs: jobs.interrupted('catch-up').map(({ subject, options, ...job }) => ({
        ...job,
        ...CatchUpTo.parse(options),
        endpointId: subject,
      })),
      warnings: findWarnings(workspaceId, all),
    }
  }

  const logRarely = createRareErrors(clock, log)
  /** Updates states that change with time alone. For example, an event that may still arrive becomes a missed one. */
  const look = () => {
    if (!session.workspace()) return
    try {
      if (warnings.update(comparison().workspaceId, status().warnings)) publish()
    } catch (error) {
      logRarely('What needs an early warning could not be looked at.', error)
    }
  }
  const lookLater = () => {
    clearTimeout(looking)
    if (isClosed) return
    const id = session.workspace()?.id
    const speed = id === undefined ? 1 : sandbox.time.speed(id)
    looking = setTimeout(
      () => {
        look()
        lookLater()
      },
      Math.max(lookEveryMs / speed, fastestLookMs),
    ).unref()
  }

  const refresh = () => {
    run.abort()
    run = new AbortController()
    open = null
    readMs = Number.NEGATIVE_INFINITY
    compareLater.request()
  }

  deliveries.onDidStore((stored) => {
    const ids = stored.flatMap(({ workspaceId, noteId }) =>
      noteId !== null && workspaceId === open?.workspaceId ? [noteId] : [],
    )
    if (ids.length === 0) return
    open?.changed(ids)
    compareLater.request()
  })
  notes.onDidChangeNotes(({ workspaceId, noteIds }) => {
    if (workspaceId !== open?.workspaceId) return
    open.changed(noteIds)
    compareLater.request()
  })
  deliveries.onDidRespond((response) => {
    if (!sandbox.isProduced(response.webhookId)) reachability.responded(response)
  })
  deliveries.onDidChangePort(() => {
    reachability.changed()
    compareLater.request()
  })
  tunnel.onDidChange(() => {
    reachability.changed()
    compareLater.request()
  })
  endpoints.registry.onDidList(({ workspaceId, items }) => {
    onEndpointList.onList(workspaceId, items)
    if (workspaceId === session.workspace()?.id) compareLater.request()
  })
  endpoints.onDidUpdate(({ workspaceId, endpoint }) => {
    onEndpointList.take(workspaceId, [endpoint])
    if (workspaceId !== session.workspace()?.id) return
    // Reads the changes right away, because the user who has just enabled the endpoint wants to know what it missed.
    if (endpoint.enabled) readMs = Number.NEGATIVE_INFINITY
    publish()
    compareLater.request()
  })
  endpoints.onDidReplace(onEndpointList.onReplaced)
  session.onDidOpen(() => {
    if (session.workspace()?.id !== open?.workspaceId) refresh()
    lookLater()
  })

  sandbox.time.onDidMove(() => {
    look()
    lookLater()
    if (session.workspace()) compareLater.request()
  })

  const compareNow = async () => {
    compareLater.cancel()
    await compare()
    // Records warnings now, because a later notification would repeat what the window already shows.
    look()
    return status()
  }
  const workspaceId = () => openWorkspace(service).id

  const startCatchUp = createCatchUp({
    receivers,
    jobs,
    caughtUp,
    comparison,
    labelOf: endpoints.labelOf,
    entryOf(workspace, endpointId) {
      const entry = endpoints.journal.byEndpoint(workspace, endpointId)
      if (entry) return entry
      throw new AppError('not-found', 'This endpoint doesn’t deliver to this computer.')
    },
    onCaughtUp(noteId) {
      open?.changed([noteId])
      compareLater.request()
    },
    onDidEnd: publish,
    clock,
  })

  return {
    handlers: {
      'missed.status': compareNow,
      async 'missed.look'(_, { signal }) {
        notes.syncNow()
        await endpoints.refresh(signal)
        again = true
        return compareNow()
      },
      'missed.notes': ({ endpointId, reason, state, q, offset, limit }) => {
        const text = q.trim().toLowerCase()
        const compared = comparison()
        const all = [...compared.notes(endpointId, reason), ...compared.caughtUpNotes(endpointId, reason)]
          .sort((a, b) => b.updated - a.updated)
          .filter(({ title }) => title.toLowerCase().includes(text))
        const counts = { behind: 0, pending: 0, unknown: 0, 'caught-up': 0 }
        for (const note of all) counts[note.state] += 1
        const found = state === undefined ? all : all.filter((note) => note.state === state)
        return { notes: found.slice(offset, offset + limit), total: found.length, counts }
      },
      'missed.catch-up': async (input, { signal }) => {
        const id = workspaceId()
        await compare()
        return startCatchUp(id, input, signal)
      },
      'missed.dismiss-unfinished': ({ endpointId }) => {
        jobs.dismissInterrupted('catch-up', endpointId)
        publish()
        return null
      },
      'missed.set-muted': ({ endpointId, muted }) => {
        snapshots.setMuted(workspaceId(), endpointId, muted)
        publish()
        return null
      },
    } satisfies HandlersOf<'missed'>,
    notes: ({ endpointId, reason }: ParsedInputOf<'exports.start-missed'>['filter']) =>
      comparison().notes(endpointId, reason),
    /** Simulates an outage of a workspace's endpoints, as if Notehook were not running. */
    setOutage(workspaceId: string, isOut: boolean) {
      deliveries.paths.setOutage(isOut ? workspaceId : null)
      reachability.setOutage(workspaceId, isOut)
      if (!isOut) readMs = Number.NEGATIVE_INFINITY
      compareLater.request()
    },
    start() {
      reachability.start()
      lookLater()
      timer = setInterval(() => {
        again = true
        if (session.workspace()) compareLater.request()
      }, lookEveryMs).unref()
    },
    async forgetWorkspace(id: string) {
      if (open?.workspaceId === id) refresh()
      snapshots.forgetWorkspace(id)
      gaps.forgetWorkspace(id)
      caughtUp.forgetWorkspace(id)
      warnings.forgetWorkspace(id)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(looking)
      compareLater.cancel()
      run.abort()
      await comparing?.catch(() => {})
      reachability.close()
    },
  }
}
