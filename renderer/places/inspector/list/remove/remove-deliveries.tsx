import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../../../host/client.ts'
import type { DeliveryFilter } from '../../../../host/query-keys.ts'
import { useCount } from '../../../../host/use-count.ts'
import { useSubmission } from '../../../../host/use-submission.ts'
import { deliveryCount } from '../../../../nouns/deliveries/copy.ts'
import { deletion as copy, deletionSummary } from '../copy.ts'
import { type CountedDeliveries, countDeliveries, removeDeliveries, removeSelected } from './queries.ts'
import css from './remove-deliveries.module.css'

/**
 * Deletes the deliveries that match a filter. Counts them, shows which data is deleted and kept, asks the user to type the count,
 * and starts the job.
 */
export function RemoveDeliveries({
  filter: shown,
  onClose,
}: {
  readonly filter: DeliveryFilter
  readonly onClose: (isDeleting: boolean) => void
}) {
  // Uses the filter from when the dialog opened, because the filter can change behind the dialog.
  const [filter] = useState(shown)
  const count = useCount(filter, countDeliveries)
  if (count.state === 'counted') return <Removal filter={filter} counted={count.counted} onClose={onClose} />
  return (
    <Dialog
      title={copy.title}
      size="small"
      onClose={() => onClose(false)}
      footer={<Button onPress={() => onClose(false)}>{copy.cancel}</Button>}
    >
      {count.state === 'failed' ? (
        <ErrorBanner error={count.error} />
      ) : (
        <Delayed>
          <Progress label={copy.counting} />
          <p className={css.progress}>{copy.soFar(count.soFar)}</p>
        </Delayed>
      )}
    </Dialog>
  )
}

function Removal({
  filter,
  counted: { matching, starred, newest, at },
  onClose,
}: {
  readonly filter: DeliveryFilter
  readonly counted: CountedDeliveries
  readonly onClose: (isDeleting: boolean) => void
}) {
  const [starredToo, setStarredToo] = useState(false)
  const toDelete = starredToo ? matching : matching - starred
  const remove = useSubmission(removeDeliveries(useApi()), () => onClose(true))

  if (matching === 0) return <Nothing onClose={() => onClose(false)} />
  return (
    <ConfirmDialog
      title={`${copy.delete(toDelete)}?`}
      onClose={() => onClose(false)}
      confirmLabel={copy.delete(toDelete)}
      typeToConfirm={deliveryCount(toDelete)}
      isDisabled={toDelete === 0}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ filter, newest, at, total: matching, starredToo })}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <DeletionSummary q={filter.q} />
      {starred === 0 ? null : (
        <Checkbox
          isSelected={starredToo}
          onChange={setStarredToo}
          description={starredToo ? undefined : copy.starredKept}
        >
          {copy.starred(starred)}
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

function Nothing({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={copy.nothingTitle}
      onClose={onClose}
      size="small"
      footer={<Button onPress={onClose}>{copy.close}</Button>}
    >
      <p>{copy.nothing}</p>
    </Dialog>
  )
}

/** Deletes the selected deliveries, even starred ones, because the user selected each of them. */
export function RemoveSelected({
  ids,
  onClose,
}: {
  readonly ids: readonly number[]
  readonly onClose: (isDeleted: boolean) => void
}) {
  const remove = useSubmission({
    ...removeSelected(useApi()),
    onSuccess(removed: number) {
      onClose(true)
      toast({ title: copy.severalDone(removed) })
    },
  })
  return (
    <ConfirmDialog
      title={`${copy.delete(ids.length)}?`}
      onClose={() => onClose(false)}
      confirmLabel={copy.delete(ids.length)}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(ids)}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <DeletionSummary of="selected" />
    </ConfirmDialog>
  )
}

/** Explains which data a deletion removes and which it keeps. Without a filter (`q`), all deliveries are removed. */
function DeletionSummary({
  q,
  of = 'matching',
}: {
  readonly q?: string | undefined
  readonly of?: 'selected' | 'matching'
}) {
  return (
    <>
      {of === 'matching' ? (
        <p>
          {q === undefined ? (
            deletionSummary.everything
          ) : (
            <>
              {deletionSummary.matching} <code className={css.filter}>{q}</code>.
            </>
          )}
        </p>
      ) : null}
      <p>{deletionSummary.permanent}</p>
      <ul className={css.list}>
        {deletionSummary.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        {of === 'matching' ? `${deletionSummary.later} ` : ''}
        {deletionSummary.ids}
      </p>
    </>
  )
}
