import type { Platform } from '#core/platform/platform.ts'
import type { StoredForwards } from '#core/platform/settings.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import type { ToolOutput } from '#shared/agents/tools.ts'
import { AppError } from '#shared/errors.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { Handlers, OutputOf } from '#shared/rpc/contract.ts'
import type { Activity } from './activity.ts'
import type { Levels } from './levels.ts'
import type { createToolRunner } from './run-tool.ts'
import { sendPages } from './tools/sends.ts'
import type { Waiting } from './waiting.ts'

/** Time that a command has to end its forwarding after its connection closed, for example on Ctrl-C, in milliseconds. */
const lostMs = 2_000
/** Time between two calls of a command, in milliseconds, after which it is taken for killed. */
const silentMs = 120_000

const endedMeanwhile = 'Forwarding was turned off in Notehook meanwhile.'

interface Forwarded extends Stored {
  /** Number of running calls of the commands. */
  calls: number
  timer: NodeJS.Timeout | undefined
}

type Stored = StoredForwards[string]
type Ended = OutputOf<'agents.end-forward'>

/**
 * Forwards to a receiver while `notehook forward` runs. Restores the receiver's earlier state at the end, also if the command was
 * killed or the app restarted.
 */
export function createForwarding(
  { settings, log }: Pick<Platform, 'settings' | 'log'>,
  uses: {
    readonly client: Client
    readonly runner: Pick<ReturnType<typeof createToolRunner>, 'call'>
    readonly activity: Pick<Activity, 'record'>
    readonly levels: Pick<Levels, 'keep'>
    readonly waiting: Pick<Waiting, 'now'>
    readonly workspaces: Pick<Workspaces, 'session' | 'labelOf'>
  },
) {
  const { client, runner, activity, levels, waiting, workspaces } = uses
  const workspaceId = () => workspaces.session.workspace()?.id
  const begun = new Map<string, Forwarded>()
  const store = () => {
    const all = [...begun].map(([id, { calls: _, timer: __, ...stored }]) => [id, stored] as const)
    settings.remember('forwards', Object.fromEntries(all))
  }

  const receiverOf = async (id: string) => (await client.call('receivers.list')).find((one) => one.id === id)

  const end = async (id: string): Promise<Ended> => {
    const forwarded = begun.get(id)
    if (forwarded === undefined) throw new AppError('not-found', endedMeanwhile)
    forwarded.commands -= 1
    store()
    if (forwarded.commands > 0) return { removed: false, waiting: 0 }
    if (!isOpen(forwarded))
      throw new AppError('refused', 'Another workspace is open. It ends when the receiver’s workspace opens.')
    return finish(id, forwarded)
  }

  const finish = async (id: string, forwarded: Forwarded): Promise<Ended> => {
    clearTimeout(forwarded.timer)
    begun.delete(id)
    const receiver = await receiverOf(id)
    const ended =
      receiver === undefined ? { removed: false, waiting: 0 } : await restore(receiver, forwarded.before)
    store()
    return ended
  }

  const isOpen = (forwarded: Stored) => forwarded.workspaceId === workspaceId()

  const endWithoutCommands = (id: string, forwarded: Forwarded) => {
    forwarded.commands = 0
    store()
    // Otherwise, `endLate` ends it.
    if (isOpen(forwarded))
      finish(id, forwarded).catch((error) => log.error('Forwarding could not be ended.', error))
  }

  const endUnlessCalled = (id: string, forwarded: Forwarded, afterMs: number) => {
    clearTimeout(forwarded.timer)
    if (forwarded.calls > 0 || begun.get(id) !== forwarded) return
    forwarded.timer = setTimeout(() => endWithoutCommands(id, forwarded), afterMs).unref()
  }

  const restore = async ({ id, rules }: Receiver, before: Stored['before']): Promise<Ended> => {
    // Turns forwarding off first, so that queued deliveries are counted as waiting below.
    await client.call('receivers.set-live', { id, live: before?.live ?? false })
    const endpointIds = before?.endpointIds ?? null
    if (endpointIds !== null)
      await client.call('receivers.update', { id, changes: { rules: { ...rules, endpointIds } } })
    const status = (await receiverOf(id))?.status
    const waiting = before?.live === true ? 0 : (status?.waiting.count ?? 0)
    const isUsed = before !== null || status === undefined || status.sending > 0 || waiting > 0
    if (isUsed || (await hasGotRequests(client, id))) return { removed: false, waiting }
    await client.call('receivers.remove', { id })
    return { removed: true, waiting }
  }

  const dropRemoved = () => {
    const before = begun.size
    for (const [id, { workspaceId: workspace = '', timer }] of begun) {
      if (workspaces.labelOf(workspace) !== null) continue
      clearTimeout(timer)
      begun.delete(id)
    }
    if (begun.size < before) store()
  }

  for (const [id, stored] of Object.entries(settings.recall('forwards'))) {
    const forwarded = { ...stored, calls: 0, timer: undefined }
    begun.set(id, forwarded)
    endUnlessCalled(id, forwarded, silentMs)
  }
  dropRemoved()

  return {
    /** Leaves all receivers as they were found. */
    endAll() {
      for (const [id, forwarded] of begun) endWithoutCommands(id, forwarded)
    },
    /**
     * Ends the forwarding of the open workspace whose commands ended while another one was open. Forgets that of removed
     * workspaces, whose receivers were deleted.
     */
    endLate() {
      dropRemoved()
      for (const [id, forwarded] of begun)
        if (forwarded.commands <= 0 && isOpen(forwarded)) endWithoutCommands(id, forwarded)
    },
    /** Runs a call of a command that forwards to a receiver. If its connection closes, the command was stopped or killed. */
    async during<Result>(id: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
      const forwarded = begun.get(id)
      if (forwarded === undefined) throw new AppError('refused', endedMeanwhile)
      levels.keep()
      clearTimeout(forwarded.timer)
      forwarded.calls += 1
      try {
        return await work()
      } finally {
        forwarded.calls -= 1
        endUnlessCalled(id, forwarded, signal.aborted ? lostMs : silentMs)
      }
    },
    close() {
      for (const { timer } of begun.values()) clearTimeout(timer)
    },
    handlers: {
      async 'agents.forward'({ url, caller, ...rules }, { signal }) {
        const known = await client.call('receivers.list')
        const open = workspaceId()
        // Read before forwarding begins, so that the caller misses no request.
        const after = open === undefined ? null : await waiting.now(client, open)
        const input = { url, ...rules, forward: true }
        const answer = await runner.call('receivers_set', input, caller.name, signal)
        const { id } = (answer as ToolOutput<'receivers_set'>).receiver
        const found = known.find((one) => one.id === id) ?? null
        const before = found && { live: found.live, endpointIds: null }
        const begins = { workspaceId: open, before, commands: 0, calls: 0, timer: undefined }
        const forwarded: Forwarded = begun.get(id) ?? begins
        if (forwarded.before !== null && found !== null && rules.endpoint !== undefined)
          forwarded.before.endpointIds ??= [...found.rules.endpointIds]
        forwarded.commands += 1
        begun.set(id, forwarded)
        store()
        if (signal.aborted) await end(id)
        else endUnlessCalled(id, forwarded, silentMs)
        return { ...answer, after }
      },
      'agents.end-forward'({ receiver: id, caller }, { signal }) {
        const call = { caller: caller.name, tool: 'end-forward', acts: true, input: { receiver: id } }
        return activity.record(call, signal, () => end(id))
      },
    } satisfies Partial<Handlers>,
  }
}

async function hasGotRequests(client: Client, receiverId: string): Promise<boolean> {
  for await (const sends of sendPages(client, { receiverId })) {
    if (sends.some(({ phases }) => phases.connectMs !== null)) return true
  }
  return false
}
