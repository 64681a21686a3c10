import { useState } from 'react'
import { LogEmpty, LogTable, type LogTableProps } from '#ui/collections/log-table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { showAll, showFewer } from './copy.ts'
import css from './logs.module.css'
import { Part } from './part.tsx'

/** Number of rows initially shown, so that both logs fit on the page without scrolling. */
const few = 10

export function LogPart<Entry extends { readonly id: number }>({
  title,
  heads,
  entries,
  none,
  ...table
}: {
  readonly title: string
  readonly heads: readonly string[]
  readonly entries: readonly Entry[] | undefined
  readonly none: { readonly title: string; readonly text: string }
} & Pick<LogTableProps<Entry>, 'columns' | 'openId' | 'onPress' | 'cells' | 'details'>) {
  const [isWhole, setWhole] = useState(false)
  const all = entries ?? []
  const shown = isWhole ? all : all.slice(0, few)
  return (
    <Part
      title={title}
      action={
        all.length > few ? (
          <Button size="small" variant="quiet" onPress={() => setWhole(!isWhole)}>
            {isWhole ? showFewer : showAll(all.length)}
          </Button>
        ) : null
      }
    >
      <div className={css.table}>
        <LogTable
          label={title}
          heads={heads.map((head) => <span key={head}>{head}</span>)}
          rows={shown}
          idOf={({ id }) => id}
          none={entries && <LogEmpty {...none} />}
          {...table}
        />
      </div>
    </Part>
  )
}
