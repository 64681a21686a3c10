import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronsDownUp, ChevronsUpDown, FolderTree as FolderTreeIcon, RefreshCw } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Loading, LoadingLine } from '#ui/feedback/loading.tsx'
import { useAbort } from '#ui/hooks/use-abort.ts'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import { copy, listWarnings } from '../copy.ts'
import { folderCounts, knownFolders, readFolders } from '../folder-queries.ts'
import { indexStatus, pauseIndex } from '../index-queries.ts'
import { EndpointForFolder } from './endpoint-for-folder.tsx'
import { countsById, FolderCount } from './folder-count.tsx'
import { expandableKeys, type FolderTreeNode, folderTreeNodes } from './folder-nodes.ts'
import css from './folder-pane.module.css'
import { FolderTree } from './folder-tree.tsx'
import { useOpenFolders } from './open-folders.ts'

/** With more folders than this, counts are polled less often. */
const manyFolders = 1_000

/** Spaces and their folders, as known on this machine, to choose one folder or all notes. */
export function FolderPane({
  selected,
  onSelect,
  titled,
  listError,
}: {
  readonly selected: string | undefined
  readonly onSelect: (folderId: string | undefined) => void
  /** In a pane of its own; in a drawer the drawer has the title. */
  readonly titled: boolean
  /** The error that the list beside it already shows, so that it is not shown twice. */
  readonly listError: Error | null
}) {
  const api = useApi()
  const tree = useQuery(knownFolders(api))
  const { data: session } = useQuery(sessionStatus(api))
  const { data: status } = useQuery(indexStatus(api))
  const cache = useQueryClient()
  const read = useMutation(readFolders(api, cache))
  const { begin, abort } = useAbort()
  const refresh = () => read.mutate(begin())
  const pause = useMutation(pauseIndex(api, cache))
  const known = tree.data?.asOf == null ? null : tree.data
  const everyMs = (known?.folders.length ?? 0) > manyFolders ? 10_000 : 3_000
  const { data: counts } = useQuery(folderCounts(api, status?.state === 'reading' && everyMs))
  const nodes = useMemo(() => (known ? folderTreeNodes(known.spaces, known.folders) : []), [known])
  const { open, toggle } = useOpenFolders(session && 'workspace' in session ? session.workspace.id : '')

  const countOf = useMemo(
    () => countsById(counts ?? { counts: [], listedAt: null, unread: [] }, known?.asOf ?? null),
    [counts, known],
  )
  const renderMeta = useCallback(
    ({ kind, key }: FolderTreeNode) =>
      kind === 'folder' && counts ? <FolderCount known={countOf(key)} /> : null,
    [counts, countOf],
  )
  const readError = read.error && asAppError(read.error).code !== 'cancelled' ? read.error : null
  const failure = tree.error ?? readError
  const soFar = status?.folders.reading ?? 0
  const reading = {
    words: soFar > 0 ? copy.folders.readSoFar(soFar) : undefined,
    ...(read.isPending
      ? { stopLabel: copy.folders.stop, onStop: abort }
      : { stopLabel: copy.folders.pause, onStop: () => pause.mutate(true) }),
  }
  const unread = tree.data && status ? reasonUnread(status) : null
  const inside = useMemo(() => expandableKeys(nodes), [nodes])
  const chosen = known?.folders.find(({ id }) => id === selected)

  return (
    <section className={css.pane} aria-label={copy.folders.title}>
      <Toolbar title={titled ? copy.folders.title : null}>
        {inside.length > 0 ? (
          <>
            <IconButton label={copy.folders.openAll} onPress={() => toggle(inside, true)}>
              <ChevronsUpDown size={15} aria-hidden />
            </IconButton>
            <IconButton label={copy.folders.closeAll} onPress={() => toggle(inside, false)}>
              <ChevronsDownUp size={15} aria-hidden />
            </IconButton>
          </>
        ) : null}
        <IconButton label={copy.folders.refresh} onPress={refresh} isDisabled={read.isPending}>
          <RefreshCw size={15} aria-hidden />
        </IconButton>
      </Toolbar>
      {readError && known ? <ErrorBanner error={readError} onRetry={refresh} /> : null}
      {read.isPending && known ? <LoadingLine {...reading} /> : null}
      {known ? (
        <FolderTree
          nodes={nodes}
          folders={known.folders}
          open={open}
          onToggle={toggle}
          selected={selected}
          onSelect={onSelect}
          renderMeta={renderMeta}
        />
      ) : failure ? (
        <FoldersFailed
          error={failure}
          isRepeated={titled && listError?.message === failure.message}
          onRetry={() => (tree.isError ? void tree.refetch() : refresh())}
          retrying={tree.isFetching || read.isPending}
        />
      ) : unread !== null && unread === listError?.message && titled ? (
        <FoldersFailed error={listError} isRepeated onRetry={refresh} retrying={read.isPending} />
      ) : unread !== null && !read.isPending ? (
        <EmptyState
          icon={FolderTreeIcon}
          title={copy.folders.unread}
          action={<Button onPress={refresh}>{copy.folders.read}</Button>}
        >
          {unread}
        </EmptyState>
      ) : (
        <Loading label={copy.folders.reading} isReading onRead={refresh} {...reading} />
      )}
      {chosen ? (
        <p className={css.remark}>
          <EndpointForFolder folder={chosen} />
        </p>
      ) : null}
      {known ? (
        <>
          {listWarnings('folder', known).map((remark) => (
            <p key={remark} className={css.remark} role="note">
              {remark}
            </p>
          ))}
          <p className={css.age}>
            <span>
              {copy.folders.asOf} <TimeText iso={known.asOf} />
            </span>
            {counts && counts.coverage.read < counts.coverage.of ? (
              <span title={copy.folders.countedTitle}>
                {copy.folders.counted(counts.coverage.read, counts.coverage.of)}
              </span>
            ) : null}
          </p>
        </>
      ) : null}
    </section>
  )
}

/** Why folders are not read in the background; `null` while they are. */
function reasonUnread({ state, problem, folders }: IndexStatus): string | null {
  if (state === 'paused') return copy.folders.paused
  return folders.problem ?? (state === 'stopped' ? problem : null)
}

function FoldersFailed({
  isRepeated,
  ...failure
}: {
  readonly error: Error
  readonly isRepeated: boolean
  readonly onRetry: () => void
  readonly retrying: boolean
}) {
  if (!isRepeated) return <ErrorState {...failure} />
  return (
    <div className={css.failed}>
      {copy.folders.alsoFailed}
      <Button size="small" onPress={failure.onRetry} pending={failure.retrying}>
        {copy.folders.retry}
      </Button>
    </div>
  )
}
