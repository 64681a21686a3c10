import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { SessionStatus } from '#shared/workspaces/session-contract.ts'

export const sandbox = {
  /** Starts the sample workspace on this machine, no key and no network needed, and opens it. */
  'sandbox.start': procedure(
    z.object({ notes: z.number().int().min(1).max(1_000_000).optional() }),
    SessionStatus,
  ),
  /** Ends it and returns to the workspace that was open before, if any. */
  'sandbox.stop': procedure(NoInput, SessionStatus),
}
