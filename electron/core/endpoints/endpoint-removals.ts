import type { EventHub } from '#core/platform/event-bus.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import type { EndpointManagement } from './endpoints.ts'

/** Deletes several endpoints, one after the other, so that each is told of and it can be stopped. */
export interface Removals {
  /** Rejects with `invalid-input` while another one is under way. */
  remove(ids: readonly string[]): Promise<OutputOf<'endpoints.remove-several'>>
  stop(): void
}

export function createRemovals(
  endpoints: Pick<EndpointManagement, 'remove'>,
  workspaceId: () => string | null,
  hub: Pick<EventHub, 'publish'>,
): Removals {
  let running: AbortController | null = null

  const removeEach = async (ids: readonly string[], signal: AbortSignal) => {
    const began = workspaceId()
    const removed: string[] = []
    const failed: { id: string; message: string }[] = []
    for (const [at, id] of ids.entries()) {
      hub.publish('endpoints.removing', { done: at, of: ids.length })
      // These ids mean nothing in another workspace.
      if (signal.aborted || workspaceId() !== began) return { removed, failed, left: ids.slice(at) }
      try {
        await endpoints.remove(id)
        removed.push(id)
      } catch (thrown) {
        const { code, message } = asAppError(thrown)
        // It was stopped while it waited for the service, and so is left as it is.
        if (code === 'cancelled') return { removed, failed, left: ids.slice(at) }
        failed.push({ id, message })
        if (endsAll.has(code)) return { removed, failed, left: ids.slice(at + 1) }
      }
    }
    return { removed, failed, left: [] }
  }

  return {
    async remove(asked) {
      if (running) throw new AppError('invalid-input', 'Endpoints are being deleted already.')
      const ids = [...new Set(asked)]
      running = new AbortController()
      try {
        const result = await removeEach(ids, running.signal)
        return { removed: result.removed, failed: result.failed, left: [...result.left] }
      } finally {
        running = null
        hub.publish('endpoints.removing', { done: ids.length, of: ids.length })
      }
    },
    stop: () => running?.abort(),
  }
}

/** What fails for one like this fails for all of them. */
const endsAll: ReadonlySet<string> = new Set([
  ...['key-rejected', 'key-missing', 'keychain-locked', 'not-connected'],
  ...['unreachable', 'insecure', 'redirected', 'no-webhooks'],
])
