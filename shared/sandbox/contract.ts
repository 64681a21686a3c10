import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { SessionStatus } from '#shared/workspaces/session-contract.ts'

export const sandbox = {
  /** Starts the sandbox service on this machine and opens its workspace. Needs no key and no network. */
  'sandbox.start': procedure(
    z.object({ notes: z.number().int().min(1).max(1_000_000).optional() }),
    SessionStatus,
  ),
  /** Stops it and returns to the workspace that was open before, if any. */
  'sandbox.stop': procedure(NoInput, SessionStatus),
}
