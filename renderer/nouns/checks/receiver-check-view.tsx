import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Play, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { caseOf } from '#shared/checks/cases.ts'
import { changesSince } from '#shared/checks/compare.ts'
import type { ReceiverCheck, RunningCheck } from '#shared/checks/contract.ts'
import { type CheckReport, caseCount } from '#shared/checks/model.ts'
import { hintOf, notPassed, summaryOf, summaryText } from '#shared/checks/summary.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { CaseList } from './case-list.tsx'
import { type CaseRow, rowsOf } from './case-rows.ts'
import { CaseStrip } from './case-strip.tsx'
import css from './checks.module.css'
import { changes as changeNames, copy } from './copy.ts'
import { receiverCheck, stopCheck } from './queries.ts'
import { ReportMenu } from './report-menu.tsx'
import { type CheckRun, useCheckRun } from './use-check-run.ts'

interface CheckViewProps {
  readonly receiver: Receiver
  /** Whether to start a check when the view is ready. */
  readonly starts: boolean
  readonly onStarted: () => void
  readonly open: number | undefined
  readonly onOpen: (number: number | undefined) => void
}

export default function ReceiverCheckView(props: CheckViewProps) {
  const { receiver } = props
  const api = useApi()
  const query = useQuery(receiverCheck(api, receiver.id))
  const { data } = query
  if (data !== undefined) return <Check {...props} check={data} />
  return <QueryPlaceholder query={query} label={copy.loading} lines={8} />
}

function Check({
  receiver,
  check,
  starts,
  onStarted,
  open,
  onOpen,
}: CheckViewProps & { readonly check: ReceiverCheck }) {
  const api = useApi()
  const stop = useSubmission(stopCheck(api))
  const { running, interruptedJob, last, before, problem, endpointIds, withApi } = check
  const run = useCheckRun(receiver, endpointIds)
  const rows = rowsOf(check)
  useEffect(() => {
    if (!starts) return
    onStarted()
    if (running === null && !run.isBlocked) run.start()
  })
  return (
    <div className={css.check}>
      <CheckBar check={check} run={run} isStopping={stop.isPending} onStop={(jobId) => stop.mutate(jobId)} />
      {run.signing.sample === null ? null : <div className={css.intro}>{run.signing.sample}</div>}
      {problem !== null && running === null ? (
        <div className={css.banner}>
          <Banner tone="warn" title={copy.problem}>
            <VisibleText text={problem} />
          </Banner>
        </div>
      ) : null}
      {interruptedJob === null ? null : (
        <div className={css.banner}>
          <Banner tone="warn" title={copy.interrupted}>
            {copy.interruptedText(interruptedJob.done, interruptedJob.total)}{' '}
            <TimeText iso={interruptedJob.startedAt} />.
          </Banner>
        </div>
      )}
      <CheckSummary running={running} last={last} before={before} rows={rows} url={receiver.url} />
      {last === null && running === null ? <p className={css.intro}>{copy.intro}</p> : null}
      <p className={css.intro}>
        {withApi ? (
          <>
            {copy.withApi.before}{' '}
            <Link to="/sandbox" search={{ part: 'receiver' }}>
              {copy.withApi.link}
            </Link>{' '}
            {copy.withApi.after}
          </>
        ) : (
          copy.withoutApi
        )}
      </p>
      <CaseList
        rows={rows}
        url={receiver.url}
        withApi={last?.withApi ?? withApi}
        open={open}
        onOpen={(number) => onOpen(number === open ? undefined : number)}
        onRun={running === null && !run.isBlocked ? (number) => run.start([number]) : undefined}
      />
    </div>
  )
}

interface CheckBarProps {
  readonly check: ReceiverCheck
  readonly run: CheckRun
  readonly isStopping: boolean
  readonly onStop: (jobId: string) => void
}

function CheckBar({ check, run, isStopping, onStop }: CheckBarProps) {
  const { running, last, before } = check
  const { start, isStarting, isBlocked, signing } = run
  const main = useRef<HTMLButtonElement>(null)
  const failed = last?.results.filter(({ state }) => state === 'failed').map(({ number }) => number) ?? []
  return (
    <div className={css.bar}>
      {/* A single button, so that it keeps the focus when a run starts and ends. */}
      <Button
        ref={main}
        icon={running ? <Square size={12} aria-hidden /> : <Play size={14} aria-hidden />}
        pending={running ? isStopping : isStarting}
        isDisabled={isBlocked && running === null}
        onPress={() => (running ? onStop(running.jobId) : start())}
      >
        {running ? copy.stop : last ? copy.again : copy.start}
      </Button>
      {running === null && failed.length > 0 ? (
        <Button
          pending={isStarting}
          isDisabled={isBlocked}
          onPress={() => {
            main.current?.focus()
            start(failed)
          }}
        >
          {copy.failedOnly}
        </Button>
      ) : null}
      {isBlocked ? <span className={textCss.muted}>{copy.approve}</span> : null}
      {running === null ? (
        <span className={css.signer}>
          <span className={textCss.muted} aria-hidden>
            {copy.signedWith}
          </span>
          {signing.field}
        </span>
      ) : null}
      <span className={stackCss.grow} />
      {last && running === null ? (
        <ReportMenu
          report={last}
          before={before}
          trigger={<Button icon={<FileText size={14} aria-hidden />}>{copy.report}</Button>}
        />
      ) : null}
    </div>
  )
}

/** Shows the progress of a run or, with the same height, the result of the last run. */
function CheckSummary({
  running,
  last,
  before,
  rows,
  url,
}: {
  readonly running: RunningCheck | null
  readonly last: CheckReport | null
  readonly before: CheckReport | null
  readonly rows: readonly CaseRow[]
  readonly url: string
}) {
  if (running)
    return (
      <>
        <Running run={running} />
        <CaseStrip rows={rows} report={null} />
      </>
    )
  if (last === null) return null
  const { passed } = summaryOf(last)
  const text = summaryText(last)
  const hint = hintOf(last)
  const counts = [...notPassed(last).flat(), ...(before ? [comparison(before, last)] : [])]
  const isElsewhere = last.url !== url.split('?')[0]
  return (
    <>
      <div className={css.summary}>
        <b>{copy.passed(passed, caseCount)}</b>
        {counts.length === 0 ? null : <span>{counts.join(', ')}</span>}
        <span className={textCss.muted}>
          {copy.lastRun} <TimeText iso={last.startedAt} />
          {' · '}
          {copy.duration(last.ms)}
          {isElsewhere ? <VisibleText text={` ${copy.at(last.url)}`} /> : null}
        </span>
      </div>
      <CaseStrip rows={rows} report={last} />
      <div className={css.summaryNotes}>
        {hint === null ? null : (
          <div className={css.hint}>
            <Banner tone="warn">{hint}</Banner>
          </div>
        )}
        {last.why === null ? null : (
          <p className={css.why}>
            <VisibleText text={last.why} />
          </p>
        )}
        <LiveStatus>{text}</LiveStatus>
      </div>
    </>
  )
}

function Running({ run: { cases, current, results } }: { readonly run: RunningCheck }) {
  const words =
    current === null ? copy.starting : copy.running(results.length + 1, cases.length, caseOf(current).name)
  return (
    <div className={css.summary}>
      <span className={css.progress}>
        <Progress label={copy.progress} value={(100 * results.length) / cases.length} />
      </span>
      <span className={textCss.muted}>{words}</span>
    </div>
  )
}

function comparison(before: CheckReport, last: CheckReport): string {
  const found = [...changesSince(before, last).values()]
  const counts = (['fixed', 'regressed', 'still-failing'] as const).flatMap((change) => {
    const count = found.filter((one) => one === change).length
    return count === 0 ? [] : [`${count.toLocaleString()} ${changeNames[change]}`]
  })
  return counts.length === 0 ? copy.unchanged : counts.join(', ')
}
