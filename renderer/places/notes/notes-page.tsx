import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, RefreshCw, SearchX } from 'lucide-react'
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react'
import { nameOfFolder } from '#shared/notes/names.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useIsNarrow, useOnePane } from '#ui/hooks/use-media.ts'
import { useStable } from '#ui/hooks/use-stable.ts'
import { ListDetail, Panes } from '#ui/layout/list-detail.tsx'
import { SplitPane } from '#ui/layout/split-pane.tsx'
import { TitleRow } from '#ui/layout/title-row.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useCommands } from '../../frame/use-commands.ts'
import { useApi } from '../../host/client.ts'
import { knownFolders } from '../../nouns/notes/folder-queries.ts'
import { indexStatus } from '../../nouns/notes/index-queries.ts'
import { noteList } from '../../nouns/notes/queries.ts'
import { copy } from './copy.ts'
import { NoteDetail } from './detail/note-detail.tsx'
import { FolderPane } from './folders/folder-pane.tsx'
import { filterOf } from './list/describe-list.ts'
import css from './list/note-pane.module.css'
import { NotePane } from './list/note-pane.tsx'
import { useList } from './list/use-list.ts'
import { useListMode } from './list/use-list-mode.ts'
import type { NotesPageProps } from './notes-search.ts'
import { useSearchScope, useTypedSearch } from './search/use-typed-search.ts'
import { WhyNote } from './search/why-note.tsx'
import { useNoteSelection } from './table/use-note-selection.ts'

const ExportDialog = lazy(() => import('./export-dialog.tsx'))
const KeepTextDialog = lazy(() => import('../../nouns/notes/keep-text-dialog.tsx'))

/**
 * A page with three panes: folders, notes and the open note. In a narrow window, the folders are in a drawer. In a narrower one,
 * only one pane is shown at a time.
 */
export default function NotesPage(address: NotesPageProps) {
  const { search: typed, onSearch, onType, onTyped } = useTypedSearch(address)
  const { scope, choose, isAsking, onDecided } = useSearchScope({ search: typed, onSearch })
  const search = useMemo(() => ({ ...typed, in: scope }), [typed, scope])
  const noFolders = useIsNarrow()
  const onePane = useOnePane()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const api = useApi()
  const navigate = useNavigate()
  const { data: folders } = useQuery(knownFolders(api))
  const { error: listError } = useInfiniteQuery({ ...noteList(api, filterOf(search)), enabled: false })
  const folder = folders?.folders.find(({ id }) => id === search.folder)
  const title = search.folder === undefined ? copy.allNotes : folder ? nameOfFolder(folder) : copy.folder
  const choice = useListMode(search)
  const [exporting, setExporting] = useState(false)
  const list = useList(choice.mode, search, exporting)
  const { q, folder: folderId, direct, after, before, updated, title: inTitle, owner } = search
  const which = [q, folderId, direct, after, before, updated, inTitle, owner, scope]
  const picks = useNoteSelection(JSON.stringify(which), () => setExporting(true))
  const { missed } = search
  // Closing a note that was opened from *Missed events* returns there.
  const closeNote = useCallback(() => {
    if (missed === undefined) onSearch({ note: undefined })
    else void navigate({ to: '/missed', search: { endpoint: missed } })
  }, [missed, navigate, onSearch])

  // A stable function, so that the title row and the folders don't render with every key press during a search.
  const chooseFolder = useStable((id: string | undefined) => {
    setDrawerOpen(false)
    const onlyOfFolders = id === undefined ? { direct: undefined } : {}
    onSearch({ q: undefined, from: undefined, folder: id, note: undefined, ...onlyOfFolders })
  })
  const askWhy = useStable(() => onSearch({ why: search.q ?? '' }))
  const refresh = useStable(() => list.refresh?.())
  const exportList = useStable(() => setExporting(true))
  const head = (
    <NotesTitle
      onWhy={askWhy}
      onRefresh={list.isFetching || list.refresh === null ? null : refresh}
      onExport={list.loaded.length === 0 ? null : exportList}
    />
  )
  const folderPane = (
    <FolderPane selected={search.folder} onSelect={chooseFolder} titled={!noFolders} listError={listError} />
  )
  const notePane = (
    <NotePane
      title={title}
      head={onePane ? head : null}
      choice={choice}
      words={list.words}
      total={list.total}
      picks={picks}
      unknownAsOf={search.folder === undefined || folder ? null : (folders?.asOf ?? null)}
      search={search}
      onSearch={onSearch}
      onType={onType}
      onTyped={onTyped}
      onScope={choose}
      onFolders={noFolders ? () => setDrawerOpen(true) : undefined}
    />
  )
  const detail =
    search.note === undefined ? null : (
      <NoteDetail
        id={search.note}
        tab={search.tab ?? 'summary'}
        onTab={(tab) => onSearch({ tab: tab === 'summary' ? undefined : tab }, { replace: true })}
        onWhy={(id) => onSearch({ why: id })}
        onClose={closeNote}
        alone={onePane}
        missed={search.missed}
        searched={scope === 'everything' ? (search.q ?? '') : ''}
      />
    )

  return (
    <Panes>
      {onePane ? null : head}
      <SplitPane
        name="folders"
        label={copy.folders.splitter}
        initial={200}
        min={160}
        max={420}
        side={noFolders ? null : folderPane}
      >
        <ListDetail name="note-list" list={notePane} detail={detail} listWidth={noFolders ? 320 : 432} />
      </SplitPane>
      {noFolders ? (
        <Dialog
          title={copy.folders.title}
          isOpen={drawerOpen}
          onClose={() => setDrawerOpen(false)}
          place="left"
          flush
        >
          {folderPane}
        </Dialog>
      ) : null}
      {search.why === undefined ? null : <WhyNote search={search} onSearch={onSearch} />}
      {isAsking ? (
        <Suspense>
          <KeepTextDialog onClose={() => onDecided(false)} onKept={() => onDecided(true)} />
        </Suspense>
      ) : null}
      {exporting ? (
        <Suspense>
          <ExportDialog
            offer={{
              title: choice.mode === 'found' ? copy.list.foundTitle(search.q ?? '') : title,
              picked: picks.notes,
              loaded: list.loaded,
              whole: list.whole,
            }}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
    </Panes>
  )
}

const NotesTitle = memo(function NotesTitle({
  onWhy,
  onRefresh,
  onExport,
}: {
  readonly onWhy: () => void
  readonly onRefresh: (() => void) | null
  readonly onExport: (() => void) | null
}) {
  const isNarrow = useIsNarrow()
  const { data: status } = useQuery(indexStatus(useApi()))
  const whole = status !== undefined && status.completeAsOf !== null
  useCommands('page', [
    [
      {
        id: 'page.export-notes',
        label: copy.list.exportNotes,
        icon: Download,
        disabled: onExport === null ? copy.list.nothing : undefined,
        run: () => onExport?.(),
      },
      {
        id: 'page.refresh',
        label: copy.list.refresh,
        icon: RefreshCw,
        disabled: onRefresh === null ? copy.list.refreshing : undefined,
        run: () => onRefresh?.(),
      },
    ],
  ])
  return (
    <TitleRow title={copy.notes} count={whole ? status.notes : null}>
      {isNarrow ? (
        <IconButton label={copy.whyNotShown} onPress={onWhy}>
          <SearchX size={14} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="quiet" className={css.why} icon={<SearchX size={14} aria-hidden />} onPress={onWhy}>
          {copy.whyNotShown}
        </Button>
      )}
      <IconButton label={copy.list.refresh} onPress={() => onRefresh?.()} isDisabled={onRefresh === null}>
        <RefreshCw size={14} aria-hidden />
      </IconButton>
      {isNarrow ? (
        <IconButton label={copy.list.exportNotes} onPress={() => onExport?.()} isDisabled={onExport === null}>
          <Download size={14} aria-hidden />
        </IconButton>
      ) : (
        <Button
          icon={<Download size={14} aria-hidden />}
          onPress={() => onExport?.()}
          isDisabled={onExport === null}
        >
          {copy.list.export}
        </Button>
      )}
    </TitleRow>
  )
})
