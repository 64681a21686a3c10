import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { lettersOf } from '#shared/app/shown-commands.ts'
import type { FolderRef } from '#shared/notes/folder-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfNote } from '#shared/notes/names.ts'
import { type ColumnHead, ColumnHeads, gridTemplate } from '#ui/collections/columns.tsx'
import { useRowHeight } from '#ui/collections/use-row-height.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { copyText } from '#ui/feedback/copy-text.ts'
import { useWidth } from '#ui/hooks/use-width.ts'
import stackCss from '#ui/layout/stack.module.css'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { useApi } from '../../../host/client.ts'
import { knownFolders } from '../../../nouns/notes/folder-queries.ts'
import { useNoteActions } from '../actions/use-note-actions.ts'
import { actions, copy } from '../copy.ts'
import type { NotesPageProps, NotesSearch, Sort } from '../notes-search.ts'
import { wordsInTitles } from './matches.ts'
import { columnsFor, type NoteColumn } from './note-columns.ts'
import { NoteRow, noteLabel } from './note-row.tsx'
import { nextSort, orderOf } from './note-sorting.ts'
import type { NoteSelection } from './use-note-selection.ts'
import { type TableNote, useRowFacts } from './use-row-facts.ts'

/** A table of notes. The columns fit the available width, and pressing a column header sorts the list. */
export function NoteTable({
  label,
  notes,
  search,
  searched = search.title ?? '',
  sort,
  onSearch,
  picks,
  onNearEnd,
  nearEnd,
  total,
  footer,
  isOfAnother = false,
  isReused = false,
  isTall = false,
}: NotesPageProps & {
  readonly label: string
  /** The search that found the rows. Its words are highlighted in the titles. */
  readonly searched?: string
  readonly notes: readonly TableNote[]
  readonly picks: NoteSelection
  readonly sort: Sort | undefined
  readonly onNearEnd?: (() => void) | undefined
  readonly nearEnd?: number
  readonly total: number
  readonly footer?: ReactNode
  /** Whether the rows are still those of the previous list, because this list is loading. */
  readonly isOfAnother?: boolean
  /** See `VirtualList`. */
  readonly isReused?: boolean
  /** See `NoteRow`. */
  readonly isTall?: boolean
}) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const columns = useMemo(() => columnsFor(width), [width])
  const rowHeight = useRowHeight(isTall ? '--row-found' : '--row')
  const words = useMemo(() => wordsInTitles(searched), [searched])
  const { onRange, factsOf } = useRowFacts(notes, columns, useWithin(isOfAnother ? undefined : search.folder))
  const renderNote = useCallback(
    (note: TableNote) => (
      <NoteRow note={note} columns={columns} words={words} isTall={isTall} {...factsOf(note.id)} />
    ),
    [columns, words, isTall, factsOf],
  )
  return (
    <div ref={frame} className={stackCss.fill}>
      <ColumnHeads
        label={copy.columns.label}
        heads={headsOf(columns, sort, (next) => onSearch({ sort: next }, { replace: true }))}
        template={gridTemplate(columns)}
        inset={inset}
      />
      <VirtualList
        label={label}
        items={notes}
        keyOf={keyOf}
        renderItem={renderNote}
        labelOf={noteLabel}
        rowHeight={rowHeight}
        selectedKey={search.note ?? null}
        onSelect={({ id, match }, how) => onSearch({ note: id, ...tabOf(match) }, how)}
        pane="note-detail"
        isOutdated={isOfAnother}
        textOf={nameOfNote}
        letters={lettersOf('note')}
        menu={(note) =>
          picks.count > 1 && picks.has(note) ? (
            <ActionItems groups={pickedActions(picks)} />
          ) : (
            <NoteItems id={note.id} />
          )
        }
        rowKeys={({ id }) => (picks.count > 0 ? null : <NoteKeys id={id} />)}
        picking={picks}
        isReused={isReused}
        isSteady
        onRange={onRange}
        onNearEnd={onNearEnd}
        {...(nearEnd === undefined ? {} : { nearEnd })}
        total={total}
        footer={footer}
      />
    </div>
  )
}

const keyOf = ({ id }: NoteListItem) => id

/** Returns the tab that shows where a search was found. Keeps the tab if the row shows it. */
export function tabOf(match: TableNote['match']): Pick<NotesSearch, 'tab'> {
  if (!match || match.part === 'title' || match.part === 'owner') return {}
  if (match.part === 'transcript') return { tab: 'transcript' }
  return { tab: match.part === 'attendees' ? 'details' : undefined }
}

/** Returns the folder that the list shows. Its name shows whether the list also contains notes of subfolders. */
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

const inset = 32

function headsOf(
  columns: readonly NoteColumn[],
  sort: Sort | undefined,
  onSort: (sort: Sort) => void,
): readonly ColumnHead[] {
  const order = orderOf(sort)
  return columns.map(({ id, label, sorts }) => {
    const direction = sorts !== null && order?.by === sorts ? (order.descending ? 'down' : 'up') : null
    return {
      id,
      label,
      title: id === 'events' ? copy.columns.eventsTitle : undefined,
      isNumber: id === 'events',
      sort:
        sorts === null
          ? null
          : {
              label: copy.columns.sortBy(label, direction),
              direction,
              run: () => onSort(nextSort(sort, sorts)),
            },
    }
  })
}

function NoteItems({ id }: { readonly id: string }) {
  return <ActionItems groups={useNoteActions({ id })} />
}

function NoteKeys({ id }: { readonly id: string }) {
  return <ActionKeys groups={useNoteActions({ id })} />
}

export const pickedActions = ({ notes, onExport }: NoteSelection): ActionGroups => [
  [
    {
      id: 'selection.copy-ids',
      ...copy.selection.copyIds,
      icon: Copy,
      run: () => copyText(notes.map(({ id }) => id).join('\n'), actions.idsCopied),
    },
    { id: 'selection.export', ...copy.selection.export, icon: Download, run: onExport },
  ],
]
