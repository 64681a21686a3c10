import {
  Check,
  CircleX,
  Clock3,
  EyeOff,
  LoaderCircle,
  type LucideIcon,
  Minus,
  TriangleAlert,
} from 'lucide-react'
import { LogTable } from '#ui/collections/log-table.tsx'
import { CaseDetail } from './case-detail.tsx'
import type { CaseRow } from './case-rows.ts'
import css from './checks.module.css'
import { changes, copy, grades, type RowState, states } from './copy.ts'

/** Lists every case. Each row expands to its requests, responses and the change to make. */
export function CaseList({
  rows,
  url,
  open,
  onOpen,
}: {
  readonly rows: readonly CaseRow[]
  readonly url: string
  readonly open: number | null
  readonly onOpen: (number: number) => void
}) {
  return (
    <div className={css.table}>
      <LogTable
        label={copy.table}
        columns={css.columns}
        heads={
          <>
            <span className={css.number}>{copy.number}</span>
            <span>{copy.case}</span>
            <span>{copy.grade}</span>
            <span className={css.took}>{copy.took}</span>
            <span>{copy.result}</span>
          </>
        }
        rows={rows}
        idOf={(row) => row.of.number}
        openId={open}
        onPress={onOpen}
        cells={(row) => <Cells row={row} />}
        details={(row) => <CaseDetail row={row} url={url} />}
      />
    </div>
  )
}

function Cells({ row: { of, state, result, change } }: { readonly row: CaseRow }) {
  const Icon = icons[state]
  return (
    <>
      <span className={css.number}>{of.number}</span>
      <span className={css.name}>{of.name}</span>
      <span className={css.grade}>{grades[of.grade]}</span>
      <span className={css.took}>{result === null || state === 'not-run' ? '' : copy.ms(result.ms)}</span>
      <span className={css.state} data-state={state}>
        <Icon size={13} strokeWidth={state === 'passed' ? 2.25 : 1.75} aria-hidden />
        {states[state]}
        {change === null ? null : <i>{changes[change]}</i>}
      </span>
    </>
  )
}

const icons: Readonly<Record<RowState, LucideIcon>> = {
  passed: Check,
  warned: TriangleAlert,
  unseen: EyeOff,
  failed: CircleX,
  'not-run': Minus,
  running: LoaderCircle,
  waiting: Clock3,
}
