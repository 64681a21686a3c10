import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { Fragment, type ReactNode, useMemo } from 'react'
import type { DeliverySummary, DeliveryDetail as WholeDelivery } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import { DetailTabs } from '#ui/layout/detail-tabs.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { DeliverySends, useSendCount } from '../../receivers/index.ts'
import type { Comparing } from '../actions/use-compare-actions.ts'
import type { DeliveryPlace } from '../actions/use-delivery-actions.ts'
import { menu } from '../compare/copy.ts'
import { eventName, flags } from '../copy.ts'
import type { DetailTab } from '../deliveries-search.ts'
import { deliveryState } from '../outcome-styles.ts'
import { delivery as deliveryQuery } from '../queries.ts'
import { RemarkInFile, RemarkLine } from './annotations/delivery-annotations.tsx'
import { AttemptsView } from './attempts-view.tsx'
import { readBodyText } from './body-text.ts'
import { annotations, detail as copy, payload } from './copy.ts'
import { DeliveryActions } from './delivery-actions.tsx'
import css from './delivery-detail.module.css'
import { DeliveryFacts } from './delivery-facts.tsx'
import { HeadersView } from './headers-view.tsx'
import { listedDelivery } from './listed-delivery.ts'
import { PayloadView } from './payload-view.tsx'
import { ProducedNote } from './produced-note.tsx'
import { DiagnosisView } from './verification/diagnosis-view.tsx'
import { SignatureSection } from './verification/signature-section.tsx'
import { VerdictBox } from './verification/verdict-box.tsx'
import { VerificationView } from './verification/verification-view.tsx'

interface DetailProps {
  readonly tab: DetailTab
  readonly onTab: (tab: DetailTab) => void
  readonly onClose: () => void
  /** Whether there is no list beside it. */
  readonly alone: boolean
}

/** One delivery: what came, its verdict, and what the service does after the response. */
export function DeliveryDetail({
  id,
  place,
  editing,
  onEditing,
  ...props
}: DetailProps & {
  readonly id: number
  readonly place: DeliveryPlace
  /** The delivery whose note has the cursor. */
  readonly editing: number | null
  readonly onEditing: (id: number | null) => void
}) {
  const query = useQuery(deliveryQuery(useApi(), id))
  const cache = useQueryClient()
  const whole = isGone(query.error) ? undefined : query.data
  const row = useMemo(() => listedDelivery(cache, id), [cache, id])
  const delivery = whole ?? (query.isError ? undefined : row)
  const { onClose, alone } = props
  if (!delivery)
    return (
      <Detail
        id={paneId}
        label={copy.region}
        onClose={onClose}
        alone={alone}
        of={id}
        bar={<span className={css.grow} />}
      >
        {query.isError ? (
          <ErrorState
            error={query.error}
            onRetry={isGone(query.error) ? undefined : () => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton label={copy.loading} lines={9} />
        )}
      </Detail>
    )
  return (
    <DeliveryView
      {...props}
      delivery={delivery}
      whole={whole}
      closeLabel={alone ? undefined : copy.close}
      actions={
        <DeliveryActions
          key={id}
          delivery={delivery}
          canSign={whole ? whole.trace.signature === 'valid' : signedVerdicts.has(delivery.verdict)}
          place={place}
        />
      }
      remark={
        <RemarkLine
          key={id}
          delivery={delivery}
          isEditing={editing === id}
          onEditing={(isEditing) => onEditing(isEditing ? id : null)}
        />
      }
      compare={place}
    />
  )
}

/** A delivery of a session file. It is not stored here, so it cannot be diagnosed, signed, annotated or deleted. */
export function ForeignDelivery({ delivery, ...props }: DetailProps & { readonly delivery: WholeDelivery }) {
  return (
    <DeliveryView
      {...props}
      tab={props.tab === 'sends' ? 'payload' : props.tab}
      isForeign
      delivery={delivery}
      whole={delivery}
      actions={
        delivery.starred ? (
          <span className={css.starred} title={annotations.starredInFile}>
            <Star size={14} fill="currentColor" aria-hidden />
            <VisuallyHidden>{annotations.starredInFile}</VisuallyHidden>
          </span>
        ) : null
      }
      remark={<RemarkInFile remark={delivery.remark} />}
    />
  )
}

const paneId = 'delivery-detail'
const signedVerdicts: ReadonlySet<string> = new Set(['verified', 'stale', 'future'])

/** Deleted in the meantime, elsewhere or because of its age. What was read is not shown any more. */
const isGone = (error: unknown) => error !== null && asAppError(error).code === 'not-found'

function DeliveryView({
  delivery,
  whole,
  tab,
  onTab,
  onClose,
  alone,
  closeLabel,
  isForeign = false,
  actions,
  remark,
  compare,
}: DetailProps & {
  readonly delivery: DeliverySummary
  /** `undefined` while it is loading: then its row is shown. */
  readonly whole: WholeDelivery | undefined
  readonly isForeign?: boolean
  readonly closeLabel?: string | undefined
  readonly actions: ReactNode
  readonly remark: ReactNode
  readonly compare?: Comparing
}) {
  const { id } = delivery
  const isVerified = delivery.verdict === 'verified'
  return (
    <Detail
      id={paneId}
      label={copy.region}
      onClose={onClose}
      alone={alone}
      of={id}
      {...(closeLabel === undefined ? {} : { closeLabel })}
      bar={
        <>
          <StateIcon delivery={delivery} />
          <h2 className={css.title}>
            <VisibleText text={eventName(delivery).slice(0, 240)} />
          </h2>
          {actions ?? <span className={css.grow} />}
        </>
      }
      foot={<Foot compare={compare} canCopy={!isForeign} />}
    >
      <Fragment key={id}>
        <DeliveryFacts delivery={delivery} whole={whole} isForeign={isForeign}>
          {remark}
        </DeliveryFacts>
        {isVerified ? null : (
          <VerdictBox
            delivery={delivery}
            whole={whole}
            isForeign={isForeign}
            onShowChecks={() => onTab('verification')}
          />
        )}
        {whole && !isForeign && !isVerified ? <ProducedNote delivery={whole} /> : null}
        {delivery.flags.length > 0 ? (
          <ul className={css.flags} aria-label={copy.flags}>
            {delivery.flags.map((flag) => (
              <li key={flag} className={css.flag}>
                <Badge tone="warn">{flags[flag].label}</Badge>
                <span>{flags[flag].text}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <DetailTabs
          label={copy.tabs}
          selected={tab}
          onSelect={onTab}
          tabs={[
            {
              id: 'payload',
              title: copy.payload,
              content: whole ? <Payload delivery={whole} /> : <Loading />,
            },
            {
              id: 'headers',
              title: copy.headers,
              badge: <Count of={whole?.headers.length} />,
              content: whole ? <HeadersView headers={whole.headers} /> : <Loading />,
            },
            {
              id: 'verification',
              title: copy.verification,
              badge: isVerified ? null : (
                <span className={css.dot}>
                  <VisuallyHidden>{copy.notVerified}</VisuallyHidden>
                </span>
              ),
              content: whole ? (
                <>
                  {isVerified || isForeign ? null : <DiagnosisView id={id} />}
                  <VerificationView trace={whole.trace} />
                </>
              ) : (
                <Loading />
              ),
            },
            {
              id: 'attempts',
              title: copy.attempts,
              badge: <Count of={delivery.attempts} />,
              content: whole ? (
                <AttemptsView attempts={whole.attemptLog} total={whole.attempts} />
              ) : (
                <Loading />
              ),
            },
            // What a session file contains was sent on another machine, if at all.
            ...(isForeign
              ? []
              : [
                  {
                    id: 'sends',
                    title: copy.sends,
                    badge: <SendCount id={id} />,
                    content: <DeliverySends key={id} deliveryId={id} />,
                  } as const,
                ]),
          ]}
        />
      </Fragment>
    </Detail>
  )
}

function Payload({ delivery }: { readonly delivery: WholeDelivery }) {
  const body = useMemo(() => readBodyText(delivery.bodyBase64), [delivery.bodyBase64])
  return (
    <>
      <PayloadView body={body} />
      <SignatureSection delivery={delivery} />
      <p className={css.hint}>{payload.noContent}</p>
    </>
  )
}

function SendCount({ id }: { readonly id: number }) {
  const count = useSendCount(id)
  return <Count of={count === 0 ? undefined : count} />
}

function Loading() {
  return <Skeleton label={copy.loading} lines={6} />
}

function StateIcon({ delivery }: { readonly delivery: DeliverySummary }) {
  const { icon: Icon, tone, label } = deliveryState(delivery)
  return (
    <span className={css.state} data-tone={tone} title={label}>
      <Icon size={16} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** Its place is there before it is known. */
function Count({ of }: { readonly of: number | undefined }) {
  return <span className={css.count}>{of?.toLocaleString()}</span>
}

/** The keys that work here; while another delivery is to be chosen for a comparison, what to do. */
function Foot({ compare, canCopy }: { readonly compare: Comparing | undefined; readonly canCopy: boolean }) {
  if (compare?.marked !== undefined)
    return (
      <span className={classes(css.foot, css.marked)}>
        <span role="status">{menu.marked}</span>
        <Button
          size="small"
          variant="quiet"
          onPress={() => compare.onCompare(compare.marked ?? 0, undefined)}
        >
          {menu.cancel}
        </Button>
      </span>
    )
  return (
    <span className={classes(css.foot, css.hints)} aria-hidden>
      <span className={css.key}>
        <kbd>J</kbd>
        <kbd>K</kbd>
        {copy.keys.walk}
      </span>
      {canCopy ? (
        <>
          <span className={css.key}>
            <kbd>R</kbd>
            {copy.keys.replay}
          </span>
          <span className={css.key}>
            <kbd>C</kbd>
            {copy.keys.copy}
          </span>
        </>
      ) : null}
      <span className={css.key}>
        <kbd>Esc</kbd>
        {copy.keys.close}
      </span>
    </span>
  )
}
