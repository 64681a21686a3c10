import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { removeEndpoints } from '../queries.ts'
import { removeSeveral as copy } from './copy.ts'
import css from './remove-several.module.css'

/** Deletes several endpoints: the user types their number, and a job starts, which every page shows. */
export function RemoveSeveral({
  endpoints,
  onClose,
}: {
  readonly endpoints: readonly Endpoint[]
  /** `deleting`: the ids that the started job deletes. */
  readonly onClose: (deleting: readonly string[]) => void
}) {
  // As of opening: the list behind the dialog may change.
  const [targets] = useState(endpoints)
  const remove = useSubmission(removeEndpoints(useApi()), () => onClose(targets.map(({ id }) => id)))
  const count = copy.count(targets.length)
  return (
    <ConfirmDialog
      title={copy.title(count)}
      isOpen
      onClose={() => onClose([])}
      confirmLabel={copy.confirm(count)}
      typeToConfirm={count}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(targets.map(({ id, url }) => ({ id, url })))}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>{copy.text}</p>
      <ul className={css.list} aria-label={copy.list}>
        {targets.map(({ id, url }) => (
          <li key={id} className={css.line}>
            <VisibleText text={url} /> <code className={css.id}>{id}</code>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
