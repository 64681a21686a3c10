import { z } from 'zod'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { longestScript } from './limits.ts'
import { clockSpeeds, SandboxActivity, SandboxStatus, SwitchChanges } from './model.ts'

/**
 * Procedures of the sandbox service. While it is stopped, all of them except `sandbox.start` and `sandbox.stop` reject with
 * `not-connected`.
 */
export const sandbox = {
  /** Starts the sandbox service on this computer and opens its workspace. Needs neither a key nor a network. */
  'sandbox.start': procedure(
    z.object({ notes: z.number().int().min(1).max(1_000_000).optional() }),
    SessionStatus,
  ),
  'sandbox.stop': procedure(NoInput, SessionStatus),
  'sandbox.status': procedure(NoInput, SandboxStatus),
  /** Returns the API key for the user's own receiver. Call this directly, never through a cache. */
  'sandbox.receiver-key': procedure(NoInput, z.object({ apiKey: z.string() })),
  'sandbox.activity': procedure(NoInput, SandboxActivity),
  /**
   * Triggers events, each for a new or a suitable existing note. Returns the number of deliveries that were started, which is 0
   * if no enabled endpoint matches.
   */
  'sandbox.trigger': procedure(
    z.object({
      type: z.enum(eventTypes),
      count: z.number().int().min(1).max(50),
      /** If set, only this endpoint gets the events, which are marked as tests. */
      endpointId: EndpointId.optional(),
    }),
    z.object({ deliveries: z.number().int() }),
  ),
  /**
   * Starts a job that plays a script for one endpoint. If the script is invalid, rejects with `invalid-input` and the line. The
   * job fails if another workspace is opened.
   */
  'sandbox.run-script': procedure(
    z.object({
      name: z.string().max(255),
      text: z.string().max(longestScript, 'The script is longer than 100,000 characters. Use two scripts.'),
      endpointId: EndpointId,
    }),
    Started,
  ),
  'sandbox.set-speed': procedure(
    z.object({ speed: z.number().min(clockSpeeds.min).max(clockSpeeds.max) }),
    SandboxStatus,
  ),
  /** Advances the clock for retries and the four-day limit by 24 hours. Everything that becomes due is sent now, once. */
  'sandbox.skip-day': procedure(NoInput, SandboxStatus),
  'sandbox.set-switches': procedure(SwitchChanges, SandboxStatus),
}
