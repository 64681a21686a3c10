import type { AgentLevel } from '#shared/agents/level.ts'
import type { ToolName, ToolOutput } from '#shared/agents/tools.ts'
import { type OpenCore, type OpenCoreOptions, openCore, refusalOf } from './open-core.ts'

const caller = { name: 'a test' }

export interface OpenAgent extends OpenCore {
  run<Name extends ToolName>(tool: Name, input?: object, signal?: AbortSignal): Promise<ToolOutput<Name>>
  refused(tool: string, input?: object): ReturnType<typeof refusalOf>
}

/** Opens a core, with the sandbox unless `notes` is 0, and calls its tools as an agent does. */
export async function openAgent({
  notes = 10,
  level,
  ...options
}: OpenCoreOptions & { readonly notes?: number; readonly level?: AgentLevel } = {}): Promise<OpenAgent> {
  const opened = await openCore(options)
  const { client } = opened
  if (notes > 0) {
    await client.call('sandbox.start', { notes })
    await client.call('sandbox.set-switches', { automatic: false })
  }
  if (level !== undefined) await client.call('agents.set-level', { level })
  const call = (tool: string, input: object = {}, signal?: AbortSignal) =>
    client.call('agents.run', { tool, input: { ...input }, caller }, { signal })
  return Object.assign(opened, {
    run: async <Name extends ToolName>(tool: Name, input?: object, signal?: AbortSignal) =>
      (await call(tool, input, signal)) as ToolOutput<Name>,
    refused: (tool: string, input?: object) => refusalOf(call(tool, input)),
  })
}
