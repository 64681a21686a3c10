import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { useDeliveryCount } from '../use-delivery-count.ts'
import { type CountedDeliveries, removeDeliveries } from './removal-queries.ts'
import { WhatGoes } from './removal-words.tsx'
import css from './remove-deliveries.module.css'

/** Deletes what a filter lets through: counts it, says what goes and what stays, asks for the number, and starts the job. */
export function RemoveDeliveries({
  filter: shown,
  onClose,
}: {
  readonly filter: DeliveryFilter
  /** Whether they are being deleted. */
  readonly onClose: (going: boolean) => void
}) {
  // As it was when this was asked: behind the dialog it may become another.
  const [filter] = useState(shown)
  const count = useDeliveryCount(filter)
  if (count.state === 'counted') return <Removal {...{ filter, onClose }} counted={count.counted} />
  return (
    <Dialog
      title="Delete deliveries"
      isOpen
      size="small"
      onClose={() => onClose(false)}
      footer={<Button onPress={() => onClose(false)}>Cancel</Button>}
    >
      {count.state === 'failed' ? (
        <ErrorBanner error={count.error} />
      ) : (
        <Delayed>
          <Progress label="Counting" />
          <p className={css.progress}>{`${count.soFar.toLocaleString()} counted so far.`}</p>
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
  readonly onClose: (removed: boolean) => void
}) {
  const [starredToo, setStarredToo] = useState(false)
  const going = starredToo ? matching : matching - starred
  const remove = useSubmission(removeDeliveries(useApi()), () => onClose(true))

  if (matching === 0) return <Nothing onClose={() => onClose(false)} />
  return (
    <ConfirmDialog
      title={`Delete ${deliveries(going)}?`}
      isOpen
      onClose={() => onClose(false)}
      confirmLabel={`Delete ${deliveries(going)}`}
      typeToConfirm={deliveries(going)}
      isDisabled={going === 0}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ filter, newest, at, of: matching, starredToo })}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <WhatGoes q={filter.q} />
      {starred === 0 ? null : (
        <Checkbox
          isSelected={starredToo}
          onChange={setStarredToo}
          description={starredToo ? undefined : 'They stay.'}
        >
          {starred === 1
            ? 'Also the one that is starred'
            : `Also the ${starred.toLocaleString()} that are starred`}
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

function Nothing({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Nothing to delete"
      isOpen
      onClose={onClose}
      size="small"
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <p>No delivery that is kept here passes the filter.</p>
    </Dialog>
  )
}

const deliveries = (number: number) => `${number.toLocaleString()} deliver${number === 1 ? 'y' : 'ies'}`
