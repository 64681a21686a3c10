import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceiverCheck } from '#shared/checks/contract.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { useCheckSigning } from '../receivers/signing/use-check-signing.tsx'
import { CaseList } from './case-list.tsx'
import { rowsOf } from './case-rows.ts'
import { CheckBar } from './check-bar.tsx'
import { CheckSummary } from './check-summary.tsx'
import css from './checks.module.css'
import { copy } from './copy.ts'
import { receiverCheck, startCheck, stopCheck } from './queries.ts'

/** Shows the check of a receiver case by case: the last run and the current one. */
export default function ReceiverCheckView({ receiver }: { readonly receiver: Receiver }) {
  const api = useApi()
  const { data, error, refetch, isFetching } = useQuery(receiverCheck(api, receiver.id))
  if (data !== undefined) return <Check receiver={receiver} check={data} />
  return error ? (
    <ErrorBanner error={error} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <Skeleton label={copy.loading} lines={8} />
  )
}

function Check({ receiver, check }: { readonly receiver: Receiver; readonly check: ReceiverCheck }) {
  const api = useApi()
  const [open, setOpen] = useState<number | null>(null)
  const start = useSubmission({
    ...startCheck(api, useQueryClient()),
    onError: (error) => toast({ tone: 'danger', title: copy.startFailed, description: error.message }),
  })
  const stop = useSubmission(stopCheck(api))
  const { running, interrupted, last, before, problem, endpointIds, withApi } = check
  const signing = useCheckSigning(receiver, endpointIds)
  const rows = rowsOf(check)
  const run = (only?: readonly number[]) =>
    start.mutate({
      receiverId: receiver.id,
      signedBy: signing.signedBy,
      ...(only === undefined ? {} : { only: [...only] }),
    })
  return (
    <div className={css.check}>
      <CheckBar
        check={check}
        signing={signing.field}
        isStarting={start.isPending}
        isStopping={stop.isPending}
        isBlocked={receiver.address.approval === 'needed'}
        onStart={run}
        onStop={(jobId) => stop.mutate(jobId)}
      />
      {signing.sample === null ? null : <div className={css.intro}>{signing.sample}</div>}
      {problem !== null && running === null ? (
        <div className={css.banner}>
          <Banner tone="warn" title={copy.problem}>
            <VisibleText text={problem} />
          </Banner>
        </div>
      ) : null}
      {interrupted === null ? null : (
        <div className={css.banner}>
          <Banner tone="warn" title={copy.interrupted}>
            {copy.interruptedText(interrupted.done, interrupted.of)} <TimeText iso={interrupted.startedAt} />.
          </Banner>
        </div>
      )}
      <CheckSummary running={running} last={last} before={before} rows={rows} url={receiver.url} />
      {last === null && running === null ? <p className={css.intro}>{copy.intro}</p> : null}
      <p className={css.intro}>{withApi ? copy.withApi : copy.withoutApi}</p>
      <CaseList
        rows={rows}
        url={receiver.url}
        open={open}
        onOpen={(number) => setOpen(number === open ? null : number)}
      />
    </div>
  )
}
