import { createEmitter } from '#core/platform/emitter.ts'
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
export type ServiceTime = ReturnType<typeof createServiceTime>

const realTime: SandboxTime = { speed: () => 1, passedMs: (realMs) => realMs }

export function createServiceTime() {
  const moves = createEmitter<void>()
  let sandbox = realTime
  const timeOf = (workspaceId: string) => (workspaceId === sandboxWorkspaceId ? sandbox : realTime)
  return {
    /** How much faster than real time it passes now. */
    speed: (workspaceId: string): number => timeOf(workspaceId).speed(),
    passedMs: (workspaceId: string, realMs: number): number => timeOf(workspaceId).passedMs(realMs),
    setSandbox(time: SandboxTime) {
      sandbox = time
    },
    /** The sandbox's clock was moved ahead, or passes at another speed. */
    moved: moves.fire,
    onDidMove: moves.event,
  }
}
