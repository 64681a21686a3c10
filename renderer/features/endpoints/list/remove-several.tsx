import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Progress } from '#ui/feedback/spinner.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { removeEndpoints, removingProgress, stopRemoving } from '../queries.ts'
import css from './remove-several.module.css'

/** Deletes several endpoints: asks for their number, tells how far it is, can be stopped, and says what came of each. */
export function RemoveSeveral({
  endpoints,
  onClose,
}: {
  readonly endpoints: readonly Endpoint[]
  /** `removed`: the ids of those that are gone. */
  readonly onClose: (removed: readonly string[]) => void
}) {
  // As they were when this was asked: the list behind loses them one by one.
  const [asked] = useState(endpoints)
  const remove = useSubmission(removeEndpoints(useApi(), useQueryClient()))
  const count = `${asked.length} endpoint${asked.length === 1 ? '' : 's'}`

  if (remove.isSuccess) {
    return <Outcome asked={asked} result={remove.data} onClose={() => onClose(remove.data.removed)} />
  }
  if (remove.isPending) return <Removing of={asked.length} />
  return (
    <ConfirmDialog
      title={`Delete ${count}?`}
      isOpen
      onClose={() => onClose([])}
      confirmLabel={`Delete ${count}`}
      typeToConfirm={count}
      onConfirm={() => remove.mutate(asked.map(({ id }) => id))}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      <p>
        Deliveries to them stop at once, retries included. This cannot be undone: a new endpoint has another
        id and another signing secret. Deliveries received here so far are kept.
      </p>
      <ul className={css.list} aria-label="To be deleted">
        {asked.map((endpoint) => (
          <Line key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function Removing({ of }: { readonly of: number }) {
  const api = useApi()
  const { data: progress } = useQuery(removingProgress())
  const stop = useMutation(stopRemoving(api))
  // What an earlier deletion left behind is not this one's.
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
      <Progress label="Deleting endpoints" value={(done / of) * 100} />
      <p className={css.progress}>
        {`${done.toLocaleString()} of ${of.toLocaleString()} done. Stopping leaves the rest as they are.`}
      </p>
    </Dialog>
  )
}

function Outcome({
  asked,
  result: { removed, failed, left },
  onClose,
}: {
  readonly asked: readonly Endpoint[]
  readonly result: OutputOf<'endpoints.remove-several'>
  readonly onClose: () => void
}) {
  const whole = removed.length === asked.length
  const why = new Map(failed.map(({ id, message }) => [id, message]))
  return (
    <Dialog
      title={whole ? 'All of them were deleted' : `${removed.length} of ${asked.length} were deleted`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <ul className={css.list} aria-label="What came of each">
        {asked.map((endpoint) => (
          <Line
            key={endpoint.id}
            endpoint={endpoint}
            outcome={
              removed.includes(endpoint.id)
                ? { kind: 'gone', words: 'deleted, or gone already' }
                : left.includes(endpoint.id)
                  ? { kind: 'left', words: 'left as it is' }
                  : { kind: 'failed', words: why.get(endpoint.id) ?? 'not deleted' }
            }
          />
        ))}
      </ul>
    </Dialog>
  )
}

const outcomeIcons = { gone: CircleCheck, left: CircleMinus, failed: CircleX }

function Line({
  endpoint: { id, url },
  outcome,
}: {
  readonly endpoint: Endpoint
  readonly outcome?: { readonly kind: keyof typeof outcomeIcons; readonly words: string }
}) {
  const Icon = outcome && outcomeIcons[outcome.kind]
  return (
    <li className={css.line} data-outcome={outcome?.kind}>
      {Icon ? <Icon size={14} aria-hidden /> : null}
      <span className={css.words}>
        <span>
          <VisibleText text={url} /> <code className={css.id}>{id}</code>
        </span>
        {outcome ? <span className={css.outcome}>{outcome.words}</span> : null}
      </span>
    </li>
  )
}
