import type { CheckReport } from '#shared/checks/model.ts'
import { caseCount } from '#shared/checks/model.ts'
import { notPassed, summaryText } from '#shared/checks/summary.ts'
import type { CaseRow } from './case-rows.ts'
import css from './case-strip.module.css'
import type { RowState } from './copy.ts'

/** Every case as a cell, in order, and below it what did not pass. */
export function CaseStrip({
  rows,
  report,
  more,
}: {
  readonly rows: readonly CaseRow[]
  /** `null` while it runs: nothing is counted yet. */
  readonly report: CheckReport | null
  /** Counted too: what changed since the run before. */
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

/** A color is never alone in saying it. */
const marks: Readonly<Partial<Record<RowState, string>>> = { failed: '×', warned: '!', unseen: '?' }
