import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'

/** An endpoint of this machine that still points to an old address, where its listener is not reached. */
export const StaleAddress = z.object({
  id: EndpointId,
  /** For display only where the service hides it. */
  url: z.string(),
  /** The same path at the current address. */
  newUrl: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  /** Only those of the open workspace can be re-pointed. */
  isOpen: z.boolean(),
})
export type StaleAddress = z.infer<typeof StaleAddress>

/** `updated`: it points here again. `replacing`: the service takes no update, so a new endpoint was made, and the old one waits for a decision. */
export const Repointed = z.object({ outcome: z.enum(['updated', 'replacing']) })
