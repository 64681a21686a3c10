import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { ReplayFilter, ReplayMode, ReplayPace } from '#shared/receivers/replay.ts'
import { Button } from '#ui/controls/button.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { FilterBar } from '../../deliveries/index.ts'
import { useEndpointNames } from '../../endpoints/index.ts'
import { replay as copy, span } from '../copy.ts'
import { receiverList, sendDelivery, sendPreview, startReplay } from '../queries.ts'
import { lastReceiver } from '../receiver-state.ts'
import { Request } from '../sends/send-view.tsx'
import { ReceiverChoice } from './receiver-choice.tsx'
import css from './replay.module.css'
import { useToastSend } from './send-toast.ts'
import { type ReplayCount, useReplayCount } from './use-replay-count.ts'

/** What is replayed: one delivery, or all that match a filter, which can be typed with `canFilter`. */
export type Replayed =
  | { readonly deliveryId: number }
  | { readonly filter: ReplayFilter; readonly canFilter?: boolean }

/** Asks where to send deliveries, and how. One is sent at once; several are a job. */
export function ReplayDialog({
  of,
  receiverId,
  onClose,
}: {
  readonly of: Replayed
  /** Chosen first; otherwise the one used last. */
  readonly receiverId?: string | undefined
  readonly onClose: () => void
}) {
  const { data: receivers } = useQuery(receiverList(useApi()))
  const [chosen, setChosen] = useState(receiverId)
  const receiver =
    receivers?.find(({ id }) => id === chosen) ?? (receivers && (lastReceiver(receivers) ?? receivers[0]))
  if (receivers === undefined || receiver === undefined)
    return <NoReceiver isLoading={receivers === undefined} onClose={onClose} />
  return <Chosen of={of} receiver={receiver} receivers={receivers} onReceiver={setChosen} onClose={onClose} />
}

function NoReceiver({ isLoading, onClose }: { readonly isLoading: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      title={copy.titleOne}
      isOpen
      size="small"
      onClose={onClose}
      footer={<Button onPress={onClose}>{copy.cancel}</Button>}
    >
      {isLoading ? (
        <Skeleton label={copy.loading} lines={3} />
      ) : (
        <EmptyState
          icon={ChevronRight}
          title={copy.noReceiver}
          action={
            <Button
              variant="primary"
              onPress={() => {
                onClose()
                void navigate({ to: '/receivers', search: { form: 'new' } })
              }}
            >
              {copy.addReceiver}
            </Button>
          }
        >
          {copy.noReceiverText}
        </EmptyState>
      )}
    </Dialog>
  )
}

function Chosen({
  of,
  receiver,
  receivers,
  onReceiver,
  onClose,
}: {
  readonly of: Replayed
  readonly receiver: Receiver
  readonly receivers: readonly Receiver[]
  readonly onReceiver: (id: string) => void
  readonly onClose: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toastSend = useToastSend()
  const [filter, setFilter] = useFilter(of)
  const count = useReplayCount(filter)
  const counted = count.state === 'counted' ? count.counted : null
  const first = 'deliveryId' in of ? of.deliveryId : (counted?.oldest ?? null)
  const isOne = 'deliveryId' in of
  const isReady = receiver.address.approval !== 'needed'
  const facts = useQuery({
    ...sendPreview(api, receiver.id, { mode: 'exact', deliveryId: first ?? 0 }),
    enabled: first !== null && isReady,
  })
  const mustBeExact = isOne && facts.data?.isUnverified === true
  const [wanted, setWanted] = useState<ReplayMode>('retry')
  const mode = mustBeExact ? 'exact' : wanted
  const [pace, setPace] = useState<ReplayPace>({ kind: 'rate', perSecond: 10 })
  const [isPreviewing, setPreviewing] = useState(false)
  const send = useSubmission(
    {
      ...sendDelivery(api, cache),
      onSuccess: (done) => toastSend(receiver.name, done),
    },
    onClose,
  )
  const start = useSubmission(
    {
      ...startReplay(api, cache),
      onSuccess: ({ jobId }, { id, of: total }) =>
        toast({
          title: copy.started(total),
          action: {
            label: copy.results,
            onPress: () =>
              void navigate({ to: '/receivers', search: { receiver: id, tab: 'sends', job: jobId } }),
          },
        }),
    },
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
        of: counted.matching,
        mode,
        pace,
      })
  }
  const canSend = isReady && (isOne || (counted !== null && counted.matching > 0 && !isWrongPace))
  const isPublic = receiver.address.kind === 'public'

  return (
    <Dialog
      title={isOne ? copy.titleOne : copy.title(counted && counted.matching > 0 ? counted.matching : null)}
      isOpen
      onClose={onClose}
      isFramed={isPublic}
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button
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
      <div className={css.form}>
        {error ? <ErrorBanner error={error} /> : null}
        <ReceiverChoice receiver={receiver} receivers={receivers} onChoose={onReceiver} />
        {!isOne && of.canFilter ? <Filter filter={filter ?? {}} onChange={setFilter} /> : null}
        {isOne ? null : <CountLine count={count} mode={mode} />}
        {mustBeExact ? <Banner tone="warn">{copy.unverifiedOne}</Banner> : null}
        <RadioGroup
          label={copy.mode}
          value={mode}
          onChange={(value) => setWanted(value as ReplayMode)}
          isDisabled={mustBeExact}
        >
          <Radio
            value="retry"
            description={receiver.signsWith === 'none' ? copy.retryUnsigned : copy.retryText}
          >
            {copy.modeNames.retry}
          </Radio>
          <Radio value="exact" description={exactWords(facts.data?.ageSeconds ?? null, isOne)}>
            {copy.modeNames.exact}
          </Radio>
          <Radio value="new-event" description={copy.newText}>
            {copy.modeNames['new-event']}
          </Radio>
        </RadioGroup>
        {isOne ? null : <Pace pace={pace} onChange={setPace} />}
        {first === null || !isReady ? null : (
          <div className={css.preview}>
            <Button
              variant="quiet"
              className={css.disclosure}
              icon={<ChevronRight size={14} aria-hidden data-open={isPreviewing} />}
              aria-expanded={isPreviewing}
              onPress={() => setPreviewing(!isPreviewing)}
            >
              {isOne
                ? isPreviewing
                  ? copy.previewHideOne
                  : copy.previewShowOne
                : isPreviewing
                  ? copy.previewHide
                  : copy.previewShow}
            </Button>
            {isPreviewing ? (
              <Preview receiverId={receiver.id} deliveryId={first} mode={mode} isOne={isOne} />
            ) : null}
          </div>
        )}
      </div>
    </Dialog>
  )
}

const isIn = (value: number, most: number) => value >= 0.1 && value <= most

/** What is replayed as of opening: the list behind the dialog may change. `null`: one delivery. */
function useFilter(of: Replayed): readonly [ReplayFilter | null, (filter: ReplayFilter) => void] {
  const [filter, setFilter] = useState('filter' in of ? of.filter : null)
  return [filter, setFilter]
}

function Filter({
  filter,
  onChange,
}: {
  readonly filter: ReplayFilter
  readonly onChange: (filter: ReplayFilter) => void
}) {
  return (
    <Suspense>
      <FilterBar
        asked={filter.q ?? ''}
        onAsk={(q) => onChange(q === '' ? {} : { q })}
        deliveries={none}
        endpoints={useEndpointNames()}
        file="replay"
      />
    </Suspense>
  )
}

const none: readonly never[] = []

/** *Too old by 3 h: a strict receiver refuses it.* */
function exactWords(ageSeconds: number | null, isOne: boolean): string {
  if (ageSeconds === null) return copy.exactText
  const over = Math.abs(ageSeconds) - freshSeconds
  if (over <= 0) return copy.exactFresh
  if (ageSeconds < 0) return copy.exactAhead(span(ageSeconds))
  return isOne ? copy.exactStale(span(over)) : copy.exactStaleMany(span(over))
}

/** A receiver that checks the timestamp refuses an older one (specification, section 5.7). */
const freshSeconds = 300

/** A count that takes long says how far it is. */
function CountLine({ count, mode }: { readonly count: ReplayCount; readonly mode: ReplayMode }) {
  const settled = useDebounced(count.state === 'counting', 300)
  if (count.state === 'failed') return <ErrorBanner error={asAppError(count.error)} />
  if (count.state === 'counting')
    return (
      <p className={css.count} role="status">
        {settled ? copy.counting(count.soFar) : ' '}
      </p>
    )
  const { matching, unverified } = count.counted
  return (
    <p className={css.count} role="status">
      {matching === 0 ? copy.nothing : copy.matching(matching)}
      {unverified > 0 && mode !== 'exact' ? (
        <span className={css.warn}> {copy.unverifiedMany(unverified)}</span>
      ) : null}
    </p>
  )
}

function Pace({
  pace,
  onChange,
}: {
  readonly pace: ReplayPace
  readonly onChange: (pace: ReplayPace) => void
}) {
  return (
    <div className={css.pace}>
      <RadioGroup
        label={copy.pace}
        look="segments"
        value={pace.kind}
        onChange={(kind) =>
          onChange(kind === 'rate' ? { kind: 'rate', perSecond: 10 } : { kind: 'original', speed: 1 })
        }
      >
        <Radio value="rate">{copy.paceRate}</Radio>
        <Radio value="original">{copy.paceOriginal}</Radio>
      </RadioGroup>
      {pace.kind === 'rate' ? (
        <NumberField
          key="rate"
          label={copy.perSecond}
          value={pace.perSecond}
          minValue={0.1}
          maxValue={200}
          fractions
          isDraft
          onChange={(perSecond) => onChange({ kind: 'rate', perSecond })}
        />
      ) : (
        <NumberField
          key="original"
          label={copy.speed}
          value={pace.speed}
          minValue={0.1}
          maxValue={10_000}
          fractions
          isDraft
          onChange={(speed) => onChange({ kind: 'original', speed })}
        />
      )}
    </div>
  )
}

/** A dry run: the request as it would be sent now. */
function Preview({
  receiverId,
  deliveryId,
  mode,
  isOne,
}: {
  readonly receiverId: string
  readonly deliveryId: number
  readonly mode: ReplayMode
  readonly isOne: boolean
}) {
  const sending = useMemo(() => ({ mode, deliveryId }), [mode, deliveryId])
  const { data, error, refetch, isFetching } = useQuery(sendPreview(useApi(), receiverId, sending))
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Skeleton label={copy.loading} lines={6} />
  return (
    <section aria-label={copy.preview} className={css.request}>
      <p className={css.quiet}>{isOne ? copy.previewOne : copy.previewText}</p>
      <Request request={data} />
    </section>
  )
}
