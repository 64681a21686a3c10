import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CornerLeftUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { chainUpwards, foldFilter } from '#shared/notes/folder-filter.ts'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import { Button } from '#ui/controls/button.tsx'
import { TagPicker } from '#ui/controls/tag-picker.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { readFolders } from '../../notes/folder-queries.ts'
import { folders as copy } from '../copy.ts'
import { type FolderNames, useFolderNames } from '../folder-names.ts'
import css from './folder-filter-field.module.css'

/** Lets the user choose folders, each including its subfolders. */
export function FolderPicker({
  folderIds,
  description,
  error,
  onChange,
  children,
}: {
  readonly folderIds: readonly string[]
  readonly description: string
  readonly error: string | undefined
  readonly onChange: (folderIds: readonly string[]) => void
  readonly children?: ReactNode
}) {
  const folders = useFolderNames()
  // Memoized, because the picker discards typed text when its values change.
  const { kept, folded } = useMemo(() => foldFilter(folderIds, folders.parents), [folderIds, folders.parents])
  const options = useMemo(() => optionsOf(folders, folderIds), [folders, folderIds])
  return (
    <div className={css.field}>
      <TagPicker
        label={copy.label}
        placeholder={copy.placeholder}
        description={description}
        error={error}
        options={options}
        values={kept}
        onChange={(ids) => onChange([...ids, ...folded.keys()])}
        chosenLabel={copy.chosenLabel}
      />
      <FoldersAge folders={folders} />
      <div role="status">
        {[...folded].map(([id, into]) => (
          <p key={id} className={css.evidence}>
            <CornerLeftUp size={13} aria-hidden />
            <span>
              <VisibleText text={folders.of(id).name} /> {copy.liesIn}{' '}
              <VisibleText text={folders.of(into).name} />
              {copy.included}
            </span>
          </p>
        ))}
      </div>
      {children}
    </div>
  )
}

/**
 * Returns the folders to choose from. Leaves out subfolders of chosen folders, because they are included already. Keeps chosen
 * folders, so that they can be removed.
 */
function optionsOf(folders: FolderNames, chosen: readonly string[]) {
  const included = new Set(chosen)
  if (included.size === 0) return folders.all.map(({ id, path }) => ({ value: id, label: path }))
  return folders.all
    .filter(
      ({ id }) => included.has(id) || !chainUpwards(folders.parents, id).some((above) => included.has(above)),
    )
    .map(({ id, path }) => ({ value: id, label: path }))
}

function FoldersAge({ folders: { asOf, incomplete } }: { readonly folders: FolderNames }) {
  const read = useMutation(readFolders(useApi(), useQueryClient()))
  return (
    <div className={css.age}>
      <span>
        {asOf === null ? (
          copy.neverRead
        ) : (
          <>
            {copy.asOf} <TimeText iso={asOf} />.
          </>
        )}
        {incomplete === null ? null : copy.incomplete(incompleteReasons[incomplete])}
        {read.isError ? <span role="alert">{copy.failed(read.error.message)}</span> : null}
      </span>
      <Button size="small" variant="quiet" pending={read.isPending} onPress={() => read.mutate()}>
        {asOf === null ? copy.read : copy.readAgain}
      </Button>
    </div>
  )
}
