import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { Interrupted } from '#shared/jobs/interrupted.ts'
import { NamedSigner } from '#shared/receivers/compose.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import { procedure } from '#shared/rpc/define.ts'
import { CheckReport, CheckResult, caseCount } from './model.ts'

/** A run that is under way. */
export const RunningCheck = z.object({
  jobId: z.string(),
  /** The case that is being sent; `null` before the first. */
  current: z.number().int().nullable(),
  /** Of the cases that have run so far. */
  results: z.array(CheckResult),
})
export type RunningCheck = z.infer<typeof RunningCheck>

export const ReceiverCheck = z.object({
  running: RunningCheck.nullable(),
  /** The last run, if it was interrupted, in cases. Its results are gone. Until the next one. */
  interrupted: Interrupted.nullable(),
  /** The last run that came to an end. */
  last: CheckReport.nullable(),
  /** The last one before the run shown, of the same URL and signing secret: others say nothing about what changed. Without its requests. */
  before: CheckReport.nullable(),
  /** Why the last try has no report, such as that nothing listens there. Until the next start, or quit. */
  problem: z.string().nullable(),
  /** Whose secret can sign: endpoints of the workspace with their secret on this computer, the most likely one first. */
  endpointIds: z.array(EndpointId),
  /** The sandbox can be the receiver's API, so that effects can be seen. */
  withApi: z.boolean(),
})
export type ReceiverCheck = z.infer<typeof ReceiverCheck>

/** Checks of the receivers of the open workspace: what each must survive, and what it answered. */
export const checks = {
  'checks.get': procedure(z.object({ receiverId: ReceiverId }), ReceiverCheck),
  /**
   * Starts a job. `only`: the numbers of the cases to run. Without `signedBy`, the receiver's own secret signs, or else that of the first
   * endpoint. Refused as `receivers.send`, before anything is sent; also if no secret can sign.
   */
  'checks.start': procedure(
    z.object({
      receiverId: ReceiverId,
      signedBy: NamedSigner.optional(),
      only: z.array(z.number().int().min(1).max(caseCount)).min(1).max(caseCount).optional(),
    }),
    Started,
  ),
}
