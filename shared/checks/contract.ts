import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { Interrupted } from '#shared/jobs/interrupted.ts'
import { NamedSigner } from '#shared/receivers/compose.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import { procedure } from '#shared/rpc/define.ts'
import { CheckReport, CheckResult, caseCount } from './model.ts'

/** A run in progress. */
export const RunningCheck = z.object({
  jobId: z.string(),
  /** Numbers of the cases to run. */
  cases: z.array(z.number().int()),
  /** Case in progress; `null` before the first. */
  current: z.number().int().nullable(),
  /** Results of the finished cases. */
  results: z.array(CheckResult),
})
export type RunningCheck = z.infer<typeof RunningCheck>

export const ReceiverCheck = z.object({
  running: RunningCheck.nullable(),
  /** Progress of the last run in cases, if it was interrupted. Its results are lost. Cleared by the next run. */
  interrupted: Interrupted.nullable(),
  /** Last finished run. */
  last: CheckReport.nullable(),
  /** Previous run with the same URL and signing secret, for comparison. Without its requests. */
  before: CheckReport.nullable(),
  /** Reason why the last run has no report, such as a closed port. Cleared by the next start, or on quit. */
  problem: z.string().nullable(),
  /** Endpoints whose secrets can sign, because they are on this computer. The most likely endpoint is first. */
  endpointIds: z.array(EndpointId),
  /** Whether the sandbox can be the receiver's API, so that effects can be observed. */
  withApi: z.boolean(),
})
export type ReceiverCheck = z.infer<typeof ReceiverCheck>

/** Procedures that check the receivers of the open workspace. */
export const checks = {
  'checks.get': procedure(z.object({ receiverId: ReceiverId }), ReceiverCheck),
  /**
   * Starts a job. `only`: the numbers of the cases to run. Without `signedBy`, signs with the receiver's own secret, or else that of the
   * first endpoint. Throws the errors of `receivers.send` before anything is sent, also if no secret is available.
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
