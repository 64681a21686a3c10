import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Delayed, Progress } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { useDeliveryCount } from '../use-delivery-count.ts'
import {
  type CountedDeliveries,
  removalProgress,
  removeDeliveries,
  stopRemovingDeliveries,
} from './removal-queries.ts'
import { WhatGoes } from './removal-words.tsx'
import css from './remove-deliveries.module.css'

/** Deletes what a filter lets through: counts it, says what goes and what stays, asks for the number, and tells how far it is. */
export function RemoveDeliveries({
  filter: shown,
  onClose,
}: {
  readonly filter: DeliveryFilter
  /** Whether anything was deleted. */
  readonly onClose: (removed: boolean) => void
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
  const remove = useSubmission(
    {
      ...removeDeliveries(useApi()),
      onSuccess({ removed }) {
        const [count, all] = [removed.toLocaleString(), deliveries(going)]
        toast({ title: removed === going ? `${all} deleted.` : `${count} of ${all} deleted.` })
      },
    },
    ({ removed }) => removed === going && onClose(true),
  )

  if (remove.isPending) return <Removing of={matching} />
  if (remove.isSuccess && remove.data.removed !== going) {
    return <Outcome result={remove.data} going={going} onClose={() => onClose(remove.data.removed > 0)} />
  }
  if (matching === 0) return <Nothing onClose={() => onClose(false)} />
  const what = { by: 'filter', filter, newest, at, of: matching } as const
  return (
    <ConfirmDialog
      title={`Delete ${deliveries(going)}?`}
      isOpen
      onClose={() => onClose(false)}
      confirmLabel={`Delete ${deliveries(going)}`}
      typeToConfirm={deliveries(going)}
      isDisabled={going === 0}
      onConfirm={() => remove.mutate({ what, starredToo })}
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

function Removing({ of }: { readonly of: number }) {
  const { data: progress } = useQuery(removalProgress())
  const stop = useMutation(stopRemovingDeliveries(useApi()))
  // What an earlier removal left behind is not this one's.
  const done = progress && progress.of === of ? progress.done : 0
  return (
    <Dialog
      title="Deleting"
      isOpen
      mustDecide
      size="small"
      role="alertdialog"
      onClose={() => {}}
      footer={
        <Button onPress={() => stop.mutate()} pending={stop.isPending} isDisabled={stop.isSuccess}>
          {stop.isSuccess ? 'Stopping…' : 'Stop'}
        </Button>
      }
    >
      <Progress label="Deleting deliveries" value={(done / of) * 100} />
      <p className={css.progress}>
        {`${done.toLocaleString()} of ${of.toLocaleString()} looked at. What arrives is stored meanwhile. Stopping leaves the rest as they are.`}
      </p>
    </Dialog>
  )
}

/** Not all that were asked for: says why. */
function Outcome({
  result: { removed, stopped },
  going,
  onClose,
}: {
  readonly result: OutputOf<'deliveries.remove'>
  readonly going: number
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title={`${removed.toLocaleString()} of ${deliveries(going)} deleted`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <p>
        {stopped
          ? 'It was stopped. The rest are as they were.'
          : 'The others were starred, tried again or deleted since they were counted, and were left alone.'}
      </p>
    </Dialog>
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
