import { useMutation, useQueryClient } from '@tanstack/react-query'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { readFolders } from '../notes/index.ts'
import type { FolderNames } from './folder-names.ts'
import css from './form/folder-filter-field.module.css'

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
