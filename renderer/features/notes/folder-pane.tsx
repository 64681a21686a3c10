import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { useApi } from '../../api/client.ts'
import { folderList, spaceList } from '../../queries/catalog.ts'
import { keys } from '../../queries/keys.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { placeNodes } from './folder-nodes.ts'
import css from './folder-pane.module.css'
import { FolderTree } from './folder-tree.tsx'
import { listRemarks } from './list-remarks.ts'

/** Spaces and their folders. One folder is chosen, or all notes. */
export function FolderPane({
  selected,
  onSelect,
  titled,
  told,
}: {
  readonly selected: string | undefined
  readonly onSelect: (folderId: string | undefined) => void
  /** In a pane of its own; in a drawer the drawer has the title. */
  readonly titled: boolean
  /** What the list beside it says already, and has no need to be said twice. */
  readonly told: Error | null
}) {
  const api = useApi()
  const cache = useQueryClient()
  const spaces = useQuery(spaceList(api))
  const folders = useQuery(folderList(api))
  const nodes = useMemo(
    () => (spaces.data && folders.data ? placeNodes(spaces.data.items, folders.data.items) : null),
    [spaces.data, folders.data],
  )
  const failed = spaces.isError ? spaces : folders.isError ? folders : null
  const remarks = [
    ...(folders.data ? listRemarks('folder', folders.data) : []),
    ...(spaces.data ? listRemarks('space', spaces.data) : []),
  ]
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: keys.catalog.spaces })
    void cache.invalidateQueries({ queryKey: keys.catalog.folders })
  }

  return (
    <section className={css.pane} aria-label="Folders">
      <Toolbar title={titled ? 'Folders' : null}>
        <IconButton
          label="Read the folders again"
          onPress={refresh}
          isDisabled={spaces.isFetching || folders.isFetching}
        >
          <RefreshCw size={15} aria-hidden />
        </IconButton>
      </Toolbar>
      {nodes && folders.data ? (
        <FolderTree nodes={nodes} folders={folders.data.items} selected={selected} onSelect={onSelect} />
      ) : failed ? (
        <FoldersFailed
          error={failed.error}
          isTold={titled && told?.message === failed.error.message}
          onRetry={refresh}
          retrying={failed.isFetching}
        />
      ) : (
        <Skeleton label="Reading the folders" lines={8} />
      )}
      {remarks.map((remark) => (
        <p key={remark} className={css.remark} role="note">
          {remark}
        </p>
      ))}
    </section>
  )
}

function FoldersFailed({
  isTold,
  ...failure
}: {
  readonly error: Error
  readonly isTold: boolean
  readonly onRetry: () => void
  readonly retrying: boolean
}) {
  if (!isTold) return <ErrorState {...failure} />
  return (
    <div className={css.failed}>
      The folders could not be read either.
      <Button size="small" onPress={failure.onRetry} pending={failure.retrying}>
        Try again
      </Button>
    </div>
  )
}
