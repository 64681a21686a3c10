import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, type ReactNode, Suspense, useMemo } from 'react'
import type {
  DeliveryDetail,
  DeliverySummary,
  DeliveryDetail as WholeDelivery,
} from '#shared/deliveries/model.ts'
import { KeyHint } from '#ui/collections/key-hint.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Detail, DetailKeys } from '#ui/layout/detail.tsx'
import { DetailTabs } from '#ui/layout/tabs.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { payload } from '../../../nouns/deliveries/copy.ts'
import { readBodyText } from '../../../nouns/deliveries/detail/body-text.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import { HeadersView } from '../../../nouns/deliveries/detail/headers-view.tsx'
import { PayloadView } from '../../../nouns/deliveries/detail/payload-view.tsx'
import { deliveryState, serviceOutcome } from '../../../nouns/deliveries/outcome-styles.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { DeliverySends, useSendCount } from '../../../nouns/receivers/sends/delivery-sends.tsx'
import {
  type DeliveryResult,
  useDeliveryResults,
} from '../../../nouns/receivers/sends/use-delivery-results.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { eventName, flags } from '../copy.ts'
import type { DetailTab } from '../inspector-search.ts'
import { AttemptsView } from './attempts-view.tsx'
import { detail as copy, produced as producedCopy } from './copy.ts'
import { DeliveryFacts } from './delivery-facts.tsx'
import { LastSends } from './last-sends.tsx'
import { attemptsOfEvent } from './same-event.ts'
import { DiagnosisView } from './verification/diagnosis-view.tsx'
import { SignatureSection } from './verification/signature-section.tsx'
import { VerdictBox } from './verification/verdict-box.tsx'
import { VerificationView } from './verification/verification-view.tsx'

const FirstSeen = lazy(() => import('./first-seen.tsx'))

export interface DetailProps {
  readonly tab: DetailTab
  readonly onTab: (tab: DetailTab) => void
  readonly onClose: () => void
  readonly alone: boolean
}

export const paneId = 'delivery-detail'

export function DeliveryView({
  delivery,
  whole,
  sameEvent,
  tab,
  onTab,
  onClose,
  alone,
  closeLabel,
  isForeign = false,
  actions,
  remark,
}: DetailProps & {
  readonly delivery: DeliverySummary
  readonly whole: WholeDelivery | undefined
  readonly sameEvent: readonly DeliverySummary[]
  readonly isForeign?: boolean
  readonly closeLabel?: string | undefined
  readonly actions: ReactNode
  readonly remark: ReactNode
}) {
  const { id } = delivery
  const isVerified = delivery.verdict === 'verified'
  const name = eventName(delivery).slice(0, 240)
  const prefix = name.startsWith('note.') ? 'note.' : ''
  const result = useDeliveryResults(useMemo(() => (isForeign ? [] : [id]), [isForeign, id]))(id)
  const haveRetriesEnded = serviceOutcome(delivery, useEndpointNames()) === 'ended'
  return (
    <Detail
      id={paneId}
      label={copy.region}
      onClose={onClose}
      alone={alone}
      itemKey={id}
      {...(closeLabel === undefined ? {} : { closeLabel })}
      bar={
        <>
          <StateIcon delivery={delivery} receiverFailed={result?.hasFailed === true} />
          <h2 className={css.title}>
            {prefix === '' ? null : <span className={css.prefix}>{prefix}</span>}
            <VisibleText text={name.slice(prefix.length)} />
          </h2>
          {actions ?? <span className={css.grow} />}
        </>
      }
      foot={<DetailFoot alone={alone} canCopy={!isForeign} />}
    >
      <Fragment key={id}>
        <DeliveryFacts
          delivery={delivery}
          whole={whole}
          sameEvent={sameEvent}
          isForeign={isForeign}
          result={result}
        >
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
              content: whole ? (
                <Payload delivery={whole} isForeign={isForeign} result={result} />
              ) : (
                <Loading />
              ),
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
                  {isVerified || isForeign ? null : <DiagnosisView id={id} verdict={delivery.verdict} />}
                  <VerificationView trace={whole.trace} />
                </>
              ) : (
                <Loading />
              ),
            },
            {
              id: 'attempts',
              title: copy.attempts,
              badge: <Count of={attemptsOfEvent(delivery, sameEvent)} />,
              content: whole ? (
                <AttemptsView
                  delivery={whole}
                  sameEvent={sameEvent}
                  haveRetriesEnded={haveRetriesEnded}
                  isForeign={isForeign}
                />
              ) : (
                <Loading />
              ),
            },
            // A session file has no sends tab, because its sends were made on another computer and are not stored here.
            ...(isForeign
              ? []
              : [
                  {
                    id: 'sends',
                    title: copy.sends,
                    badge: <SendCount id={id} result={result} />,
                    content: <DeliverySends key={id} deliveryId={id} />,
                  } as const,
                ]),
          ]}
        />
      </Fragment>
    </Detail>
  )
}

function Payload({
  delivery,
  isForeign,
  result,
}: {
  readonly delivery: WholeDelivery
  readonly isForeign: boolean
  readonly result: DeliveryResult | null | undefined
}) {
  const body = useMemo(() => readBodyText(delivery.bodyBase64), [delivery.bodyBase64])
  return (
    <>
      <PayloadView
        body={body}
        remark={
          delivery.verdict === 'verified' && !isForeign ? (
            <Suspense>
              <FirstSeen delivery={delivery} />
            </Suspense>
          ) : null
        }
      />
      {result?.send ? <LastSends deliveryId={delivery.id} receiver={result.receiver} /> : null}
      <SignatureSection delivery={delivery} />
      <p className={css.hint}>{payload.noContent}</p>
    </>
  )
}

function SendCount({
  id,
  result,
}: {
  readonly id: number
  readonly result: DeliveryResult | null | undefined
}) {
  const count = useSendCount(id)
  return (
    <>
      <Count of={count === 0 ? undefined : count} />
      {result?.hasFailed ? (
        <span className={css.dot} title={result.words}>
          <VisuallyHidden>. {result.words}</VisuallyHidden>
        </span>
      ) : null}
    </>
  )
}

function Loading() {
  return <Skeleton label={copy.loading} lines={6} />
}

function StateIcon({
  delivery,
  receiverFailed,
}: {
  readonly delivery: DeliverySummary
  readonly receiverFailed: boolean
}) {
  const { icon: Icon, tone, label } = deliveryState(delivery, useEndpointNames(), receiverFailed)
  return (
    <span className={css.state} data-tone={tone} title={label}>
      <Icon size={16} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

function Count({ of }: { readonly of: number | undefined }) {
  return <span className={css.count}>{of?.toLocaleString()}</span>
}

function DetailFoot({ alone, canCopy }: { readonly alone: boolean; readonly canCopy: boolean }) {
  return (
    <DetailKeys alone={alone}>
      {canCopy ? (
        <>
          <KeyHint name="R">{copy.keys.replay}</KeyHint>
          <KeyHint name="C">{copy.keys.copy}</KeyHint>
        </>
      ) : null}
    </DetailKeys>
  )
}

/**
 * Explains that the sandbox made this delivery fail verification intentionally. Shown only in sandboxes, because elsewhere any
 * sender can set the `sandbox-produced` header.
 */
function ProducedNote({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  const workspace = session && session.state !== 'welcome' ? session.workspace : null
  const kind = delivery.headers.find(([name]) => name.toLowerCase() === 'sandbox-produced')?.[1]
  if (kind === undefined || workspace?.kind !== 'sandbox' || delivery.workspaceId !== workspace.id)
    return null
  return (
    <ul className={css.flags} aria-label={producedCopy.label}>
      <li className={css.flag}>
        <Badge>{producedCopy.badge}</Badge>
        <span>{producedCopy.kinds.get(kind) ?? producedCopy.other}</span>
      </li>
    </ul>
  )
}
