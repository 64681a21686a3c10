import type { CheckReport } from '#shared/checks/model.ts'
import { summaryText } from '#shared/checks/summary.ts'
import type { CaseRow } from './case-rows.ts'
import css from './case-strip.module.css'
import type { RowState } from './copy.ts'

export function CaseStrip({
  rows,
  report,
}: {
  readonly rows: readonly CaseRow[]
  readonly report: CheckReport | null
}) {
  return (
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
  )
}

const marks: Readonly<Partial<Record<RowState, string>>> = { failed: '×', warned: '!', unseen: '?' }
