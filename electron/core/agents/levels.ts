import { createEmitter } from '#core/platform/emitter.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { Workspaces } from '#core/workspaces/index.ts'
import type { AgentsStatus, Envelope } from '#shared/agents/contract.ts'
import { type AgentLevel, allows, levelNames } from '#shared/agents/level.ts'
import type { Tool } from '#shared/agents/tools.ts'
import { AppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'

export type Levels = ReturnType<typeof createLevels>

const loopbackMs = 3_600_000
/** Longer than a call of 50 s, so that calls that follow each other keep the level. */
const keptMs = 120_000

export function createLevels(
  { settings, clock, agentLevel }: Pick<Platform, 'settings' | 'clock' | 'agentLevel'>,
  { workspaceStore }: Pick<Workspaces, 'workspaceStore'>,
) {
  const changed = createEmitter<void>()
  const ownWorkspaces = () => workspaceStore.all().length > 0
  if (agentLevel !== undefined && ownWorkspaces()) {
    throw new AppError(
      'not-allowed',
      'This data folder has a workspace of yours. Only Settings in the app can let agents read it. Use another --data-dir.',
    )
  }
  /** The `loopback` level is never saved, so that no file can grant it. */
  let loopback: { readonly endsAtMs: number; readonly timer: NodeJS.Timeout } | null = null
  let forThisRun = agentLevel

  const startLoopback = (ms: number) => {
    endLoopback()
    const timer = setTimeout(() => changed.fire(), ms).unref()
    loopback = { endsAtMs: clock.monotonicMs() + ms, timer }
  }
  const leftMs = () => (loopback === null ? 0 : loopback.endsAtMs - clock.monotonicMs())

  const endLoopback = () => {
    clearTimeout(loopback?.timer)
    loopback = null
  }
  const chosen = (): Exclude<AgentLevel, 'loopback'> | null => settings.recall('agents').level

  const level = (): AgentLevel => {
    if (leftMs() > 0) return 'loopback'
    if (forThisRun !== undefined && !ownWorkspaces()) return forThisRun
    return chosen() ?? (ownWorkspaces() ? 'off' : 'sandbox')
  }

  return {
    onDidChange: changed.event,
    level,
    allows: (needed: AgentLevel) => allows(level(), needed),
    content: (): boolean => settings.recall('agents').content,
    status(): Omit<AgentsStatus, 'calls'> {
      const now = level()
      return {
        level: now,
        until: now === 'loopback' ? new Date(clock.now().getTime() + leftMs()).toISOString() : null,
        isChosen: now === 'loopback' || chosen() !== null,
        content: settings.recall('agents').content,
      }
    },
    set({ level: next, content }: InputOf<'agents.set-level'>) {
      const stored = settings.recall('agents')
      const isStored = next !== undefined && next !== 'loopback'
      if (next !== undefined) endLoopback()
      if (isStored) forThisRun = undefined
      if (next === 'loopback') startLoopback(loopbackMs)
      settings.remember('agents', {
        level: isStored ? next : stored.level,
        content: content ?? stored.content,
      })
      changed.fire()
    },
    /** Prevents that the `loopback` level expires within the next two minutes. */
    keep() {
      if (leftMs() <= 0 || leftMs() >= keptMs) return
      startLoopback(keptMs)
      changed.fire()
    },
    close: endLoopback,
  }
}

const inSettings = 'in Notehook, Settings → Agents & scripts'

export const levelRefusal = (levels: Pick<Levels, 'level'>, needed: AgentLevel): string =>
  `The level is “${levelNames[levels.level()]}”. This needs “${levelNames[needed]}”, which the user can choose ${inSettings}.`

/** Returns why a tool may not run and what the user has to change, or `null` if it may run. */
export function refusalOf(
  tool: Tool,
  workspace: Envelope['workspace'],
  levels: Pick<Levels, 'level' | 'allows' | 'content'>,
): string | null {
  const isSandbox = workspace?.isSandbox ?? true
  const needed = tool.level === 'sandbox' && !isSandbox ? 'loopback' : tool.level
  if (levels.level() === 'off') {
    return `Scripts and agents are off. The user can choose what they may do ${inSettings}.`
  }
  if (tool.name === 'sandbox_open' && !isSandbox) {
    return 'Another workspace is open, and the sandbox would take its place in the window. Start your own: notehook start --sandbox --agents sandbox --data-dir DIR'
  }
  if (tool.sandboxOnly && !isSandbox) {
    return 'This works in the sandbox only, and another workspace is open. The user does it in Notehook’s window.'
  }
  if (!levels.allows(needed)) {
    return levelRefusal(levels, needed)
  }
  if (tool.readsContent && !isSandbox && !levels.content()) {
    return `Reading notes is off. The user can turn on “Notes’ content” ${inSettings}.`
  }
  return null
}
