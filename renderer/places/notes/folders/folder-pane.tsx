import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Files, Folder as FolderIcon, FolderTree as FolderTreeIcon, Link2Off, Repeat } from 'lucide-react'
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { folderPath } from '#shared/notes/folder-tree.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { prunedTree, treeMatches } from '#ui/collections/tree-rows.ts'
import { VirtualTree } from '#ui/collections/virtual-tree.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Loading, LoadingLine } from '#ui/feedback/loading.tsx'
import { useAbort } from '#ui/hooks/use-abort.ts'
import stackCss from '#ui/layout/stack.module.css'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { folderCounts, knownFolders, readFolders } from '../../../nouns/notes/folder-queries.ts'
import { indexStatus, pauseIndex } from '../../../nouns/notes/index-queries.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { FolderItems } from '../actions/folder-menu.tsx'
import { copy, count, describeMark, listWarnings } from '../copy.ts'
import { EndpointForFolder } from './endpoint-for-folder.tsx'
import { allNotesKey, type FolderTreeNode, findNode, folderTreeNodes } from './folder-nodes.ts'
import css from './folder-pane.module.css'
import { type OpenFolders, useOpenFolders } from './open-folders.ts'

/** Above this number of folders, counts are polled less often. */
const manyFolders = 1_000
/** Minimum number of folders for a search field. */
const searchedFolders = 12

/** Shows the spaces and folders stored on this computer, and lets the user choose a folder or all notes. */
export const FolderPane = memo(function FolderPane({
  selected,
  onSelect,
  titled,
  listError,
}: {
  readonly selected: string | undefined
  readonly onSelect: (folderId: string | undefined) => void
  /** Whether the pane shows its title. In a drawer, the drawer itself has the title. */
  readonly titled: boolean
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
  const [text, setText] = useState('')
  const isLong = (known?.folders.length ?? 0) >= searchedFolders
  const { open, toggle } = useOpenFolders(session && 'workspace' in session ? session.workspace.id : '')

  const countOf = useMemo(
    () => countsById(counts ?? { counts: [], listedAt: null, unread: [] }, known?.asOf ?? null),
    [counts, known],
  )
  const all = status && status.completeAsOf !== null ? status.notes : null
  const renderMeta = useCallback(
    ({ kind, key }: FolderTreeNode) =>
      kind === 'folder' && counts ? (
        <FolderCount known={countOf(key)} />
      ) : kind === 'all' && all !== null ? (
        <FolderCount known={{ own: all, total: all, isMinimum: false }} />
      ) : null,
    [counts, countOf, all],
  )
  const readError = read.error && asAppError(read.error).code !== 'canceled' ? read.error : null
  const failure = tree.error ?? readError
  const soFar = status?.folders.reading ?? 0
  const reading = {
    words: soFar > 0 ? copy.folders.readSoFar(soFar) : undefined,
    ...(read.isPending
      ? { stopLabel: copy.folders.stop, onStop: abort }
      : { stopLabel: copy.folders.pause, onStop: () => pause.mutate(true) }),
  }
  const unread = tree.data && status ? reasonUnread(status) : null
  const place = { nodes, onToggle: toggle, onRefresh: () => (read.isPending ? undefined : refresh()) }
  const chosenNode = useMemo(() => findNode(nodes, selected ?? allNotesKey), [nodes, selected])
  const chosen = known?.folders.find(({ id }) => id === selected)

  return (
    <section className={css.pane} aria-label={copy.folders.title}>
      <div className={css.head}>
        {isLong ? (
          <SearchField label={copy.folders.find} className={stackCss.fit} value={text} onChange={setText} />
        ) : (
          <h2 className={css.title}>{titled ? copy.folders.title : null}</h2>
        )}
        <MoreMenu label={copy.folders.menu}>
          <FolderItems node={chosenNode} place={place} />
        </MoreMenu>
      </div>
      {readError && known ? <ErrorBanner error={readError} onRetry={refresh} /> : null}
      {read.isPending && known ? <LoadingLine {...reading} /> : null}
      {known ? (
        <FolderTree
          nodes={nodes}
          folders={known.folders}
          text={isLong ? text : ''}
          open={open}
          onToggle={toggle}
          selected={selected}
          onSelect={onSelect}
          renderMeta={renderMeta}
          menu={(node) => <FolderItems node={node} place={place} />}
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
      {known
        ? listWarnings('folder', known).map((remark) => (
            <p key={remark} className={css.remark} role="note">
              {remark}
            </p>
          ))
        : null}
    </section>
  )
})

/** Returns why folders are not being loaded in the background, or `null` if they are. */
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

interface KnownCount {
  readonly own: number
  readonly total: number
  /** Whether there may be more notes, because the folder was not listed completely. */
  readonly isMinimum: boolean
}

/** Returns the known number of notes by folder id. `asOf` is the time when the folder tree was loaded. */
function countsById(
  { counts, listedAt, unread }: Pick<OutputOf<'notes.folder-counts'>, 'counts' | 'listedAt' | 'unread'>,
  asOf: string | null,
): (id: string) => KnownCount {
  const known = new Map(counts.map(({ id, own, total }) => [id, { own, total }]))
  const unreadIds = new Set(unread)
  return (id) => ({
    ...(known.get(id) ?? { own: 0, total: 0 }),
    isMinimum: listedAt !== asOf || unreadIds.has(id),
  })
}

function FolderCount({ known }: { readonly known: KnownCount }) {
  const { total, isMinimum } = known
  const words = describeCount(known)
  if (isMinimum && total === 0) return null
  return (
    <span className={css.count} title={words}>
      <span aria-hidden>
        {total.toLocaleString()}
        {isMinimum ? '+' : ''}
      </span>
      <VisuallyHidden>, {words}</VisuallyHidden>
    </span>
  )
}

function describeCount({ own, total, isMinimum }: KnownCount): string {
  const least = isMinimum ? 'at least ' : ''
  // A count of 0 is left out if the folder has not been read yet, because it may contain notes.
  const isSaid = own !== total && !(isMinimum && own === 0)
  const inside = isSaid ? `, ${least}${own.toLocaleString()} directly in this folder` : ''
  return `${least}${count(total, 'note')}${inside}`
}

function FolderTree({
  nodes,
  folders,
  text,
  open,
  onToggle,
  selected,
  onSelect,
  renderMeta,
  menu,
}: {
  readonly nodes: readonly FolderTreeNode[]
  readonly folders: readonly Folder[]
  readonly text: string
  readonly open: OpenFolders
  readonly onToggle: (keys: readonly string[], open: boolean) => void
  readonly selected: string | undefined
  readonly onSelect: (folderId: string | undefined) => void
  readonly renderMeta: (node: FolderTreeNode) => ReactNode
  readonly menu: (node: FolderTreeNode) => ReactNode
}) {
  const wanted = useDeferredValue(text.trim())
  // In search results, opening or closing a folder is not stored.
  const [{ of, open: foundOpen }, setFound] = useState<{ readonly of: string; readonly open: OpenFolders }>(
    noneFound,
  )
  if (of !== text) setFound({ of: text, open: new Map() })
  const pathToSelected = useMemo(
    () => new Set(selected === undefined ? [] : folderPath(folders, selected).map(({ id }) => id)),
    [folders, selected],
  )
  const matches = useMemo(() => (wanted === '' ? null : treeMatches(nodes, wanted)), [nodes, wanted])
  const shown = useMemo(() => (matches === null ? nodes : prunedTree(nodes, matches)), [nodes, matches])

  const isOpen = useCallback(
    (key: string) =>
      matches === null
        ? (open.get(key) ?? (isSpace(key) || (pathToSelected.has(key) && key !== selected)))
        : (foundOpen.get(key) ?? true),
    [open, foundOpen, matches, pathToSelected, selected],
  )
  const toggle = (keys: readonly string[], isNowOpen: boolean) => {
    if (matches === null) return onToggle(keys, isNowOpen)
    setFound({ of: text, open: new Map([...foundOpen, ...keys.map((key) => [key, isNowOpen] as const)]) })
  }

  return (
    <>
      {shown.length === 0 ? (
        <p className={css.remark} role="status">
          {copy.folders.noMatch}
        </p>
      ) : (
        <VirtualTree
          label={copy.folders.tree}
          nodes={shown}
          isOpen={isOpen}
          onToggle={toggle}
          selectedKey={selected ?? allNotesKey}
          pickedBy={wanted}
          onSelect={({ key }) => onSelect(key === allNotesKey ? undefined : key)}
          canSelect={({ kind }) => kind !== 'space'}
          menu={menu}
          renderIcon={icon}
          renderMark={mark}
          renderMeta={renderMeta}
        />
      )}
    </>
  )
}

const noneFound = { of: '', open: new Map() } as const

function isSpace(key: string): boolean {
  return key === 'no-space' || key.startsWith('space ')
}

function icon({ kind }: FolderTreeNode) {
  if (kind === 'space') return null
  const Icon = kind === 'all' ? Files : FolderIcon
  return <Icon size={14} strokeWidth={1.75} aria-hidden />
}

/** Marks a folder whose parent is unknown, or whose parents form a circle. */
function mark({ mark }: FolderTreeNode) {
  if (mark === null) return null
  const Icon = mark === 'orphan' ? Link2Off : Repeat
  const words = describeMark(mark)
  return (
    <span className={css.mark} title={words}>
      <Icon size={13} aria-hidden />
      <VisuallyHidden> ({words})</VisuallyHidden>
    </span>
  )
}
