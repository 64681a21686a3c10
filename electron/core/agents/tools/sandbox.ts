import { noWorkspace, type RunTool } from '../run-tool.ts'
import { runLine } from './receivers.ts'
import { listenerWarnings, sandboxWarning, stateOf } from './status.ts'

export const open: RunTool<'sandbox_open'> = async ({ notes }, { client, signal, waiting }) => {
  const opened = await client.call('sandbox.start', { notes }, { signal })
  if (opened.state === 'welcome') throw noWorkspace()
  const [status, endpoints, after] = await Promise.all([
    client.call('sandbox.status'),
    client.call('endpoints.list'),
    waiting.now(client, opened.workspace.id),
  ])
  return {
    sandbox: stateOf(status),
    endpoints: endpoints.map(({ id }) => id),
    run: runLine(endpoints[0]?.id),
    after,
    warnings: [sandboxWarning(status)],
    open: '#/sandbox',
  }
}

export const set: RunTool<'sandbox_set'> = async ({ speed, skipDay, ...switches }, { client }) => {
  if (speed !== undefined) await client.call('sandbox.set-speed', { speed })
  if (Object.keys(switches).length > 0) await client.call('sandbox.set-switches', switches)
  const status = await client.call(skipDay ? 'sandbox.skip-day' : 'sandbox.status')
  return {
    sandbox: stateOf(status),
    warnings: [switches.automatic === true && sandboxWarning(status)],
    open: '#/sandbox',
  }
}

export const trigger: RunTool<'sandbox_trigger'> = async (
  { type, count },
  { client, workspace, waiting },
) => {
  if (workspace === null) throw noWorkspace()
  const after = await waiting.now(client, workspace.id)
  const { deliveries } = await client.call('sandbox.trigger', { type, count })
  const listener = await client.call('listener.status')
  return {
    deliveries,
    after,
    outcome: deliveries === 0 ? 'failed' : 'done',
    warnings: [
      deliveries === 0 && 'No enabled endpoint receives this event. Call endpoints_list.',
      ...listenerWarnings(listener),
    ],
    open: '#/',
  }
}
