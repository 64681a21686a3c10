import { createEmitter } from '#core/platform/emitter.ts'
import type { SandboxService } from '#core/platform/ports.ts'
import { sandboxWorkspaceId } from './workspace-of.ts'

/** The sandbox service while it runs, and the time of each workspace's service. */
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
    /** Time as the workspace's service measures it. Only the sandbox has a clock that can run faster, stop or jump ahead. */
    time: {
      /** Returns the current speed of the service's clock, as a multiple of real time. */
      speed: (workspaceId: string): number => serviceOf(workspaceId)?.clockSpeed() ?? 1,
      /** Returns how much service time passed during the last `realMs` milliseconds. */
      passedMs: (workspaceId: string, realMs: number): number =>
        serviceOf(workspaceId)?.passedMs(realMs) ?? realMs,
      moved: moved.fire,
      onDidMove: moved.event,
    },
  }
}
