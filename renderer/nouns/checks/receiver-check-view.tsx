import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText, Play, Square } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { caseOf } from '#shared/checks/cases.ts'
import { changesSince } from '#shared/checks/compare.ts'
import type { ReceiverCheck, RunningCheck } from '#shared/checks/contract.ts'
import { type CheckReport, caseCount } from '#shared/checks/model.ts'
import { jsonOf } from '#shared/checks/reports/json.ts'
import { junitOf } from '#shared/checks/reports/junit.ts'
import { markdownOf } from '#shared/checks/reports/markdown.ts'
import { hintOf, summaryOf, summaryText } from '#shared/checks/summary.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { copyText } from '#ui/feedback/copy-text.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { useSaveText } from '../exports/save-export.tsx'
import { useCheckSigning } from '../receivers/signing/use-check-signing.tsx'
import { CaseList } from './case-list.tsx'
import { type CaseRow, rowsOf } from './case-rows.ts'
import { CaseStrip } from './case-strip.tsx'
import css from './checks.module.css'
import { changes as changeNames, copy, formats, type ReportFormat } from './copy.ts'
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

interface CheckBarProps {
  readonly check: ReceiverCheck
  /** Shows the secret that signs the deliveries. */
  readonly signing: ReactNode
  readonly isStarting: boolean
  readonly isStopping: boolean
  /** Whether the receiver's address still needs approval. */
  readonly isBlocked: boolean
  readonly onStart: (only?: readonly number[]) => void
  readonly onStop: (jobId: string) => void
}

/** Starts and stops a run, and saves or copies its report. */
function CheckBar(props: CheckBarProps) {
  const { check, signing, isStarting, isStopping, isBlocked, onStart, onStop } = props
  const { running, last, before } = check
  const main = useRef<HTMLButtonElement>(null)
  const failed = last?.results.filter(({ state }) => state === 'failed').map(({ number }) => number) ?? []
  return (
    <div className={css.bar}>
      {/* Uses one button for both, so that it keeps the focus when a run starts and ends. */}
      <Button
        ref={main}
        icon={running ? <Square size={12} aria-hidden /> : <Play size={14} aria-hidden />}
        pending={running ? isStopping : isStarting}
        isDisabled={isBlocked && running === null}
        onPress={() => (running ? onStop(running.jobId) : onStart())}
      >
        {running ? copy.stop : last ? copy.again : copy.start}
      </Button>
      {running === null && failed.length > 0 ? (
        <Button
          pending={isStarting}
          isDisabled={isBlocked}
          onPress={() => {
            main.current?.focus()
            onStart(failed)
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
          {signing}
        </span>
      ) : null}
      <span className={stackCss.grow} />
      {last && running === null ? <Report report={last} before={before} /> : null}
    </div>
  )
}

function Report({ report, before }: { readonly report: CheckReport; readonly before: CheckReport | null }) {
  const save = useSaveText()
  const texts: Readonly<Record<ReportFormat, () => string>> = {
    markdown: () => markdownOf(report, before),
    json: () => jsonOf(report),
    junit: () => junitOf(report),
  }
  const copyAs = (format: ReportFormat) => copyText(texts[format](), copy.copied(formats[format]))
  const saveAs = (format: ReportFormat) =>
    save({ title: copy.fileName, extension: extensions[format], text: texts[format]() })
  const all = Object.keys(formats) as ReportFormat[]
  return (
    <Menu
      label={copy.report}
      trigger={<Button icon={<FileText size={14} aria-hidden />}>{copy.report}</Button>}
    >
      {all.map((format) => (
        <MenuItem key={format} onAction={() => saveAs(format)}>
          {copy.saveAs(formats[format])}
        </MenuItem>
      ))}
      {all.map((format) => (
        <MenuItem key={`copy-${format}`} onAction={() => copyAs(format)}>
          {copy.copyAs(formats[format])}
        </MenuItem>
      ))}
    </Menu>
  )
}

const extensions = { markdown: 'md', json: 'json', junit: 'xml' } as const

/** Shows the progress of a run or the result of the last run, at the same height. */
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
  /** Current URL of the receiver. */
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
  const isElsewhere = last.url !== url.split('?')[0]
  return (
    <>
      <div className={css.summary}>
        <b>{copy.passed(passed, caseCount)}</b>
        <span className={textCss.muted}>
          {copy.lastRun} <TimeText iso={last.startedAt} />
          {isElsewhere ? <VisibleText text={` ${copy.at(last.url)}`} /> : null}
        </span>
      </div>
      <CaseStrip rows={rows} report={last} more={before ? comparison(before, last) : undefined} />
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

function Running({ run: { current, results } }: { readonly run: RunningCheck }) {
  const words = current === null ? copy.starting : copy.running(current, caseOf(current).name, caseCount)
  return (
    <div className={css.summary}>
      <span className={css.progress}>
        <Progress label={copy.progress} value={(100 * results.length) / caseCount} />
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
