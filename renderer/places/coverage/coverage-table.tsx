import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import type { Coverage, CoverageCell } from '#shared/endpoints/coverage.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import hiddenCss from '#ui/text/visually-hidden.module.css'
import type { FolderNames } from '../../nouns/endpoints/folder-names.ts'
import { cellIcons, cellStateOf } from './cell-states.ts'
import { table as copy, elsewhere, labels } from './copy.ts'
import css from './coverage.module.css'

export interface ChosenCell {
  readonly folderId: string | null
  readonly scope: string
  readonly eventType: string
}

/** A table of buttons. Tab moves to a single button, and the arrow keys move to the others. */
export function CoverageTable({
  coverage,
  folders,
  chosen,
  onChoose,
}: {
  readonly coverage: Coverage
  readonly folders: FolderNames
  readonly chosen: ChosenCell | null
  readonly onChoose: (cell: ChosenCell) => void
}) {
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState({ row: 0, column: 0 })
  const { scopes, eventTypes, rows } = coverage
  const width = scopes.length * eventTypes.length

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps.get(event.key)
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = {
      row: Math.min(rows.length - 1, Math.max(0, place.row + step.row)),
      column: Math.min(width - 1, Math.max(0, place.column + step.column)),
    }
    setPlace(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus()
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.scroller} aria-label={copy.label} tabIndex={0}>
      <table ref={table} className={css.table} onKeyDown={onKeyDown}>
        <caption className={hiddenCss.hidden}>{copy.caption}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={css.corner}>
              {copy.notesIn}
            </th>
            {scopes.map((scope) => (
              <th key={scope} scope="colgroup" colSpan={eventTypes.length} className={css.scope}>
                <VisibleText text={scope} />
              </th>
            ))}
          </tr>
          <tr>
            {scopes.flatMap((scope) =>
              eventTypes.map((type, column) => (
                <th key={`${scope} ${type}`} scope="col" className={css.type} data-first={column === 0}>
                  <TypeName type={type} />
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ folderId, cells }, row) => (
            <tr key={folderId ?? ''}>
              <th scope="row" className={css.place}>
                {folderId === null ? (
                  elsewhere(coverage)
                ) : (
                  <span title={visibleText(folders.of(folderId).path)}>
                    <VisibleText text={folders.of(folderId).path} />
                  </span>
                )}
              </th>
              {cells.map((cell, column) => (
                <Cell
                  key={`${cell.scope} ${cell.eventType}`}
                  cell={cell}
                  at={`${row} ${column}`}
                  isFirst={column % eventTypes.length === 0}
                  reachable={place.row === row && place.column === column}
                  isChosen={
                    chosen?.folderId === folderId &&
                    chosen.scope === cell.scope &&
                    chosen.eventType === cell.eventType
                  }
                  onChoose={() => {
                    setPlace({ row, column })
                    onChoose({ folderId, scope: cell.scope, eventType: cell.eventType })
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TypeName({ type }: { readonly type: string }) {
  const [first = '', ...rest] = type.replace(/^note\./, '').split('_')
  return (
    <>
      <VisibleText text={first} />
      {rest.map((word) => (
        <Fragment key={word}>
          _<wbr />
          <VisibleText text={word} />
        </Fragment>
      ))}
    </>
  )
}

function Cell({
  cell,
  at,
  isFirst,
  reachable,
  isChosen,
  onChoose,
}: {
  readonly cell: CoverageCell
  readonly at: string
  readonly isFirst: boolean
  readonly reachable: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  const state = cellStateOf(cell)
  const Icon = cellIcons[state]
  const count = cell.by.length
  const label = copy.cell(cell.eventType, cell.scope, labels[state], count)
  return (
    <td className={css.cell} data-first={isFirst}>
      <button
        type="button"
        className={css.button}
        data-look={state}
        data-at={at}
        tabIndex={reachable ? 0 : -1}
        aria-pressed={isChosen}
        aria-label={label}
        title={visibleText(label)}
        onClick={onChoose}
      >
        <Icon size={14} strokeWidth={state === 'once' ? 2.25 : 1.75} aria-hidden />
        {count > 1 ? <span>{count}</span> : null}
      </button>
    </td>
  )
}

const steps: ReadonlyMap<string, { readonly row: number; readonly column: number }> = new Map(
  Object.entries({
    ArrowUp: { row: -1, column: 0 },
    ArrowDown: { row: 1, column: 0 },
    ArrowLeft: { row: 0, column: -1 },
    ArrowRight: { row: 0, column: 1 },
  }),
)
