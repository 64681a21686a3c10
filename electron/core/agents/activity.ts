import type { Clock, Log } from '#core/platform/ports.ts'
import type { AgentActivity, AgentsStatus } from '#shared/agents/contract.ts'
import { cut } from './answers.ts'

/**
 * Records the calls that scripts and agents make during this run, so that the window can list them. Calls that change something
 * are also logged.
 */
export type Activity = ReturnType<typeof createActivity>

const kept = 500

export function createActivity(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  changed: () => void,
) {
  const ended: AgentActivity[] = []
  const running = new Map<number, AgentsStatus['calls'][number]>()
  let last = 0

  return {
    calls: (): AgentsStatus['calls'] => [...running.values()],
    list: (): AgentActivity[] => ended.toReversed(),
    /** Records a call. The returned function records its end. */
    begin({ caller, tool, acts, input }: { caller: string; tool: string; acts: boolean; input: unknown }) {
      last += 1
      const call = { id: last, caller: cut(caller, 64), tool, acts }
      const at = clock.now().toISOString()
      const startedMs = clock.monotonicMs()
      running.set(call.id, call)
      changed()
      return (outcome: AgentActivity['outcome'], message: string | null = null) => {
        running.delete(call.id)
        const ms = clock.monotonicMs() - startedMs
        ended.push({ ...call, at, input: cut(JSON.stringify(input), 200), outcome, message, ms })
        if (ended.length > kept) ended.shift()
        if (acts) log.info('An agent called a tool.', { ...call, outcome })
        changed()
      }
    },
  }
}
