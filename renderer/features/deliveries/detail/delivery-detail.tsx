import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotebookText, Webhook } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { DeliveryDetail as Delivery } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Badge, StatusPill } from '#ui/feedback/status-pill.tsx'
import { Detail, DetailText, DetailTitle } from '#ui/layout/detail.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { TruncatedText } from '#ui/text/truncated-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../endpoints/index.ts'
import { eventName, flags, noSupportedVersion, verdicts } from '../copy.ts'
import type { DetailTab } from '../deliveries-search.ts'
import { RemoveDelivery } from '../list/remove-delivery.tsx'
import { verdictTone } from '../outcome-styles.ts'
import { delivery as deliveryQuery } from '../queries.ts'
import { verdictStyles, verdictSummary } from '../verdict-styles.ts'
import { AttemptsView } from './attempts-view.tsx'
import { readBodyText } from './body-text.ts'
import { detail as copy } from './copy.ts'
import { CopyMenu } from './copy-menu.tsx'
import { Remark, RemarkField, StarButton } from './delivery-annotations.tsx'
import css from './delivery-detail.module.css'
import { DiagnosisView } from './diagnosis-view.tsx'
import { DiscoveryLink } from './discovery-link.tsx'
import { HeadersView } from './headers-view.tsx'
import { PayloadView } from './payload-view.tsx'
import { VerificationView } from './verification-view.tsx'

/** One delivery: what came, its verdict, and what the service does after the response. */
export function DeliveryDetail({
  id,
  tab,
  onTab,
  onClose,
  alone,
  compare,
}: {
  /** The menu that starts a comparison. */
  readonly compare: ReactNode
  readonly id: number
  readonly tab: DetailTab
  readonly onTab: (tab: DetailTab) => void
  readonly onClose: () => void
  /** Whether there is no list beside it. */
  readonly alone: boolean
}) {
  const query = useQuery(deliveryQuery(useApi(), id))
  return (
    <Detail id="delivery-detail" label={copy.region} onClose={onClose} alone={alone} of={id}>
      {query.data && !isGone(query.error) ? (
        <WholeDelivery
          key={id}
          delivery={query.data}
          tab={tab}
          onTab={onTab}
          onRemoved={onClose}
          compare={compare}
        />
      ) : query.isError ? (
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
}

/** Deleted in the meantime, elsewhere or because of its age. What was read is not shown any more. */
const isGone = (error: unknown) => error !== null && asAppError(error).code === 'not-found'

/** A delivery of a session file (`isForeign`) is not stored here, so it cannot be diagnosed, signed, annotated or deleted. */
export function WholeDelivery({
  delivery,
  tab,
  onTab,
  isForeign = false,
  compare = null,
  onRemoved = () => {},
}: {
  readonly isForeign?: boolean
  readonly compare?: ReactNode
  readonly onRemoved?: () => void
  readonly delivery: Delivery
  readonly tab: DetailTab
  readonly onTab: (tab: DetailTab) => void
}) {
  const { label } = verdicts[delivery.verdict]
  const summary = verdictSummary(delivery)
  const body = useMemo(() => readBodyText(delivery.bodyBase64), [delivery.bodyBase64])
  return (
    <DetailText>
      <header className={css.header}>
        <div className={css.heading}>
          <DetailTitle text={eventName(delivery)} />
          <StatusPill tone={verdictTone(delivery)} icon={verdictStyles[delivery.verdict].icon}>
            {label}
          </StatusPill>
          {isForeign ? null : (
            <div className={css.actions}>
              <StarButton delivery={delivery} />
              <CopyMenu id={delivery.id} canSign={delivery.trace.signature === 'valid'} />
              {compare}
              <RemoveDelivery id={delivery.id} onRemoved={onRemoved} />
            </div>
          )}
        </div>
        <p className={css.byline}>
          {copy.received} <TimeText iso={delivery.lastReceivedAt} />
          {delivery.occurredAt === null ? null : (
            <>
              , {copy.occurred}{' '}
              {Number.isNaN(Date.parse(delivery.occurredAt)) ? (
                <>
                  {copy.unreadableTime} “<TruncatedText text={delivery.occurredAt} />”
                </>
              ) : (
                <TimeText iso={delivery.occurredAt} />
              )}
            </>
          )}
        </p>
        <Links delivery={delivery} isForeign={isForeign} />
        {isForeign ? <Remark delivery={delivery} /> : <RemarkField key={delivery.id} delivery={delivery} />}
      </header>
      <Banner
        tone={isForeign ? 'info' : summary.tone}
        title={
          isForeign
            ? copy.foreignTitle(label)
            : delivery.trace.signature === 'no-supported-version'
              ? noSupportedVersion
              : summary.title
        }
      >
        {isForeign ? copy.foreign : summary.advice}
      </Banner>
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
      <div className={css.tabs}>
        <Tabs
          label={copy.tabs}
          selected={tab}
          onSelect={onTab}
          tabs={[
            { id: 'payload', title: copy.payload, content: <PayloadView body={body} /> },
            {
              id: 'headers',
              title: copy.headers,
              badge: <Badge>{delivery.headers.length}</Badge>,
              content: <HeadersView headers={delivery.headers} />,
            },
            {
              id: 'verification',
              title: copy.verification,
              content: (
                <>
                  {delivery.verdict === 'verified' || isForeign ? null : (
                    <DiagnosisView key={delivery.id} id={delivery.id} />
                  )}
                  <VerificationView trace={delivery.trace} />
                </>
              ),
            },
            {
              id: 'attempts',
              title: copy.attempts,
              badge: <Badge>{delivery.attempts}</Badge>,
              content: <AttemptsView attempts={delivery.attemptLog} total={delivery.attempts} />,
            },
          ]}
        />
      </div>
    </DetailText>
  )
}

function Links({ delivery, isForeign }: { readonly delivery: Delivery; readonly isForeign: boolean }) {
  const { noteId, endpointId, endpointUrl } = delivery
  const endpoints = useEndpointNames()
  return (
    <p className={css.links}>
      {noteId === null ? null : (
        <Link to="/notes" search={{ note: noteId }} className={css.link}>
          <NotebookText size={14} aria-hidden />
          <span>
            {copy.note} <VisibleText text={noteId} />
          </span>
        </Link>
      )}
      {endpointId !== null && endpoints.isListed(endpointId) ? (
        <Link to="/endpoints" search={{ endpoint: endpointId }} className={css.link}>
          <Webhook size={14} aria-hidden />
          <span>
            {copy.endpoint} <VisibleText text={endpoints.of(endpointId)} />
          </span>
        </Link>
      ) : (
        <span className={css.link}>
          <Webhook size={14} aria-hidden />
          <span>
            <VisibleText text={endpointUrl ?? endpointId ?? copy.unknownEndpoint} />
            {endpointId === null ? null : ` ${copy.notListed}`}
          </span>
        </span>
      )}
      {isForeign ? null : <DiscoveryLink delivery={delivery} />}
    </p>
  )
}
