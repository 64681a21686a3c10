import { useMutation, useQueryClient } from '@tanstack/react-query'
import { incompleteReasons } from '#shared/notes/incomplete-reasons.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { readFolders } from '../notes/folder-queries.ts'
import { folders as copy } from './copy.ts'
import type { FolderNames } from './folder-names.ts'
import css from './form/folder-filter-field.module.css'

/** Shows when the folders were loaded, with a button to refresh them. */
export function FoldersAge({ folders: { asOf, incomplete } }: { readonly folders: FolderNames }) {
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
