import { caseOf } from '#shared/checks/cases.ts'
import { changesSince } from '#shared/checks/compare.ts'
import type { RunningCheck } from '#shared/checks/contract.ts'
import { type CheckReport, caseCount } from '#shared/checks/model.ts'
import { hintOf, summaryOf, summaryText } from '#shared/checks/summary.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import type { CaseRow } from './case-rows.ts'
import { CaseStrip } from './case-strip.tsx'
import css from './checks.module.css'
import { changes as changeNames, copy } from './copy.ts'

/** Shows the progress of a run or the result of the last run, at the same height. */
export function CheckSummary({
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
