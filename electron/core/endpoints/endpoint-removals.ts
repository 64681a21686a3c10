import type { JobRun, Jobs } from '#core/platform/jobs.ts'
import { asAppError } from '#shared/errors.ts'
import type { EndpointsDeleted } from '#shared/jobs/contract.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { EndpointManagement } from './endpoint-management.ts'

export function createRemovals(options: {
  readonly endpoints: Pick<EndpointManagement, 'remove'>
  readonly workspaceId: () => string | null
  readonly stopWaiting: () => Promise<void>
  readonly jobs: Pick<Jobs, 'run'>
}): Handlers['endpoints.remove-several'] {
  const { endpoints, workspaceId: openId, stopWaiting, jobs } = options
  const removeEach = async (
    requested: readonly { readonly id: string; readonly url: string }[],
    { workspaceId, signal, progress }: JobRun,
  ): Promise<EndpointsDeleted> => {
    signal.addEventListener('abort', () => void stopWaiting().catch(() => {}))
    const removed: string[] = []
    const failed: EndpointsDeleted['failed'] = []
    const left = (from: number) => requested.slice(from).map(({ id }) => id)
    for (const [at, { id, url }] of requested.entries()) {
      progress(at)
      if (signal.aborted || openId() !== workspaceId) return { removed, failed, left: left(at) }
      try {
        await endpoints.remove(id)
        removed.push(id)
      } catch (thrown) {
        const { code, message } = asAppError(thrown)
        if (code === 'canceled') return { removed, failed, left: left(at) }
        failed.push({ id, url, message })
        if (endsAll.has(code)) return { removed, failed, left: left(at + 1) }
      }
    }
    progress(requested.length)
    return { removed, failed, left: [] }
  }

  return ({ endpoints: requested }) => {
    const once = [...new Map(requested.map((endpoint) => [endpoint.id, endpoint])).values()]
    return jobs.run('delete-endpoints', once.length, (run) => removeEach(once, run))
  }
}

const endsAll: ReadonlySet<string> = new Set([
  'key-rejected',
  'key-missing',
  'keychain-locked',
  'not-connected',
  'unreachable',
  'insecure',
  'redirected',
  'no-webhooks',
])
