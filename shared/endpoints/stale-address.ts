import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/** An endpoint of this machine that points to an old address, where the listener is not reachable. */
export const StaleAddress = z.object({
  id: EndpointId,
  /** Only for display if the service hides the URL. */
  url: z.string(),
  /** Same path at the current address. */
  newUrl: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  /** Whether its workspace is open, which re-pointing requires. */
  isOpen: z.boolean(),
})
export type StaleAddress = z.infer<typeof StaleAddress>

/**
 * Result of re-pointing. `updated`: the endpoint has the current address. `replacing`: the service refuses updates, so a new endpoint was
 * created, and the user decides about the old one.
 */
export const Repointed = z.object({ outcome: z.enum(['updated', 'replacing']) })
