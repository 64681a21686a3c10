import { Check, CircleX, type LucideIcon, RotateCw } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import {
  type DeliveryOutcome,
  deliveryOutcome,
  outcomeMeanings,
  outOfTimeStatus,
} from '#shared/deliveries/responses/outcome.ts'
import type { EndpointNames } from '../endpoints/index.ts'
import { endedMeaning, refusedMeaning, states, verdicts } from './copy.ts'
import { type VerdictTone, verdictStyles } from './verdict-styles.ts'

/**
 * What the service does with a delivery now. `ended`: its response asked for a retry, but the endpoint was disabled or deleted since,
 * and the service does not send what was pending (specification, sections 3 and 4). `refused`: not verified, and not to be
 * sent again. *Failed* is said of what was verified alone.
 */
export type ServiceOutcome = DeliveryOutcome | 'ended' | 'refused'

export function serviceOutcome(
  delivery: Pick<DeliverySummary, 'status' | 'verdict' | 'endpointId' | 'lastReceivedAt'>,
  endpoints: Pick<EndpointNames, 'haveRetriesEnded'>,
): ServiceOutcome {
  return refusedIfUnverified(outcomeNow(delivery, endpoints), delivery)
}

function outcomeNow(
  { status, endpointId, lastReceivedAt }: Pick<DeliverySummary, 'status' | 'endpointId' | 'lastReceivedAt'>,
  { haveRetriesEnded }: Pick<EndpointNames, 'haveRetriesEnded'>,
): DeliveryOutcome | 'ended' {
  const outcome = deliveryOutcome(status)
  return outcome === 'retried' && haveRetriesEnded(endpointId, lastReceivedAt) ? 'ended' : outcome
}

/** What is not verified has not *failed*, but is `refused`. */
export function refusedIfUnverified<Outcome extends ServiceOutcome>(
  outcome: Outcome,
  { verdict }: Pick<DeliverySummary, 'verdict'>,
): Outcome | 'refused' {
  return outcome === 'failed' && verdict !== 'verified' ? 'refused' : outcome
}

export const serviceMeanings: Readonly<Record<ServiceOutcome, string>> = {
  ...outcomeMeanings,
  ended: endedMeaning,
  refused: refusedMeaning,
}

/** The icon and color of a response. */
export const outcomeStyles: Readonly<
  Record<
    ServiceOutcome,
    { readonly icon: LucideIcon; readonly tone: VerdictTone; readonly color: DeliveryOutcome }
  >
> = {
  delivered: { icon: Check, tone: 'ok', color: 'delivered' },
  retried: { icon: RotateCw, tone: 'warn', color: 'retried' },
  failed: { icon: CircleX, tone: 'danger', color: 'failed' },
  ended: { icon: CircleX, tone: 'danger', color: 'failed' },
  refused: { icon: CircleX, tone: 'danger', color: 'failed' },
}

/** A verified delivery that the service does not count as delivered: its response matters more than its signature. */
export function isVerifiedUndelivered({
  verdict,
  status,
}: Pick<DeliverySummary, 'verdict' | 'status'>): boolean {
  return verdict === 'verified' && deliveryOutcome(status) !== 'delivered'
}

/**
 * What a request got that came too late or too early, when a later attempt delivered its event: the delivery has the status of the
 * later attempt. `null` for any other delivery.
 */
export function firstStatus({ verdict, status }: Pick<DeliverySummary, 'verdict' | 'status'>): number | null {
  const isOutOfTime = verdict === 'stale' || verdict === 'future'
  return isOutOfTime && deliveryOutcome(status) === 'delivered' ? outOfTimeStatus : null
}

export interface DeliveryState {
  readonly icon: LucideIcon
  readonly tone: VerdictTone
  readonly label: string
}

/** One icon for a whole delivery: a check once it is delivered, however many attempts it took, else what is wrong. */
export function deliveryState(
  delivery: Pick<DeliverySummary, 'verdict' | 'status' | 'attempts' | 'endpointId' | 'lastReceivedAt'>,
  endpoints: Pick<EndpointNames, 'haveRetriesEnded'>,
): DeliveryState {
  const { verdict, attempts } = delivery
  if (verdict !== 'verified') {
    const say = firstStatus(delivery) === null ? states.notVerified : states.retryDelivered
    return { ...verdictStyles[verdict], label: say(verdicts[verdict].label.toLowerCase()) }
  }
  const outcome = outcomeNow(delivery, endpoints)
  if (outcome !== 'delivered') return { ...outcomeStyles[outcome], label: states[outcome] }
  return { ...verdictStyles.verified, label: attempts > 1 ? states.onAttempt(attempts) : states.delivered }
}
