import { useMemo } from 'react'
import { TagPicker } from '../../ui/tag-picker.tsx'
import { useFolderNames } from './folder-names.ts'

/** Restricts events to notes in some folders and their subfolders (specification, section 4, *folder_ids*). */
export function FolderFilterField({
  folderIds,
  error,
  onChange,
}: {
  readonly folderIds: readonly string[]
  readonly error: string | undefined
  readonly onChange: (folderIds: readonly string[]) => void
}) {
  const folders = useFolderNames(true)
  const options = useMemo(
    () => folders.all.map(({ id, path }) => ({ value: id, label: path })),
    [folders.all],
  )
  return (
    <TagPicker
      label="Folders (optional)"
      placeholder={folders.isLoading ? 'Reading the folders…' : 'Find a folder'}
      description={
        folders.error
          ? `The folders cannot be read: ${folders.error.message}`
          : 'Only notes in these folders and their subfolders. None: every note its scopes match. A private folder needs the scope personal, one the workspace can see needs public.'
      }
      error={error}
      options={options}
      values={folderIds}
      onChange={onChange}
      chosenLabel="Chosen folders"
    />
  )
}
