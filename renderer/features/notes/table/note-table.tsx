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
import { knownFolders } from '../folder-queries.ts'
import { indexStatus } from '../index-queries.ts'
import { count } from '../list/list-warnings.ts'
import type { NotesPageProps, Sort } from '../notes-search.ts'
import { columnsFor, gridTemplate, type NoteColumn } from './note-columns.ts'
import { NoteRow, noteLabel } from './note-row.tsx'
import { nextSort, orderOf } from './note-sorting.ts'
import css from './note-table.module.css'
import type { NoteSelection } from './use-note-selection.ts'
import { useRowFacts } from './use-row-facts.ts'

/** Notes in columns that follow the width there is, with heads that sort. */
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
  /** These are still the rows of another list, until this one comes. */
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
          Why don’t I see a note?
        </Button>
      </div>
    </div>
  )
}

const keyOf = ({ id }: NoteListItem) => id

/** The folder a list is of, in words: a folder that has others below it lists their notes too. */
function useWithin(id: string | undefined): FolderRef | null {
  const { data: tree } = useQuery(knownFolders(useApi()))
  return useMemo(() => {
    if (id === undefined) return null
    const folder = tree?.folders.find((one) => one.id === id)
    const hasMore = tree?.folders.some(({ parentFolderId }) => parentFolderId === id) ?? false
    return { id, name: folder ? `${nameOfFolder(folder)}${hasMore ? ' or below' : ''}` : 'this folder' }
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
    <fieldset className={css.heads} aria-label="Columns">
      <div className={css.grid} style={{ gridTemplateColumns: gridTemplate(columns) }}>
        {columns.map(({ id, label, sorts }) => {
          const way = sorts !== null && order?.by === sorts ? (order.descending ? 'down' : 'up') : null
          if (sorts === null) {
            return (
              <span key={id} className={classes(css.head, id === 'events' && css.number)}>
                {id === 'folder' ? <FolderHead /> : <span title="Received for the note here">{label}</span>}
              </span>
            )
          }
          return (
            <button
              key={id}
              type="button"
              className={classes(css.head, css.sorts, way !== null && css.sorted)}
              aria-label={`Sort by ${label.toLowerCase()}${way === null ? '' : way === 'up' ? ', ascending now' : ', descending now'}`}
              onClick={() => onSort(nextSort(sort, sorts))}
            >
              {label}
              {way === 'up' ? <ArrowUp size={12} aria-hidden /> : null}
              {way === 'down' ? <ArrowDown size={12} aria-hidden /> : null}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Which note is in which folder is learnt folder by folder, so it says of how many it is known. */
function FolderHead() {
  const { data: status } = useQuery(indexStatus(useApi()))
  const { read, of } = status?.folders ?? { read: 0, of: 0 }
  const words = `Known of ${read.toLocaleString()} of ${count(of, 'folder')}, which are read one by one.`
  return read < of || of === 0 ? (
    <span title={words}>
      Folder{' '}
      <span className={css.coverage}>
        {of === 0 ? 'not read yet' : `${read.toLocaleString()} of ${of.toLocaleString()} read`}
      </span>
    </span>
  ) : (
    <span title={words}>Folder</span>
  )
}
