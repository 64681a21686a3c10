import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { discoveries, discoveryWords, otherHalf } from '#shared/deliveries/discovery.ts'
import type { DeliverySummary, DeliveryDetail as WholeDelivery } from '#shared/deliveries/model.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { readSimulatedResponse } from '#shared/deliveries/responses/recorded-response.ts'
import { NoteId } from '#shared/ids.ts'
import { classes } from '#ui/class-names.ts'
import { StatusDot } from '#ui/status/status-pill.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { dayOf, exactTime, timeSpan } from '#ui/text/time-words.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { payload, verdicts } from '../../../nouns/deliveries/copy.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import { firstStatus, outcomeStyles, serviceOutcome } from '../../../nouns/deliveries/outcome-styles.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { NoteName } from '../../../nouns/notes/note-name.tsx'
import { useNoteTitles } from '../../../nouns/notes/use-note-titles.ts'
import { ReceiverName } from '../../../nouns/receivers/receiver-name.tsx'
import { sendResult } from '../../../nouns/receivers/receiver-state.ts'
import { resultWords, sends as sendCopy } from '../../../nouns/receivers/sends/copy.ts'
import { SendMark } from '../../../nouns/receivers/sends/send-row.tsx'
import { type DeliveryResult, useForwards } from '../../../nouns/receivers/sends/use-delivery-results.ts'
import { consequences } from '../copy.ts'
import { facts as copy } from './copy.ts'
import { PreciseTime } from './precise-time.tsx'
import { attemptsUpTo } from './same-event.ts'

/**
 * Shows when and where a delivery arrived, its note and its response. Every line has a value before the delivery's details have
 * loaded, so that nothing moves when they appear.
 */
export function DeliveryFacts({
  delivery,
  whole,
  sameEvent,
  isForeign,
  result,
  children,
}: {
  readonly delivery: DeliverySummary
  readonly whole: WholeDelivery | undefined
  readonly sameEvent: readonly DeliverySummary[]
  readonly isForeign: boolean
  readonly result: DeliveryResult | null | undefined
  readonly children?: ReactNode
}) {
  const isForwarded = useForwards([delivery]) && delivery.verdict === 'verified'
  return (
    <div className={css.facts}>
      <KeyValue>
        <Fact name={copy.received}>
          <Received delivery={delivery} whole={whole} />
        </Fact>
        <Fact name={copy.endpoint}>
          <EndpointLine delivery={delivery} />
        </Fact>
        {delivery.noteId === null ? null : (
          <Fact name={copy.note}>
            <NoteLine id={delivery.noteId}>
              {isForeign ? null : <DiscoveryLink delivery={delivery} />}
            </NoteLine>
          </Fact>
        )}
        <Fact name={copy.answered}>
          <Answered delivery={delivery} whole={whole} sameEvent={sameEvent} />
        </Fact>
        {!isForeign && (result || isForwarded) ? (
          <Fact name={copy.receiver}>
            <ReceiverLine result={result} />
          </Fact>
        ) : null}
        {isForeign ? (
          <Fact name={copy.verdict}>{copy.atExport(verdicts[delivery.verdict].label)}</Fact>
        ) : null}
        {children}
      </KeyValue>
    </div>
  )
}

function Received({
  delivery: { firstReceivedAt, occurredAt },
  whole,
}: {
  readonly delivery: DeliverySummary
  readonly whole: WholeDelivery | undefined
}) {
  const at = Date.parse(firstReceivedAt)
  const parts = [
    Number.isNaN(at) ? null : dayOf(at, Date.now()),
    whole ? payload.size(whole.trace.bodyBytes) : null,
  ].filter((part) => part !== null)
  return (
    <span className={css.factLine}>
      <PreciseTime iso={firstReceivedAt} />
      <span className={css.faint}>
        {parts.join(' · ')}
        {occurredAt === null ? null : (
          <>
            {' · '}
            <Lag at={at} occurredAt={occurredAt} />
          </>
        )}
      </span>
    </span>
  )
}

function Lag({ at, occurredAt }: { readonly at: number; readonly occurredAt: string }) {
  const occurred = Date.parse(occurredAt)
  if (Number.isNaN(occurred) || Number.isNaN(at))
    return <span title={visibleText(occurredAt.slice(0, 240))}>{copy.unreadableEventTime}</span>
  const span = timeSpan(at - occurred)
  return <span title={exactTime(occurred)}>{at < occurred ? copy.ahead(span) : copy.lag(span)}</span>
}

/** Shows the endpoint's name as a link, followed by its URL, which is truncated if necessary. */
function EndpointLine({ delivery: { endpointId, endpointUrl } }: { readonly delivery: DeliverySummary }) {
  const endpoints = useEndpointNames()
  const endpoint = endpoints.list.find(({ id }) => id === endpointId)
  if (!endpoint) {
    const isDeleted = endpoints.isDeleted(endpointId)
    const known = isDeleted ? endpoints.of(endpointId) : (endpointUrl ?? endpointId)
    return (
      <span className={css.factLine}>
        <span className={css.cut}>
          {known === null ? copy.unknownEndpoint : <VisibleText text={known.slice(0, 240)} />}
        </span>
        {endpointId === null || isDeleted ? null : <span className={css.faint}>{copy.notListed}</span>}
      </span>
    )
  }
  const url = endpointUrl ?? endpoint.url
  const where = url.replace(/^https?:\/\//, '').slice(0, 240)
  const isNamed = endpoint.label !== null
  return (
    <span className={css.factLine}>
      <Link
        to="/endpoints"
        search={{ endpoint: endpoint.id }}
        className={css.cut}
        title={isNamed ? visibleText(endpoints.of(endpoint.id)) : undefined}
      >
        <VisibleText text={isNamed ? endpoints.of(endpoint.id) : where} />
      </Link>
      {isNamed ? (
        <span className={css.where} title={visibleText(where)}>
          <VisibleText text={where} />
        </span>
      ) : null}
    </span>
  )
}

/** Shows the note by its title, as in the list, as soon as the index has the title. */
function NoteLine({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const isId = NoteId.safeParse(id).success
  const titleOf = useNoteTitles(isId ? [id] : [])
  return (
    <span className={css.factLine}>
      <Link to="/notes" search={{ note: id }} className={css.cut} title={visibleText(id.slice(0, 240))}>
        <NoteName id={id.slice(0, 240)} title={isId ? titleOf(id) : null} />
      </Link>
      {children}
    </span>
  )
}

function Answered({
  delivery,
  whole,
  sameEvent,
}: {
  readonly delivery: DeliverySummary
  readonly whole: WholeDelivery | undefined
  readonly sameEvent: readonly DeliverySummary[]
}) {
  const outcome = serviceOutcome(delivery, useEndpointNames())
  const first = firstStatus(delivery)
  const attempt = attemptsUpTo(delivery, sameEvent)
  const isSimulated = readSimulatedResponse(whole?.attemptLog.at(-1)?.answer ?? '') !== null
  return (
    <span className={css.factLine} data-tone={first === null ? outcomeStyles[outcome].tone : undefined}>
      <span className={css.status}>{first ?? delivery.status}</span>
      <span className={classes(css.faint, css.wraps)}>
        {[
          ...(attempt > 1 ? [copy.attempt(attempt)] : []),
          first !== null ? copy.sentAgain : consequences[outcome],
          ...(isSimulated ? [consequences.simulated] : []),
          ...(delivery.verdict === 'verified' ? [copy.verified] : []),
          copy.took(delivery.responseMs),
        ].join(' · ')}
        {first === null ? null : (
          <>
            {' · '}
            <LaterAttempt delivery={delivery} sameEvent={sameEvent} />
          </>
        )}
      </span>
    </span>
  )
}

/** Shows the receiver's response to the last send, and whether it changed. */
function ReceiverLine({ result }: { readonly result: DeliveryResult | null | undefined }) {
  if (!result) return <span className={css.faint}>{copy.none}</span>
  const { receiver, others, send, why } = result
  return (
    <span
      className={css.receiverLine}
      data-tone={send ? sendResult(send).tone : undefined}
      title={result.words}
    >
      <Link
        to="/receivers"
        search={{ receiver: receiver.id }}
        className={css.cut}
        aria-label={visibleText(receiver.name)}
      >
        <ReceiverName name={receiver.name} />
      </Link>
      <span className={css.took}> · </span>
      {send === null ? (
        why === null ? (
          resultWords.sending
        ) : (
          <span className={css.waiting}>
            <StatusDot look="wait" />
            {resultWords.waitingFor(why)}
          </span>
        )
      ) : (
        <>
          <span className={css.status}>{sendResult(send).word}</span>
          <span className={css.took}>
            {send.status === null ? ' · ' : ` · ${sendCopy.ms(send.phases.totalMs)} · `}
          </span>
          <SendMark send={send} />
        </>
      )}
      {others === 0 ? null : (
        <Link
          from="/inspector"
          to="/inspector"
          search={(now) => ({ ...now, tab: 'sends' as const })}
          className={css.others}
        >
          {copy.others(others)}
        </Link>
      )}
    </span>
  )
}

/** Links to the attempt that succeeded, which is stored as a separate delivery. */
function LaterAttempt({
  delivery,
  sameEvent,
}: {
  readonly delivery: DeliverySummary
  readonly sameEvent: readonly DeliverySummary[]
}) {
  const later = sameEvent.find(
    ({ id, verdict, status }) =>
      id > delivery.id && verdict === 'verified' && deliveryOutcome(status) === 'delivered',
  )
  if (!later) return copy.later
  const others = [delivery, ...sameEvent].filter(({ id }) => id !== later.id)
  return (
    <Link from="/inspector" to="/inspector" search={(now) => ({ ...now, delivery: later.id })}>
      {copy.laterOne(attemptsUpTo(later, others))}
    </Link>
  )
}

/** Links to the related delivery of the same note and endpoint, which may not be in the loaded list. */
function DiscoveryLink({ delivery }: { readonly delivery: DeliverySummary }) {
  const { verdict, eventType, noteId, endpointId } = delivery
  const wanted = otherHalf(eventType)
  const isHalf = verdict === 'verified' && wanted !== null && noteId !== null && endpointId !== null
  const { data } = useInfiniteQuery({
    ...deliveryList(useApi(), {
      noteId: noteId ?? '',
      endpointId: endpointId ?? '',
      q: `type:${wanted} verdict:verified`,
    }),
    enabled: isHalf,
  })
  const others = data?.pages.flatMap((page) => page.deliveries) ?? []
  const other = isHalf ? discoveries([delivery, ...others]).get(delivery.id) : undefined
  if (!other) return null
  return (
    <Link
      from="/inspector"
      to="/inspector"
      search={(now) => ({ ...now, delivery: other.id })}
      className={css.related}
    >
      {discoveryWords(delivery, other).join(' ')}
    </Link>
  )
}
