import { outcomeMeanings } from '#shared/deliveries/responses/outcome.ts'
import { outcomeOfResponse } from '#shared/deliveries/responses/recorded-response.ts'
import type { ResponseRule } from '#shared/deliveries/responses/simulated-response.ts'
import { meanings, warnings } from './copy.ts'

/** Example responses for each reaction of the service (specification, section 3, *Delivery attempt*). */
export const presets = [
  { id: '204', status: 204, delayMs: 0 },
  { id: '500', status: 500, delayMs: 0 },
  { id: '429', status: 429, delayMs: 0 },
  { id: '400', status: 400, delayMs: 0 },
  { id: '302', status: 302, delayMs: 0 },
  { id: 'late', status: 200, delayMs: 20_000 },
] as const

export function meaningOf(answer: Pick<ResponseRule, 'status' | 'delayMs'>): string {
  const outcome = outcomeOfResponse(answer)
  if (answer.delayMs >= 15_000) return meanings.late(outcomeMeanings.retried)
  if (answer.status >= 300 && answer.status <= 399) return meanings.redirect
  return outcomeMeanings[outcome]
}

export interface RuleDraft {
  readonly answer: string
  readonly rule: ResponseRule
  /** Whether the rule applies to all events. The chosen event types are then kept but ignored. */
  readonly allEvents: boolean
}

const plain = { delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 }

export function draftOf(rule: ResponseRule | undefined): RuleDraft {
  if (!rule) return { answer: 'normal', rule: { status: 500, ...plain }, allEvents: true }
  const preset = presets.find(({ status, delayMs }) => status === rule.status && delayMs === rule.delayMs)
  return { answer: preset?.id ?? 'custom', rule, allEvents: rule.eventTypes.length === 0 }
}

/** Returns a warning about what happens to the endpoint's events, or `null` if they are still delivered. */
export function warningOf({ answer, rule }: RuleDraft): string | null {
  if (answer === 'normal') return null
  const outcome = outcomeOfResponse(rule)
  if (outcome === 'delivered') return null
  if (outcome === 'failed') return warnings.failed
  return rule.firstAttempts === null && rule.sharePercent === 100 ? warnings.neverDelivered : null
}

/** Whether the rule is limited to certain event types, but none is selected. */
export function lacksEvents({ answer, rule, allEvents }: RuleDraft): boolean {
  return answer !== 'normal' && !allEvents && rule.eventTypes.length === 0
}

/** Returns the rule to apply, or `null` to end the simulation. */
export function ruleOf({ answer, rule, allEvents }: RuleDraft): ResponseRule | null {
  if (answer === 'normal') return null
  return allEvents ? { ...rule, eventTypes: [] } : rule
}
