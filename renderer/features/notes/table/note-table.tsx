import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import type { FolderRef } from '#shared/notes/folder-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { nameOfFolder } from '#shared/notes/names.ts'
import { classes } from '#ui/class-names.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { useWidth } from '#ui/hooks/use-width.ts'
import { useApi } from '../../../host/client.ts'
import { copy } from '../copy.ts'
import { knownFolders } from '../folder-queries.ts'
import { indexStatus } from '../index-queries.ts'
import type { NotesPageProps, Sort } from '../notes-search.ts'
import { columnsFor, gridTemplate, type NoteColumn } from './note-columns.ts'
import { NoteRow, noteLabel } from './note-row.tsx'
import { nextSort, orderOf } from './note-sorting.ts'
import css from './note-table.module.css'
import type { NoteSelection } from './use-note-selection.ts'
import { useRowFacts } from './use-row-facts.ts'

/** Notes in columns that fit the width, with heads that sort. */
export function NoteTable({
  label,
  notes,
  search,
  onSearch,
  picks,
  onNearEnd,
  nearEnd,
  total,
  footer,
  isOfAnother = false,
}: NotesPageProps & {
  readonly label: string
  readonly notes: readonly NoteListItem[]
  readonly picks: NoteSelection
  readonly onNearEnd?: (() => void) | undefined
  readonly nearEnd?: number
  readonly total: number
  readonly footer: ReactNode
  /** The rows still belong to the previous list, until this one loads. */
  readonly isOfAnother?: boolean
}) {
  const frame = useRef<HTMLDivElement>(null)
  const columns = columnsFor(useWidth(frame))
  const { onRange, factsOf } = useRowFacts(notes, columns, useWithin(isOfAnother ? undefined : search.folder))
  return (
    <div ref={frame} className={css.table}>
      {columns ? (
        <Heads
          columns={columns}
          sort={search.sort}
          onSort={(sort) => onSearch({ sort }, { replace: true })}
        />
      ) : null}
      <VirtualList
        label={label}
        items={notes}
        keyOf={keyOf}
        renderItem={(note) => <NoteRow note={note} columns={columns} facts={factsOf(note.id)} />}
        labelOf={noteLabel}
        rowHeight={columns ? 34 : 46}
        selectedKey={search.note ?? null}
        onSelect={({ id }, how) => onSearch({ note: id }, how)}
        onOpen={() => document.getElementById('note-detail')?.focus()}
        picking={picks}
        onRange={onRange}
        onNearEnd={onNearEnd}
        {...(nearEnd === undefined ? {} : { nearEnd })}
        total={total}
        footer={footer}
      />
      <div className={css.foot}>
        <Button size="small" variant="quiet" onPress={() => onSearch({ why: '' })}>
          {copy.whyNotShown}
        </Button>
      </div>
    </div>
  )
}

const keyOf = ({ id }: NoteListItem) => id

/** The folder of a list, by name. A folder with subfolders lists their notes too. */
function useWithin(id: string | undefined): FolderRef | null {
  const { data: tree } = useQuery(knownFolders(useApi()))
  return useMemo(() => {
    if (id === undefined) return null
    const folder = tree?.folders.find((one) => one.id === id)
    const hasMore = tree?.folders.some(({ parentFolderId }) => parentFolderId === id) ?? false
    return {
      id,
      name: folder
        ? hasMore
          ? copy.row.orBelow(nameOfFolder(folder))
          : nameOfFolder(folder)
        : copy.row.thisFolder,
    }
  }, [id, tree])
}

function Heads({
  columns,
  sort,
  onSort,
}: {
  readonly columns: readonly NoteColumn[]
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
}) {
  const order = orderOf(sort)
  return (
    <fieldset className={css.heads} aria-label={copy.columns.label}>
      <div className={css.grid} style={{ gridTemplateColumns: gridTemplate(columns) }}>
        {columns.map(({ id, label, sorts }) => {
          const direction = sorts !== null && order?.by === sorts ? (order.descending ? 'down' : 'up') : null
          if (sorts === null) {
            return (
              <span key={id} className={classes(css.head, id === 'events' && css.number)}>
                {id === 'folder' ? <FolderHead /> : <span title={copy.columns.eventsTitle}>{label}</span>}
              </span>
            )
          }
          return (
            <button
              key={id}
              type="button"
              className={classes(css.head, css.sorts, direction !== null && css.sorted)}
              aria-label={copy.columns.sortBy(label, direction)}
              onClick={() => onSort(nextSort(sort, sorts))}
            >
              {label}
              {direction === 'up' ? <ArrowUp size={12} aria-hidden /> : null}
              {direction === 'down' ? <ArrowDown size={12} aria-hidden /> : null}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Folders are learned one by one, so the head shows how many were read. */
function FolderHead() {
  const { data: status } = useQuery(indexStatus(useApi()))
  const { read, of } = status?.folders ?? { read: 0, of: 0 }
  const words = copy.columns.folderTitle(read, of)
  return read < of || of === 0 ? (
    <span title={words}>
      {copy.columns.folder} <span className={css.coverage}>{copy.columns.foldersRead(read, of)}</span>
    </span>
  ) : (
    <span title={words}>{copy.columns.folder}</span>
  )
}
