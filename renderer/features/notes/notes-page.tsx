import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { NoteFilter } from '../../../shared/domain/note.ts'
import { useApi } from '../../api/client.ts'
import { folderList } from '../../queries/catalog.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { FolderPane } from './folder-pane.tsx'
import { NoteDetail } from './note-detail.tsx'
import { NotePane } from './note-pane.tsx'
import css from './notes-page.module.css'
import type { NotesPageProps, NotesSearch } from './notes-search.ts'

/** Three panes: folders, notes, one note. Narrow windows keep the folders in a drawer, and then show one pane at a time. */
export default function NotesPage({ search, onSearch }: NotesPageProps) {
  const noFolders = useMedia('(max-width: 1000px)')
  const onePane = useMedia('(max-width: 680px)')
  const [drawerOpen, setDrawerOpen] = useState(false)
  const { data: folders } = useQuery(folderList(useApi()))
  const filter = useMemo(() => filterOf(search), [search])
  const folder = folders?.items.find(({ id }) => id === search.folder)
  const closeNote = useCallback(() => onSearch({ note: undefined }), [onSearch])

  const chooseFolder = (id: string | undefined) => {
    setDrawerOpen(false)
    onSearch({ q: undefined, folder: id, note: undefined })
  }
  const folderPane = <FolderPane selected={search.folder} onSelect={chooseFolder} titled={!noFolders} />
  const notePane = (
    <NotePane
      title={search.folder === undefined ? 'All notes' : (folder?.name ?? 'Folder')}
      filter={filter}
      search={search}
      onSearch={onSearch}
      onFolders={noFolders ? () => setDrawerOpen(true) : undefined}
    />
  )
  const detail =
    search.note === undefined ? (
      <EmptyState icon={FileText} title="No note chosen">
        Choose a note from the list to read its summary, who took part and where it is filed.
      </EmptyState>
    ) : (
      <NoteDetail
        key={search.note}
        id={search.note}
        tab={search.tab ?? 'summary'}
        onTab={(tab) => onSearch({ tab: tab === 'summary' ? undefined : tab }, { replace: true })}
        onWhy={(id) => onSearch({ why: id })}
        onClose={closeNote}
        alone={onePane}
      />
    )

  const content = onePane ? (
    search.note === undefined ? (
      notePane
    ) : (
      detail
    )
  ) : (
    <SplitPane
      name="note-list"
      label="the list"
      initial={noFolders ? 320 : 420}
      min={260}
      max={760}
      side={notePane}
    >
      {detail}
    </SplitPane>
  )

  return (
    <div className={css.page}>
      {noFolders ? (
        <>
          {content}
          <Dialog title="Folders" isOpen={drawerOpen} onClose={() => setDrawerOpen(false)} place="left" flush>
            {folderPane}
          </Dialog>
        </>
      ) : (
        <SplitPane name="folders" label="the folders" initial={232} min={180} max={420} side={folderPane}>
          {content}
        </SplitPane>
      )}
    </div>
  )
}

function filterOf({ folder, after, before, updated }: NotesSearch): NoteFilter {
  return {
    ...(folder === undefined ? {} : { folderId: folder }),
    ...(after === undefined ? {} : { createdAfter: after }),
    ...(before === undefined ? {} : { createdBefore: before }),
    ...(updated === undefined ? {} : { updatedAfter: updated }),
  }
}
