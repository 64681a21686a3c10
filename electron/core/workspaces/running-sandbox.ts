import { createEmitter } from '#core/platform/emitter.ts'
import type { SandboxService } from '#core/platform/ports.ts'
import { sandboxWorkspaceId } from './workspace-of.ts'

/** The sandbox service while it runs, and time as the service of each workspace counts it. */
export type RunningSandbox = ReturnType<typeof createRunningSandbox>

export function createRunningSandbox() {
  const moved = createEmitter<void>()
  let service: SandboxService | null = null
  const serviceOf = (workspaceId: string) => (workspaceId === sandboxWorkspaceId ? service : null)
  return {
    service: () => service,
    set(next: SandboxService | null) {
      service = next
    },
    /** Returns whether the sandbox made a delivery invalid on purpose. Such deliveries must not cause warnings. */
    isProduced: (webhookId: string): boolean => service?.isProduced(webhookId) ?? false,
    /** Time of the service of a workspace. Only the sandbox has a clock that can be faster, stop or jump ahead. */
    time: {
      /** Returns how much faster than real time it passes now. */
      speed: (workspaceId: string): number => serviceOf(workspaceId)?.clockSpeed() ?? 1,
      /** Converts the last `realMs` milliseconds. */
      passedMs: (workspaceId: string, realMs: number): number =>
        serviceOf(workspaceId)?.passedMs(realMs) ?? realMs,
      /** Call this when the clock of the sandbox jumped ahead or changed its speed. */
      moved: moved.fire,
      onDidMove: moved.event,
    },
  }
}
