import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/** An endpoint on this computer that still points to an old address, where the listener can't be reached. */
export const StaleAddress = z.object({
  id: EndpointId,
  url: z.string(),
  newUrl: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  /** Whether the endpoint's workspace is open. If not, its address can't be updated. */
  isOpen: z.boolean(),
})
export type StaleAddress = z.infer<typeof StaleAddress>

/**
 * Result of updating an endpoint's address.
 * - `updated`: the endpoint has the current address.
 * - `replacing`: the service refuses updates, so a new endpoint was created. The user decides what happens to the old one.
 */
export const Repointed = z.object({ outcome: z.enum(['updated', 'replacing']) })
