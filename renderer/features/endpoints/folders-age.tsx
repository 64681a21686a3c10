import { useMutation, useQueryClient } from '@tanstack/react-query'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import { Button } from '#ui/button.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useApi } from '../../api/client.ts'
import { readFolders } from '../../queries/folder-index.ts'
import css from './folder-filter-field.module.css'
import type { FolderNames } from './folder-names.ts'

/** How old what is known of the folders is, and the way to have it anew. */
export function FoldersAge({ folders: { asOf, incomplete } }: { readonly folders: FolderNames }) {
  const read = useMutation(readFolders(useApi(), useQueryClient()))
  return (
    <div className={css.age}>
      <span>
        {asOf === null ? (
          'The folders were not read yet.'
        ) : (
          <>
            Folders as of <TimeText iso={asOf} />.
          </>
        )}
        {incomplete === null ? null : ` There may be more: ${incompleteReasons[incomplete]}`}
        {read.isError ? <span role="alert"> They could not be read: {read.error.message}</span> : null}
      </span>
      <Button size="small" variant="quiet" pending={read.isPending} onPress={() => read.mutate()}>
        {asOf === null ? 'Read them' : 'Read them again'}
      </Button>
    </div>
  )
}
