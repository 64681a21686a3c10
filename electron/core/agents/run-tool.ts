import type { Platform } from '#core/platform/platform.ts'
import type { Clock, HardenMarkdown } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import type { Envelope, ReplacedTool } from '#shared/agents/contract.ts'
import type { AgentLevel } from '#shared/agents/level.ts'
import { type ToolInput, type ToolName, type ToolOutput, tools } from '#shared/agents/tools.ts'
import { nearestWord } from '#shared/deliveries/filter/filter-words.ts'
import { AppError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs/contract.ts'
import { type Client, createClient } from '#shared/rpc/client.ts'
import type { ProcedureName } from '#shared/rpc/contract.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import type { Activity } from './activity.ts'
import { bounded, cursorKeyOf, decodeCursor, emptyEnvelope, type More } from './answers.ts'
import { withIds } from './find-id.ts'
import { inputProblem } from './input-problem.ts'
import { type Levels, refusalOf } from './levels.ts'
import type { Waiting } from './waiting.ts'

export interface ToolContext {
  /** Calls only the procedures that the table declares for the tool, and only while the same workspace is open. */
  readonly client: Client
  readonly signal: AbortSignal
  readonly workspace: Envelope['workspace']
  readonly level: AgentLevel
  readonly content: boolean
  /** The cursor in the call's `next` argument, or `null` for the first page. */
  readonly cursor: unknown
  readonly redactor: Pick<Redactor, 'redact'>
  readonly hardenMarkdown: HardenMarkdown
  readonly waiting: Waiting
  /**
   * Waits for a job to end. Returns `null` if that takes longer than `withinMs`. If the call is canceled or agents are stopped,
   * cancels the job.
   */
  readonly job: (id: string, withinMs: number) => Promise<Job | null>
  readonly clock: Clock
}

/** A sentence, or an empty value if there is nothing to warn of. */
export type Warning = string | false | null | undefined

/**
 * The result of a tool, before its rows are limited to fit into an answer. Fields of the envelope are optional. Empty warnings
 * and fields that the table doesn't declare are left out.
 */
export type Answer<Name extends ToolName> = Omit<ToolOutput<Name>, keyof Envelope> &
  Partial<Omit<Envelope, 'warnings'>> & { readonly warnings?: readonly Warning[]; readonly more?: More }

export type RunTool<Name extends ToolName> = (
  input: ToolInput<Name>,
  context: ToolContext,
) => Promise<Answer<Name>>
export type RunTools = { readonly [Name in ToolName]: RunTool<Name> }

export const noWorkspace = () =>
  new AppError('not-connected', 'No workspace is open. Call sandbox_open, or ask the user to connect one.')

/**
 * Returns a client for these procedures that throws for every other one. `check` runs before each call. Replaces `invalid-input` by
 * `refused` unless the error names fields, because the tool's input is right if a procedure refuses it for another reason.
 */
export function only(client: Client, procedures: readonly ProcedureName[], check: () => void): Client {
  return {
    ...client,
    async call(name, ...rest) {
      if (!procedures.includes(name)) throw new Error(`The tool does not declare the procedure ${name}.`)
      check()
      try {
        return await client.call(name, ...rest)
      } catch (error) {
        const isRefused =
          error instanceof AppError && error.code === 'invalid-input' && error.details.fields === undefined
        throw isRefused ? new AppError('refused', error.message, { ...error.details, cause: error }) : error
      }
    },
  }
}

export function createToolRunner(
  platform: Pick<Platform, 'clock' | 'redactor' | 'log' | 'hardenMarkdown'>,
  uses: {
    readonly core: Pick<Transport, 'call' | 'subscribe'>
    readonly session: Pick<Workspaces['session'], 'workspace'>
    readonly levels: Omit<Levels, 'keep'>
    readonly activity: Activity
    readonly waiting: Waiting
    /** Removes secrets and the paths of endpoints from text. */
    readonly redact: (text: string) => string
    readonly run: RunTools
    readonly replaced: readonly ReplacedTool[]
  },
) {
  const { clock, log } = platform
  const { session, levels, activity, waiting, redact, run } = uses
  const client = createClient(uses.core)
  const running = new Map<AbortController, () => boolean>()
  /** Jobs that may outlive the call that started them. */
  const jobs = new Set<string>()

  const cancelJob = (id: string) => {
    jobs.delete(id)
    client
      .call('jobs.cancel', { id })
      .catch((error) => log.error('An agent’s job could not be canceled.', error))
  }

  const jobOf = async (id: string, withinMs: number, signal: AbortSignal): Promise<Job | null> => {
    jobs.add(id)
    const { promise, resolve, reject } = Promise.withResolvers<Job | null>()
    const look = (list: readonly Job[]) => {
      const found = list.find((job) => job.id === id)
      if (found?.state !== 'running') resolve(found ?? null)
    }
    const abort = () => {
      cancelJob(id)
      reject(signal.reason)
    }
    const timeout = setTimeout(() => resolve(null), withinMs)
    const end = client.subscribe((event) => {
      if (event.name === 'jobs.changed') look(event.data)
    })
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    try {
      look(await client.call('jobs.list'))
      const job = await promise
      if (job !== null) jobs.delete(id)
      return job
    } finally {
      clearTimeout(timeout)
      end()
      signal.removeEventListener('abort', abort)
    }
  }

  const workspaceNow = (): Envelope['workspace'] => {
    const open = session.workspace()
    return open && { id: open.id, label: open.label, isSandbox: open.kind === 'sandbox' }
  }

  levels.onDidChange(() => {
    for (const [ending, isAllowed] of running) if (!isAllowed()) ending.abort()
  })

  const runTool = async (
    tool: (typeof tools)[number],
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    ending: AbortController,
  ): Promise<Envelope> => {
    const workspace = workspaceNow()
    const check = () => {
      const refusal = refusalOf(tool, workspace, levels)
      if (refusal !== null) throw new AppError('not-allowed', refusal)
      if (workspace !== null && session.workspace()?.id !== workspace.id) {
        throw new AppError(
          'canceled',
          'Another workspace was opened in Notehook. Check `status`, then call again.',
        )
      }
    }
    running.set(ending, () => refusalOf(tool, workspace, levels) === null)
    check()
    const parsed = tool.input.safeParse(input)
    if (!parsed.success) throw inputProblem(tool, parsed.error, input)
    const allowed = only(client, tool.procedures, check)
    const checked = await withIds(allowed, parsed.data)
    const cursorKey = cursorKeyOf(tool.name, workspace?.id, checked)
    const runOne = run[tool.name] as RunTool<ToolName>
    const {
      more,
      warnings = [],
      ...answer
    } = await runOne(checked as never, {
      client: allowed,
      signal,
      redactor: platform.redactor,
      hardenMarkdown: platform.hardenMarkdown,
      waiting,
      job: (id, withinMs) => jobOf(id, withinMs, signal),
      workspace,
      level: levels.level(),
      content: levels.content() || workspace?.isSandbox === true,
      cursor: decodeCursor(cursorKey, parsed.data.next),
      clock,
    })
    check()
    const envelope = { ...emptyEnvelope(workspaceNow()), warnings: warnings.filter(Boolean) }
    const whole = tool.output.parse({ ...envelope, ...answer })
    return bounded(withoutSecrets(whole, redact) as Envelope, more, cursorKey)
  }

  return {
    stop() {
      for (const ending of running.keys()) ending.abort()
      for (const id of jobs) cancelJob(id)
    },
    async call(name: string, input: Readonly<Record<string, unknown>>, caller: string, signal: AbortSignal) {
      const tool = tools.find((one) => one.name === name)
      const ending = new AbortController()
      const work = async (): Promise<Envelope> => {
        try {
          if (tool === undefined) throw unknownTool(name, uses.replaced)
          return await runTool(tool, input, AbortSignal.any([signal, ending.signal]), ending)
        } catch (error) {
          throw ending.signal.aborted ? new AppError('canceled', 'Stopped in Notehook.') : error
        } finally {
          running.delete(ending)
        }
      }
      const acts = tool?.annotations.readOnlyHint === false
      const call = { caller, tool: tool?.name ?? 'unknown', acts, input }
      return activity.record(call, signal, work, ({ outcome }) => outcome)
    },
  }
}

/** Removed tools and the tools that took their places. Older commands and MCP clients still call the removed ones. */
export const replacedTools: ReplacedTool[] = []

function unknownTool(name: string, replaced: readonly ReplacedTool[]): AppError {
  const by = replaced.find((tool) => tool.name === name)?.by
  if (by !== undefined)
    return new AppError('unknown-procedure', `The tool ${name} was removed. Use ${by} instead.`)
  const nearest = nearestWord(
    name,
    tools.map((tool) => tool.name),
  )
  const hint = nearest === null ? 'List the tools first.' : `Did you mean ${nearest}?`
  return new AppError('unknown-procedure', `There is no such tool. ${hint}`)
}

function withoutSecrets(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutSecrets(item, redact)]))
}
