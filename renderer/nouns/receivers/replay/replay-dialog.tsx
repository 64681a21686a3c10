import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import type { ReplayFilter, ReplayMode, ReplayPace } from '#shared/receivers/replay.ts'
import { Button } from '#ui/controls/button.tsx'
import { Disclosure } from '#ui/controls/disclosure.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useStickySelection } from '#ui/hooks/use-sticky-selection.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../../host/client.ts'
import { useCount } from '../../../host/use-count.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { ReceiverSelect } from '../compose/receiver-select.tsx'
import { replayAction } from '../copy.ts'
import { AddressNotice } from '../form/address-notice.tsx'
import { byForwarding, unforwarded } from '../forwarding.ts'
import { receiverList, sendDelivery, sendPreview, startReplay } from '../queries.ts'
import { lastReceiver } from '../receiver-state.ts'
import { Request } from '../sends/send-view.tsx'
import { UnforwardedNotice } from '../unforwarded-notice.tsx'
import { replay as copy } from './copy.ts'
import { countReplay, type ReplayCount } from './count-replay.ts'
import { NoReceiver } from './no-receiver.tsx'
import css from './replay.module.css'
import { ModeChoice, PaceChoice } from './replay-choices.tsx'
import { CountLine, ReplayFilterBar } from './replay-filter.tsx'
import { useToastSend } from './send-toast.ts'

const AddReceiver = lazy(() => import('../form/add-receiver.tsx'))

/** Deliveries to replay: one delivery, or all that match a filter. With `canFilter`, the user can type the filter. */
export type Replayed =
  | { readonly deliveryId: number; readonly endpointId: string | null }
  | { readonly filter: ReplayFilter; readonly canFilter?: boolean }

/** Asks where to send deliveries, and how. A single delivery is sent at once, and several are sent by a job. */
export function ReplayDialog({
  of,
  receiverId,
  onClose,
}: {
  readonly of: Replayed
  readonly receiverId?: string | undefined
  readonly onClose: () => void
}) {
  const { data: receivers } = useQuery(receiverList(useApi()))
  const [isAdding, setAdding] = useState(false)
  const [filter, setFilter] = useFilter(of)
  const count = useCount(filter, countReplay)
  const endpointIds = 'deliveryId' in of ? [of.endpointId].flatMap((id) => id ?? []) : endpointsOf(count)
  const sorted = receivers && byForwarding(receivers, endpointIds)
  const {
    current: receiver,
    choose,
    deletedName: gone,
  } = useStickySelection(sorted ?? [], {
    wanted: receiverId,
    usual: sorted && first(sorted, endpointIds),
    nameOf: ({ name }) => name,
    isSettled: filter === null || count.state !== 'counting',
  })
  if (isAdding)
    return (
      <Suspense fallback={null}>
        <AddReceiver onClose={() => setAdding(false)} onSaved={() => setAdding(false)} />
      </Suspense>
    )
  if (sorted === undefined || receiver === undefined)
    return (
      <NoReceiver
        title={'deliveryId' in of ? copy.titleOne : copy.title(null)}
        isLoading={sorted === undefined}
        onAdd={() => setAdding(true)}
        onClose={onClose}
      />
    )
  return (
    <Chosen
      of={of}
      filter={filter}
      onFilter={setFilter}
      count={count}
      receiver={receiver}
      receivers={sorted}
      endpointIds={endpointIds}
      gone={gone}
      onReceiver={choose}
      onClose={onClose}
    />
  )
}

const endpointsOf = (count: ReplayCount) => (count.state === 'counted' ? count.counted.endpointIds : [])

/** Returns the last used receiver among those that forward the endpoints or, if none does, among all. */
function first(sorted: readonly Receiver[], endpointIds: readonly string[]): Receiver | undefined {
  const forwarding = sorted.filter((one) => unforwarded(one, endpointIds).length === 0)
  const list = forwarding.length > 0 ? forwarding : sorted
  return lastReceiver(list) ?? list[0]
}

function Chosen({
  of,
  filter,
  onFilter,
  count,
  receiver,
  receivers,
  gone,
  endpointIds,
  onReceiver,
  onClose,
}: {
  readonly of: Replayed
  readonly filter: ReplayFilter | null
  readonly onFilter: (filter: ReplayFilter) => void
  readonly count: ReplayCount
  readonly receiver: Receiver
  readonly receivers: readonly Receiver[]
  /** Name of the chosen receiver, if it was deleted. */
  readonly gone: string | null
  readonly endpointIds: readonly string[]
  readonly onReceiver: (id: string) => void
  readonly onClose: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toastSend = useToastSend()
  const counted = count.state === 'counted' ? count.counted : null
  const shown = 'deliveryId' in of ? of.deliveryId : (counted?.oldest ?? null)
  const isOne = 'deliveryId' in of
  const isReady = gone === null && receiver.address.approval !== 'needed'
  const facts = useQuery({
    ...sendPreview(api, receiver.id, { mode: 'exact', deliveryId: shown ?? 0 }),
    enabled: shown !== null && isReady,
  })
  const mustBeExact = isOne && facts.data?.isUnverified === true
  const [wanted, setWanted] = useState<ReplayMode>('retry')
  const mode = mustBeExact ? 'exact' : wanted
  const [pace, setPace] = useState<ReplayPace>({ kind: 'rate', perSecond: 10 })
  const send = useSubmission(
    sendDelivery(api, cache, (done) => toastSend(receiver.name, done)),
    onClose,
  )
  const start = useSubmission(
    startReplay(api, cache, (jobId, { id, total }) =>
      toast({
        title: copy.started(total),
        action: {
          label: replayAction.results,
          onPress: () =>
            void navigate({ to: '/receivers', search: { receiver: id, tab: 'sends', job: jobId } }),
        },
      }),
    ),
    onClose,
  )
  const { error, isPending } = isOne ? send : start
  const isWrongPace = pace.kind === 'rate' ? !isIn(pace.perSecond, 200) : !isIn(pace.speed, 10_000)
  const submit = () => {
    if (isOne) send.mutate({ id: receiver.id, sending: { mode, deliveryId: of.deliveryId } })
    else if (counted && filter)
      start.mutate({
        id: receiver.id,
        filter,
        newest: counted.newest,
        total: counted.matching,
        mode,
        pace,
      })
  }
  const canSend = isReady && (isOne || (counted !== null && counted.matching > 0 && !isWrongPace))
  const isPublic = receiver.address.kind === 'public'
  const button = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  // Focuses the *Send* button, so that Enter sends. A public receiver and a filter that the user can still type must be checked
  // first, so the focus doesn't move then.
  useEffect(() => {
    if (isAsked.current || !canSend) return
    isAsked.current = true
    if (!isPublic && !('filter' in of && of.canFilter)) button.current?.focus()
  }, [canSend, isPublic, of])

  return (
    <Dialog
      title={isOne ? copy.titleOne : copy.title(counted && counted.matching > 0 ? counted.matching : null)}
      onClose={onClose}
      isFramed={isPublic}
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button
            ref={button}
            variant={isPublic ? 'danger' : 'primary'}
            pending={isPending}
            isDisabled={!canSend}
            onPress={submit}
          >
            {isOne ? copy.send : counted ? copy.start(counted.matching) : copy.starting}
          </Button>
        </>
      }
    >
      <div className={stackCss.s4}>
        {error ? <ErrorBanner error={error} /> : null}
        <AddressNotice receiver={receiver} />
        <UnforwardedNotice receiver={receiver} endpointIds={endpointIds} />
        <ReceiverSelect receivers={receivers} value={receiver.id} gone={gone} onChange={onReceiver} />
        {!isOne && of.canFilter ? <ReplayFilterBar filter={filter ?? {}} onChange={onFilter} /> : null}
        {isOne ? null : <CountLine count={count} mode={mode} />}
        <ModeChoice
          mode={mode}
          mustBeExact={mustBeExact}
          receiver={receiver}
          ageSeconds={facts.data?.ageSeconds ?? null}
          isOne={isOne}
          onChange={setWanted}
        />
        {isOne ? null : <PaceChoice pace={pace} onChange={setPace} />}
        {shown === null || !isReady ? null : (
          <RequestPreview receiverId={receiver.id} deliveryId={shown} mode={mode} isOne={isOne} />
        )}
      </div>
    </Dialog>
  )
}

const isIn = (value: number, most: number) => value >= 0.1 && value <= most

/** Keeps the filter from when the dialog opened, because the list behind it may change. `null` for a single delivery. */
function useFilter(of: Replayed): readonly [ReplayFilter | null, (filter: ReplayFilter) => void] {
  const [filter, setFilter] = useState('filter' in of ? of.filter : null)
  return [filter, setFilter]
}

interface Previewed {
  readonly receiverId: string
  readonly deliveryId: number
  readonly mode: ReplayMode
  readonly isOne: boolean
}

/** Shows the first request on demand. */
function RequestPreview(props: Previewed) {
  const [isOpen, setOpen] = useState(false)
  const [show, hide] = props.isOne
    ? [copy.previewShowOne, copy.previewHideOne]
    : [copy.previewShow, copy.previewHide]
  return (
    <div className={stackCss.s2}>
      <Disclosure isOpen={isOpen} onChange={setOpen}>
        {isOpen ? hide : show}
      </Disclosure>
      {isOpen ? <Preview {...props} /> : null}
    </div>
  )
}

/** Shows the request as it would be sent now, without sending it. */
function Preview({ receiverId, deliveryId, mode }: Previewed) {
  const sending = useMemo(() => ({ mode, deliveryId }), [mode, deliveryId])
  const query = useQuery(sendPreview(useApi(), receiverId, sending))
  if (query.error || !query.data) return <QueryPlaceholder query={query} label={copy.loading} lines={6} />
  return (
    <section aria-label={copy.preview} className={css.request}>
      <p className={textCss.muted}>{copy.previewText}</p>
      <Request request={query.data} />
    </section>
  )
}
