import type { Deliveries } from '#core/deliveries/index.ts'
import type { Endpoints } from '#core/endpoints/index.ts'
import type { Missed } from '#core/missed/index.ts'
import type { Notes } from '#core/notes/index.ts'
import { createThrottle } from '#core/platform/async.ts'
import type { Feature } from '#core/platform/feature.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { SandboxService } from '#core/platform/ports.ts'
import type { Receivers } from '#core/receivers/index.ts'
import type { TunnelFeature } from '#core/tunnel/index.ts'
import { sandboxWorkspaceId, type Workspaces } from '#core/workspaces/index.ts'
import { scopes } from '#shared/endpoints/scopes.ts'
import { AppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { activityLimit } from '#shared/sandbox/limits.ts'
import type { SandboxActivity, SandboxStatus } from '#shared/sandbox/model.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

const usualNotes = 1_200
const dayMs = 86_400_000
const mostProblems = 5
const changedEveryMs = 400

/**
 * Creates the sandbox workspace. Its service runs beside the app until the app quits, and has one endpoint that delivers to this
 * app. While another workspace is open, the service is suspended.
 */
export function createSandbox(
  platform: Platform,
  uses: {
    workspaces: Workspaces
    jobs: Jobs
    tunnel: TunnelFeature
    deliveries: Deliveries
    notes: Notes
    endpoints: Endpoints
    receivers: Pick<Receivers, 'forwardInstead'>
    missed: Pick<Missed, 'setOutage'>
  },
): Feature<'sandbox'> & {
  /** Opens the sandbox workspace, starting its service first if necessary. */
  open(): Promise<SessionStatus>
  checkNotes(): SandboxService['checkNotes'] | null
} {
  const { openSandbox, hub, log } = platform
  const { workspaces, jobs, deliveries, notes: index, endpoints, missed } = uses
  const { tunnel } = uses.tunnel
  const { session, sandbox } = workspaces
  let audience = 0
  /** Aborted when the sandbox's clock stops, because another workspace was opened or the sandbox ended. */
  let leaving = new AbortController()
  /** Number of notes at the last start. A restart of the sandbox uses the same number. */
  let lastNotes = usualNotes
  let turn: Promise<unknown> = Promise.resolve()
  /** Resolves when the notes of the previous sandbox are deleted from the index, which takes seconds. */
  let clearing: Promise<unknown> = Promise.resolve()

  const inTurn = (work: () => Promise<SessionStatus>): Promise<SessionStatus> => {
    const result = turn.then(work)
    turn = result.catch(() => {}).then(() => hub.publish('workspaces.changed', {}))
    return result
  }

  const listenerOrigin = () => {
    const status = deliveries.status()
    return status.state === 'listening' ? status.origin : null
  }

  const running = (): SandboxService => {
    const service = sandbox.service()
    if (service !== null && isOpen()) return service
    throw new AppError('not-connected', 'Open the sandbox workspace first.')
  }

  /** Returns the service, or throws if it can't deliver to the endpoint, which another program may have created. */
  const runningFor = (endpointId: string | undefined): SandboxService => {
    const service = running()
    if (endpointId === undefined || service.isWithinReach(endpointId)) return service
    throw new AppError(
      'address-refused',
      'The sandbox can’t deliver to this URL, because it sends only to this computer. Edit the endpoint to deliver to this inspector.',
    )
  }

  const changed = (change: (service: SandboxService) => void): SandboxStatus => {
    change(running())
    return statusOf(running(), audience > 0)
  }

  const notify = createThrottle(() => hub.publish('sandbox.changed', {}), changedEveryMs)

  const isOpen = () => sandbox.service() !== null && session.workspace()?.kind === 'sandbox'

  const refresh = () => {
    if (!isOpen()) {
      leaving.abort()
      leaving = new AbortController()
    }
    const service = sandbox.service()
    service?.setSuspended(!isOpen())
    tunnel.setSandbox(isOpen() ? (service?.tunnelUrl ?? null) : null)
  }

  const end = async (ending: SandboxService) => {
    sandbox.set(null)
    missed.setOutage(sandboxWorkspaceId, false)
    ending.setSuspended(true)
    refresh()
    const status = await session.closeSandbox()
    await ending.close()
    await endpoints.endWorkspace(sandboxWorkspaceId)
    clearing = index
      .forgetWorkspace(sandboxWorkspaceId)
      .catch((error) => log.error('The index of the sandbox workspace could not be deleted.', error))
    return status
  }

  const start = (notes = lastNotes, signal?: AbortSignal) =>
    inTurn(async () => {
      signal?.throwIfAborted()
      const running = sandbox.service()
      if (running) return isOpen() ? session.status() : session.openSandbox(running)
      await clearing
      // Removes the endpoints of the previous sandbox, but not their deliveries.
      await endpoints.endWorkspace(sandboxWorkspaceId)
      await index.forgetWorkspace(sandboxWorkspaceId)
      await workspaces.forgetWorkspace(sandboxWorkspaceId)
      lastNotes = notes
      missed.setOutage(sandboxWorkspaceId, false)
      const started = await openSandbox({
        notes,
        listenerOrigin,
        onChange: notify.request,
        onTimeMoved: sandbox.time.moved,
        onUnanswered: (endpointId, at) => endpoints.unanswered(sandboxWorkspaceId, endpointId, at),
      })
      platform.redactor.protect(started.receiverKey)
      if (signal?.aborted) await started.close()
      signal?.throwIfAborted()
      sandbox.set(started)
      const status = session.openSandbox(started)
      await endpoints
        .create({
          label: 'Quickstart',
          receiver: { kind: 'inspector' },
          scopes: [...scopes],
          events: [],
          folderIds: [],
        })
        .catch((error) => log.error('The first sandbox endpoint could not be created.', error))
      if (signal?.aborted) await end(started)
      signal?.throwIfAborted()
      started.setWatched(audience > 0)
      return status
    })

  const stop = () =>
    inTurn(async () => {
      const running = sandbox.service()
      return running ? end(running) : session.status()
    })

  const runScript = ({ name, text, endpointId }: InputOf<'sandbox.run-script'>) => {
    const script = runningFor(endpointId).readScript(text)
    if ('problem' in script) throw new AppError('invalid-input', script.problem)
    const left = leaving.signal
    return jobs.run(
      'script',
      script.steps,
      async (run) => {
        const signal = AbortSignal.any([run.signal, left])
        const onStep = (done: number) => run.progress(done)
        const { verdict, summary, unmet } = await script.play({ endpointId, signal, onStep })
        if (left.aborted)
          throw new AppError('not-connected', 'The sandbox was left. Open it and run the script again.')
        const { delivered, failed, pending } = summary
        const problems = unmet.slice(0, mostProblems)
        return { verdict, delivered, failed, pending, unmet: unmet.length, problems }
      },
      { name },
    )
  }

  session.onDidOpen(refresh)
  // Lets receivers continue with the new endpoint that has the same label, because every sandbox has endpoints with new ids.
  endpoints.onDidCreate(({ workspaceId, endpointId }) => {
    if (workspaceId !== sandboxWorkspaceId) return
    uses.receivers.forwardInstead(workspaceId, endpointId, (id) =>
      endpoints.isPredecessor(workspaceId, id, endpointId),
    )
  })
  hub.onDidChangeAudience((watching) => {
    audience = watching
    sandbox.service()?.setWatched(audience > 0)
  })

  return {
    handlers: {
      'sandbox.start': ({ notes }, { signal }) => start(notes, signal),
      'sandbox.stop': () => stop(),
      'sandbox.status': () => statusOf(running(), audience > 0),
      'sandbox.receiver-key': () => ({ apiKey: running().receiverKey }),
      'sandbox.activity': () => activityOf(running()),
      'sandbox.trigger': ({ type, count, endpointId }) =>
        runningFor(endpointId).trigger(type, count, endpointId),
      'sandbox.run-script': runScript,
      'sandbox.set-speed': ({ speed }) => changed((service) => service.setClockSpeed(speed)),
      'sandbox.skip-day': () => changed((service) => service.skip(dayMs)),
      'sandbox.set-switches': (changes) =>
        changed((service) => {
          service.setSwitches(changes)
          if (changes.outage !== undefined) missed.setOutage(sandboxWorkspaceId, changes.outage)
        }),
    },
    open: () => start(),
    checkNotes: () => (isOpen() ? (sandbox.service()?.checkNotes ?? null) : null),
    /** Ends the service. Doesn't update the session, which would read the keychain and could delay quitting. */
    async close() {
      await turn
      await clearing
      notify.cancel()
      await sandbox.service()?.close()
    },
  }
}

const statusOf = (service: SandboxService, isWatched: boolean): SandboxStatus => ({
  baseUrl: service.baseUrl,
  keyHint: service.receiverKey.slice(-4),
  speed: service.clockSpeed(),
  switches: service.switches(),
  isWatched,
  failing: service.failing(),
})

const activityOf = (service: SandboxService): SandboxActivity => ({
  deliveries: newest(service.deliveries()).map((one) => ({
    ...one,
    attempts: [...one.attempts],
    isTest: service.isTest(one.eventId),
  })),
  requests: newest(service.receiverRequests()),
})

const newest = <Entry>(entries: readonly Entry[]): Entry[] => entries.slice(-activityLimit).reverse()
