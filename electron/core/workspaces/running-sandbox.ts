import { createEmitter } from '#core/platform/emitter.ts'
import type { SandboxService } from '#core/platform/ports.ts'
import { sandboxWorkspaceId } from './sandbox-workspace.ts'

/** The running sandbox service, and how fast time passes in each workspace. */
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
    isProduced: (webhookId: string): boolean => service?.isProduced(webhookId) ?? false,
    /** Time in a workspace's service. Only the sandbox's time can be faster than real time, stop or jump. */
    time: {
      /** Returns the current speed of the service's clock, as a multiple of real time. */
      speed: (workspaceId: string): number => serviceOf(workspaceId)?.clockSpeed() ?? 1,
      /** Returns how much time passed for the service in the last `realMs` milliseconds. */
      passedMs: (workspaceId: string, realMs: number): number =>
        serviceOf(workspaceId)?.passedMs(realMs) ?? realMs,
      moved: moved.fire,
      onDidMove: moved.event,
    },
  }
}
