import { Check, CircleX, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import {
  type DeliveryOutcome,
  deliveryOutcome,
  outcomeMeanings,
  outOfTimeStatus,
} from '#shared/deliveries/responses/outcome.ts'
import type { EndpointNames } from '../endpoints/endpoint-names.ts'
import { endedMeaning, refusedMeaning, states, verdicts } from './copy.ts'
import { type VerdictTone, verdictStyles } from './verdict-styles.ts'

/**
 * The current outcome of a delivery for the service. `ended`: the response asked for a retry, but the endpoint was then disabled
 * or deleted, which drops pending retries (specification, sections 3 and 4). `refused`: the delivery is not verified, and the
 * response ends the retries. `failed` is used only for verified deliveries.
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

/** Whether the delivery is verified, but the response reported a failure. */
export function isVerifiedUndelivered({
  verdict,
  status,
}: Pick<DeliverySummary, 'verdict' | 'status'>): boolean {
  return verdict === 'verified' && deliveryOutcome(status) !== 'delivered'
}

/**
 * Returns the status that a request got when it arrived too late or too early, if a later attempt delivered its event. In that
 * case, `status` shows that of the later attempt. Returns `null` for any other delivery.
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

/** Returns the icon for a delivery: a problem that Notehook found, otherwise the receiver's problem, otherwise a check mark. */
export function deliveryState(
  delivery: Pick<DeliverySummary, 'verdict' | 'status' | 'attempts' | 'endpointId' | 'lastReceivedAt'>,
  endpoints: Pick<EndpointNames, 'haveRetriesEnded'>,
  receiverFailed = false,
): DeliveryState {
  const { verdict, attempts } = delivery
  if (verdict !== 'verified') {
    const say = firstStatus(delivery) === null ? states.notVerified : states.retryDelivered
    return { ...verdictStyles[verdict], label: say(verdicts[verdict].label.toLowerCase()) }
  }
  const outcome = outcomeNow(delivery, endpoints)
  if (outcome !== 'delivered') return { ...outcomeStyles[outcome], label: states[outcome] }
  if (receiverFailed) return { icon: TriangleAlert, tone: 'warn', label: states.receiverFailed }
  return { ...verdictStyles.verified, label: attempts > 1 ? states.onAttempt(attempts) : states.delivered }
}
