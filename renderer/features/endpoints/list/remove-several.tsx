import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { removeEndpoints } from '../queries.ts'
import css from './remove-several.module.css'

/** Deletes several endpoints: asks for their number and starts the job, whose progress and outcome are shown below every page. */
export function RemoveSeveral({
  endpoints,
  onClose,
}: {
  readonly endpoints: readonly Endpoint[]
  /** `going`: the ids of those that are being deleted. */
  readonly onClose: (going: readonly string[]) => void
}) {
  // As they were when this was asked: the list behind may become another.
  const [asked] = useState(endpoints)
  const remove = useSubmission(removeEndpoints(useApi()), () => onClose(asked.map(({ id }) => id)))
  const count = `${asked.length} endpoint${asked.length === 1 ? '' : 's'}`
  return (
    <ConfirmDialog
      title={`Delete ${count}?`}
      isOpen
      onClose={() => onClose([])}
      confirmLabel={`Delete ${count}`}
      typeToConfirm={count}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(asked.map(({ id, url }) => ({ id, url })))}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>
        Deliveries to them stop at once, retries included. This cannot be undone: a new endpoint has another
        id and another signing secret. Deliveries received here so far are kept.
      </p>
      <ul className={css.list} aria-label="To be deleted">
        {asked.map(({ id, url }) => (
          <li key={id} className={css.line}>
            <VisibleText text={url} /> <code className={css.id}>{id}</code>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
