import { createEmitter, type Event } from '#core/platform/emitter.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'

/** The window of retries, after which the service disables an endpoint (specification, sections 3 and 8). */
export const retryWindowMs = 4 * 86_400_000

/** The clock by which the sandbox service counts: it may be faster than real time, stop, and be moved ahead. */
export interface SandboxTime {
  speed(): number
  /** How much of its time passed in the last `realMs` milliseconds. */
  passedMs(realMs: number): number
}

/** Time as the service of a workspace counts it: real time, but for the sandbox. */
export interface ServiceTime {
  /** How much faster than real time it passes now. */
  speed(workspaceId: string): number
  passedMs(workspaceId: string, realMs: number): number
  setSandbox(time: SandboxTime): void
  /** The sandbox's clock was moved ahead, or passes at another speed. */
  moved(): void
  readonly onDidMove: Event<void>
}

const realTime: SandboxTime = { speed: () => 1, passedMs: (realMs) => realMs }

export function createServiceTime(): ServiceTime {
  const moves = createEmitter<void>()
  let sandbox = realTime
  const timeOf = (workspaceId: string) => (workspaceId === sandboxWorkspaceId ? sandbox : realTime)
  return {
    speed: (workspaceId) => timeOf(workspaceId).speed(),
    passedMs: (workspaceId, realMs) => timeOf(workspaceId).passedMs(realMs),
    setSandbox(time) {
      sandbox = time
    },
    moved: moves.fire,
    onDidMove: moves.event,
  }
}
