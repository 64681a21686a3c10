import { type ReactNode, useState } from 'react'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { showAll, showFewer } from './copy.ts'
import css from './log-table.module.css'
import { Part } from './part.tsx'

/** How many rows are shown until more are asked for, so that both logs are in view. */
const few = 10

/** The newest rows of a log, under its columns. */
export function LogTable<Entry extends { readonly id: number }>({
  title,
  columns,
  entries,
  look,
  none,
  children,
}: {
  readonly title: string
  readonly columns: readonly string[]
  /** `undefined` while they are loaded. */
  readonly entries: readonly Entry[] | undefined
  /** The class of its columns. */
  readonly look: string | undefined
  readonly none: { readonly title: string; readonly text: string }
  readonly children: (entry: Entry) => ReactNode
}) {
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
        <div className={classes(css.head, look)} aria-hidden>
          {columns.map((column) => (
            <span key={column}>{column}</span>
          ))}
        </div>
        {entries?.length === 0 ? (
          <p className={css.none}>
            <b>{none.title}</b>
            <span>{none.text}</span>
          </p>
        ) : (
          <ul className={css.list} aria-label={title}>
            {shown.map((entry) => (
              <li key={entry.id}>{children(entry)}</li>
            ))}
          </ul>
        )}
      </div>
    </Part>
  )
}
