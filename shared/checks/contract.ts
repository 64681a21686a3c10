import { z } from 'zod'
import { EndpointId } from '#shared/ids.ts'
import { Started } from '#shared/jobs/contract.ts'
import { Interrupted } from '#shared/jobs/interrupted.ts'
import { NamedSigner } from '#shared/receivers/compose.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import { procedure } from '#shared/rpc/define.ts'
import { CheckReport, CheckResult, caseCount } from './model.ts'

export const RunningCheck = z.object({
  jobId: z.string(),
  cases: z.array(z.number().int()),
  current: z.number().int().nullable(),
  results: z.array(CheckResult),
})
export type RunningCheck = z.infer<typeof RunningCheck>

export const ReceiverCheck = z.object({
  running: RunningCheck.nullable(),
  /**
   * Set if the last run was interrupted and its results were lost. Contains the number of cases that had run. Reset by the next
   * run.
   */
  interruptedJob: Interrupted.nullable(),
  last: CheckReport.nullable(),
  /** The previous run with the same URL and signing secret, without its requests. Used for comparison. */
  before: CheckReport.nullable(),
  /** Why the last run has no report, such as a closed port. Reset by the next run and when the app quits. */
  problem: z.string().nullable(),
  /** Endpoints whose signing secret is on this computer and can sign the check's requests. The most likely choice comes first. */
  endpointIds: z.array(EndpointId),
  /**
   * Whether the sandbox can replace the API that the receiver calls. Otherwise, the check can't observe the effects of a
   * delivery.
   */
  withApi: z.boolean(),
})
export type ReceiverCheck = z.infer<typeof ReceiverCheck>

export const checks = {
  'checks.get': procedure(z.object({ receiverId: ReceiverId }), ReceiverCheck),
  /**
   * Starts a job. `only` limits it to the cases with these numbers. Without `signedBy`, requests are signed with the receiver's
   * own secret or, if it has none, with that of the first endpoint. If no secret is available or nothing can be sent, throws the
   * errors of `receivers.send`.
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
