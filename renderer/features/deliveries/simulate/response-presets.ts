import { outcomeMeanings } from '#shared/deliveries/responses/outcome.ts'
import { outcomeOfResponse } from '#shared/deliveries/responses/recorded-response.ts'
import type { ResponseRule } from '#shared/deliveries/responses/simulated-response.ts'
import { meanings, warnings } from './copy.ts'

/** One response for each reaction of the service (specification, section 3, *Delivery attempt*). */
export const presets = [
  { id: '204', status: 204, delayMs: 0 },
  { id: '500', status: 500, delayMs: 0 },
  { id: '429', status: 429, delayMs: 0 },
  { id: '400', status: 400, delayMs: 0 },
  { id: '302', status: 302, delayMs: 0 },
  { id: 'late', status: 200, delayMs: 20_000 },
] as const

/** What the service does after a response, as a sentence. */
export function meaningOf(answer: Pick<ResponseRule, 'status' | 'delayMs'>): string {
  const outcome = outcomeOfResponse(answer)
  if (answer.delayMs >= 15_000) return meanings.late(outcomeMeanings.retried)
  if (answer.status >= 300 && answer.status <= 399) return meanings.redirect(outcomeMeanings.failed)
  return outcomeMeanings[outcome]
}

export interface RuleDraft {
  /** The id of a preset, `normal` or `custom`. */
  readonly answer: string
  readonly rule: ResponseRule
  /** The chosen types of the rule apply once it is not. */
  readonly allEvents: boolean
}

const plain = { delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 }

export function draftOf(rule: ResponseRule | undefined): RuleDraft {
  if (!rule) return { answer: 'normal', rule: { status: 500, ...plain }, allEvents: true }
  const preset = presets.find(({ status, delayMs }) => status === rule.status && delayMs === rule.delayMs)
  return { answer: preset?.id ?? 'custom', rule, allEvents: rule.eventTypes.length === 0 }
}

/** What happens to the endpoint's events meanwhile; `null` if they are still delivered. */
export function warningOf({ answer, rule }: RuleDraft): string | null {
  if (answer === 'normal') return null
  const outcome = outcomeOfResponse(rule)
  if (outcome === 'delivered') return null
  if (outcome === 'failed') return warnings.failed
  return rule.firstAttempts === null && rule.sharePercent === 100 ? warnings.neverDelivered : null
}

/** Whether none of the events is chosen that it is for. */
export function lacksEvents({ answer, rule, allEvents }: RuleDraft): boolean {
  return answer !== 'normal' && !allEvents && rule.eventTypes.length === 0
}

/** The rule as it is applied; `null` ends what is simulated. */
export function ruleOf({ answer, rule, allEvents }: RuleDraft): ResponseRule | null {
  if (answer === 'normal') return null
  return allEvents ? { ...rule, eventTypes: [] } : rule
}
