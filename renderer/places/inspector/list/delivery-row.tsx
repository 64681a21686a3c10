import {
  ArrowDown,
  Flag,
  GitCompareArrows,
  Link2,
  type LucideIcon,
  MessageSquareText,
  Star,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { discoveryWords } from '#shared/deliveries/discovery.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { StatusDot } from '#ui/status/status-pill.tsx'
import { LogTime } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { AttemptedStatus } from '../../../nouns/deliveries/attempted-status.tsx'
import { verdicts } from '../../../nouns/deliveries/copy.ts'
import {
  deliveryState,
  firstStatus,
  isVerifiedUndelivered,
  outcomeStyles,
  serviceMeanings,
  serviceOutcome,
} from '../../../nouns/deliveries/outcome-styles.ts'
import { isPayloadRead } from '../../../nouns/deliveries/payload-read.ts'
import type { EndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { NoteName } from '../../../nouns/notes/note-name.tsx'
import { sendResult, shortResult } from '../../../nouns/receivers/receiver-state.ts'
import { resultWords, sends as sendCopy } from '../../../nouns/receivers/sends/copy.ts'
import type { DeliveryResult } from '../../../nouns/receivers/sends/use-delivery-results.ts'
import { eventName, flags } from '../copy.ts'
import { columns, row as copy, spoken } from './copy.ts'
import css from './delivery-row.module.css'

/**
 * The note shown in a row: its title, or its id where titles are not available. `null` if unknown, and `undefined` while loading.
 */
export type RowNote = { readonly title: string } | { readonly id: string } | null | undefined

interface DeliveryRowParts {
  readonly note: RowNote
  readonly endpoints: EndpointNames
  readonly discovered?: DeliverySummary | undefined
  readonly result?: DeliveryResult | null | undefined
  /** Whether the delivery is marked for comparison or compared with the open one. */
  readonly isCompared?: boolean
  /** The number of earlier attempts of the event that have separate rows. */
  readonly earlier?: number | undefined
  readonly hasLeft?: boolean
}

/**
 * Shows an event at one endpoint, with all its attempts, on a single line. Memoized, because every batch of new deliveries moves
 * all rows.
 */
export const DeliveryRow = memo(function DeliveryRow({
  delivery,
  note,
  endpoints,
  discovered,
  result,
  hasReceivers = false,
  isCompared = false,
  earlier = 0,
  hasLeft = false,
}: DeliveryRowParts & { readonly delivery: DeliverySummary; readonly hasReceivers?: boolean }) {
  const { icon: Icon, tone, label } = deliveryState(delivery, endpoints, result?.hasFailed === true)
  const { host, end } = endpoints.partsOf(delivery.endpointId, delivery.endpointUrl)
  return (
    <div className={css.row} data-left={hasLeft || undefined} title={hasLeft ? copy.left : undefined}>
      <span className={css.state} data-tone={tone} title={label}>
        <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
      </span>
      <span className={css.time}>
        <LogTime iso={delivery.firstReceivedAt} />
      </span>
      <span className={css.event}>
        <EventType type={delivery.eventType} />
      </span>
      <span className={css.note}>
        <Note delivery={delivery} note={note} />
        <span className={css.marks}>
          {isCompared ? <Mark icon={GitCompareArrows} title={copy.compared} kind="compared" /> : null}
          {delivery.flags.length > 0 ? (
            <Mark
              icon={Flag}
              title={delivery.flags.map((flag) => flags[flag].label).join(', ')}
              kind="flag"
            />
          ) : null}
          {discovered ? <Mark icon={Link2} title={discoveryWords(delivery, discovered).join(' ')} /> : null}
          {delivery.remark === '' ? null : (
            <Mark icon={MessageSquareText} title={visibleText(delivery.remark)} />
          )}
          {delivery.starred ? <Mark icon={Star} title={copy.starred} kind="star" /> : null}
        </span>
      </span>
      <span
        className={css.endpoint}
        title={visibleText(`${host}${end}`)}
        data-deleted={endpoints.isDeleted(delivery.endpointId) || undefined}
      >
        <span className={css.host}>
          <VisibleText text={host} />
        </span>
        <span className={css.end}>
          <VisibleText text={end} />
        </span>
      </span>
      <Response delivery={delivery} endpoints={endpoints} earlier={earlier} />
      {hasReceivers ? (
        <span className={css.receiver} title={result?.words}>
          <Result result={result} />
        </span>
      ) : null}
    </div>
  )
})

/** Shows the shared prefix in a faint color. A narrow list hides the prefix. */
function EventType({ type }: { readonly type: string | null }) {
  if (type === null || type === '') return <span className={css.unknown}>{copy.unknown}</span>
  const isOfNote = type.startsWith(sharedPrefix)
  return (
    <>
      {isOfNote ? <span className={css.prefix}>{sharedPrefix}</span> : null}
      <VisibleText text={isOfNote ? type.slice(sharedPrefix.length) : type} />
    </>
  )
}

const sharedPrefix = 'note.'

function Note({ delivery, note }: { readonly delivery: DeliverySummary; readonly note: RowNote }) {
  const { noteId, verdict } = delivery
  if (noteId === null) {
    return isPayloadRead(verdict) ? (
      <span className={css.unknown}>{copy.unknown}</span>
    ) : (
      <span className={css.unknown} title={copy.whyNotRead}>
        {copy.notRead}
        <span className={css.reason}>{copy.because(verdicts[verdict].label.toLowerCase())}</span>
      </span>
    )
  }
  const id = visibleText(noteId)
  if (!note) {
    return (
      <span className={css.title}>
        <NoteName id={noteId} title={note} />
      </span>
    )
  }
  return 'title' in note ? (
    <span className={css.title} dir="auto" title={id}>
      <VisibleText text={note.title} />
    </span>
  ) : (
    <span className={css.id}>
      <VisibleText text={note.id} />
    </span>
  )
}

function Mark({
  icon: Icon,
  title,
  kind,
}: {
  readonly icon: LucideIcon
  readonly title: string
  readonly kind?: 'compared' | 'flag' | 'star'
}) {
  return (
    <span className={css.mark} data-kind={kind} title={title}>
      <Icon size={12} {...(kind === 'star' ? { fill: 'currentColor' } : {})} aria-hidden />
    </span>
  )
}

function Result({ result }: { readonly result: DeliveryResult | null | undefined }) {
  if (result === undefined) return null
  if (result === null) return <span className={css.unknown}>{copy.unknown}</span>
  const { send, why } = result
  if (send === null)
    return (
      <>
        {why === null ? null : <StatusDot look="wait" />}
        {why === null ? resultWords.sending : resultWords.waiting}
      </>
    )
  const { tone } = sendResult(send)
  if (send.problem !== null || send.status === null) return <span data-tone={tone}>{shortResult(send)}</span>
  return (
    <>
      <span className={css.code} data-tone={tone}>
        {send.status}
      </span>
      <span className={css.took}>{sendCopy.ms(send.phases.totalMs)}</span>
    </>
  )
}

function Response({
  delivery,
  endpoints,
  earlier,
}: {
  readonly delivery: DeliverySummary
  readonly endpoints: EndpointNames
  readonly earlier: number
}) {
  const { status } = delivery
  const attempts = delivery.attempts + earlier
  const outcome = serviceOutcome(delivery, endpoints)
  const first = firstStatus(delivery)
  const answer =
    status === 408 ? copy.timeout : first === null ? copy.answered(status) : copy.answeredLater(first, status)
  const tries = attempts > 1 ? ` ${copy.attempts(attempts)}.` : ''
  return (
    <span
      className={css.status}
      data-outcome={outcomeStyles[outcome].color}
      title={`${answer}. ${serviceMeanings[outcome]}${tries}`}
    >
      <AttemptedStatus delivery={delivery} earlier={earlier} />
    </span>
  )
}

export function DeliveryTable({
  fresh,
  notice,
  hasReceivers = false,
  children,
}: {
  readonly fresh?: ReactNode
  /** An instruction that is shown in place of the column headers. */
  readonly notice?: ReactNode
  readonly hasReceivers?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={css.table} data-receivers={hasReceivers || undefined}>
      <div className={css.head}>
        {notice ? (
          <div className={css.notice}>
            {notice}
            {fresh}
          </div>
        ) : (
          <div className={css.row}>
            <span className={css.state} />
            <span className={css.time} aria-hidden>
              {columns.received}
              <ArrowDown size={12} aria-hidden />
            </span>
            <span className={css.event} aria-hidden>
              {columns.event}
            </span>
            <span className={css.note}>
              <span className={css.title} aria-hidden>
                {columns.note}
              </span>
              {fresh}
            </span>
            <span className={css.endpoint} aria-hidden>
              {columns.endpoint}
            </span>
            <span className={css.status} aria-hidden>
              {columns.status}
            </span>
            {hasReceivers ? (
              <span className={css.receiver} aria-hidden>
                {columns.receiver}
              </span>
            ) : null}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

/** Placeholder rows shown while the list loads, with a bar in each column. */
export function DeliveryBones({
  rowHeight,
  hasReceivers,
}: {
  readonly rowHeight: number
  readonly hasReceivers: boolean
}) {
  return boneWidths.map((width, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bones are alike and never move
    <div key={at} className={css.bones} style={{ height: rowHeight }}>
      <div className={css.row}>
        <span className={css.state}>
          <i className={css.bone} style={{ width: 10, height: 10 }} />
        </span>
        <span className={css.time}>
          <i className={css.bone} style={{ width: '92%' }} />
        </span>
        <span className={css.event}>
          <i className={css.bone} style={{ width: '62%' }} />
        </span>
        <span className={css.note}>
          <i className={css.bone} style={{ width: `${width}%` }} />
        </span>
        <span className={css.endpoint}>
          <i className={css.bone} style={{ width: '70%' }} />
        </span>
        <span className={css.status}>
          <i className={css.bone} style={{ width: 24 }} />
        </span>
        {hasReceivers ? (
          <span className={css.receiver}>
            <i className={css.bone} style={{ width: 58 }} />
          </span>
        ) : null}
      </div>
    </div>
  ))
}

const boneWidths = [58, 41, 66, 35, 52, 61, 44, 70, 38, 55, 47, 63, 40, 57]

export function deliveryLabel(
  delivery: DeliverySummary,
  { note, endpoints, discovered, result, isCompared = false, earlier = 0, hasLeft = false }: DeliveryRowParts,
): string {
  const first = firstStatus(delivery)
  return [
    isCompared ? spoken.compared : null,
    verdicts[delivery.verdict].label,
    eventName(delivery),
    note && 'title' in note ? note.title : (delivery.noteId ?? delivery.webhookId),
    endpoints.of(delivery.endpointId, delivery.endpointUrl),
    first === null
      ? spoken.answered(delivery.status, isVerifiedUndelivered(delivery))
      : spoken.answeredLater(first, delivery.status),
    delivery.attempts + earlier > 1 ? copy.attempts(delivery.attempts + earlier) : null,
    discovered ? discoveryWords(delivery, discovered).join(' ') : null,
    result?.words,
    delivery.starred ? spoken.starred : null,
    delivery.remark === '' ? null : spoken.remark,
    hasLeft ? spoken.left : null,
  ]
    .filter(Boolean)
    .join(', ')
}
