import type { ToolOutput } from '#shared/agents/tools.ts'
import { AppError } from '#shared/errors.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Activity } from './activity.ts'
import type { createToolRunner } from './run-tool.ts'

/** Forwards to a receiver while `notehook forward` runs. Restores the receiver's earlier state at the end. */
export function createForwarding(options: {
  readonly client: Client
  readonly runner: Pick<ReturnType<typeof createToolRunner>, 'call'>
  readonly activity: Pick<Activity, 'record'>
}) {
  const { client, runner, activity } = options
  /** Each receiver's earlier state, by id. `null` if it was added. Several commands can forward to the same receiver. */
  const begun = new Map<string, { readonly before: Receiver | null; readonly commands: number }>()

  const end = async (id: string): Promise<boolean> => {
    const { before, commands } = begun.get(id) ?? { before: null, commands: 0 }
    if (commands === 0) throw new AppError('not-found', 'Notehook was restarted meanwhile.')
    if (commands > 1) begun.set(id, { before, commands: commands - 1 })
    else begun.delete(id)
    const receiver = (await client.call('receivers.list')).find((one) => one.id === id)
    return commands === 1 && receiver !== undefined && restore(receiver, before)
  }

  const restore = async (receiver: Receiver, before: Receiver | null): Promise<boolean> => {
    const { id, rules } = receiver
    if (before === null && !(await hasGotRequests(client, id))) {
      await client.call('receivers.remove', { id })
      return true
    }
    await client.call('receivers.set-live', { id, live: before?.live ?? false })
    if (before !== null) {
      const { endpointIds } = before.rules
      await client.call('receivers.update', { id, changes: { rules: { ...rules, endpointIds } } })
    }
    return false
  }

  return {
    /** Leaves all receivers as they were found. Errors are passed to `onError`. */
    endAll(onError: (error: unknown) => void) {
      for (const [id, { before }] of begun) {
        begun.set(id, { before, commands: 1 })
        end(id).catch(onError)
      }
    },
    isForwarding: (receiver: string | undefined): boolean => receiver !== undefined && begun.has(receiver),
    handlers: {
      async 'agents.forward'({ url, caller, ...rules }, { signal }) {
        const known = await client.call('receivers.list')
        const input = { url, ...rules, forward: true }
        const answer = await runner.call('receivers_set', input, caller.name, signal)
        const { id } = (answer as ToolOutput<'receivers_set'>).receiver
        const found = known.find((one) => one.id === id) ?? null
        const { before, commands } = begun.get(id) ?? { before: found, commands: 0 }
        begun.set(id, { before, commands: commands + 1 })
        if (signal.aborted) await end(id)
        return { ...answer, forwarded: found?.live ?? false }
      },
      'agents.end-forward'({ receiver: id, caller }, { signal }) {
        const call = { caller: caller.name, tool: 'end-forward', acts: true, input: { receiver: id } }
        return activity.record(call, signal, async () => ({ removed: await end(id) }))
      },
    } satisfies Partial<Handlers>,
  }
}

async function hasGotRequests(client: Client, receiverId: string): Promise<boolean> {
  let before: number | undefined
  for (let hasMore = true; hasMore; ) {
    const page = await client.call('receivers.sends', { receiverId, before, limit: 200 })
    if (page.sends.some(({ phases }) => phases.connectMs !== null)) return true
    before = page.sends.at(-1)?.id
    hasMore = page.hasMore
  }
  return false
}
