import type { CheckReport } from '#shared/checks/model.ts'
import { caseCount } from '#shared/checks/model.ts'
import { notPassed, summaryText } from '#shared/checks/summary.ts'
import type { CaseRow } from './case-rows.ts'
import css from './case-strip.module.css'
import type { RowState } from './copy.ts'

/** Shows every case as a cell, in order, and below it the counts of cases that did not pass. */
export function CaseStrip({
  rows,
  report,
  more,
}: {
  readonly rows: readonly CaseRow[]
  /** Report to count, or `null` during a run. */
  readonly report: CheckReport | null
  /** Additional count of changes since the previous run. */
  readonly more?: string | undefined
}) {
  const counts = report ? [...notPassed(report).flat(), ...(more === undefined ? [] : [more])] : []
  return (
    <div className={css.strip}>
      <div
        className={css.cells}
        {...(report ? { role: 'img', 'aria-label': summaryText(report) } : { 'aria-hidden': true })}
      >
        {rows.map(({ of, state }) => {
          const look = state === 'failed' && of.grade !== 'must' ? 'warned' : state
          return (
            <span key={of.number} className={css.cell} data-state={look} title={`${of.number} ${of.name}`}>
              {marks[look] ?? ''}
            </span>
          )
        })}
      </div>
      <div className={css.counts} aria-hidden>
        <span>1</span>
        {counts.map((text) => (
          <span key={text}>{text}</span>
        ))}
        <span>{caseCount}</span>
      </div>
    </div>
  )
}

/** Marks for states that would otherwise differ by color only. */
const marks: Readonly<Partial<Record<RowState, string>>> = { failed: '×', warned: '!', unseen: '?' }
