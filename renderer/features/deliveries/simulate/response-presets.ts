import { outcomeMeanings } from '#shared/deliveries/outcome.ts'
import { outcomeOfAnswer } from '#shared/deliveries/simulated-answer.ts'
import type { ResponseRule } from '#shared/deliveries/simulated-response.ts'

/** The answers worth trying, a kind of what the service does each (specification, section 3, *Delivery attempt*). */
export const presets = [
  { id: '204', name: '204, another success', status: 204, delayMs: 0 },
  { id: '500', name: '500, it broke', status: 500, delayMs: 0 },
  { id: '429', name: '429, too many', status: 429, delayMs: 0 },
  { id: '400', name: '400, refused', status: 400, delayMs: 0 },
  { id: '302', name: '302, a redirect', status: 302, delayMs: 0 },
  { id: 'late', name: '200, but after 20 s', status: 200, delayMs: 20_000 },
] as const

/** What the service does with an answer, in a sentence. */
export function meaningOf(answer: Pick<ResponseRule, 'status' | 'delayMs'>): string {
  const outcome = outcomeOfAnswer(answer)
  if (answer.delayMs >= 15_000) return `Too late: the service waits 15 s. ${outcomeMeanings.retried}`
  if (answer.status >= 300 && answer.status <= 399) return `It is not followed. ${outcomeMeanings.failed}`
  return outcomeMeanings[outcome]
}

export interface RuleDraft {
  /** A preset, `normal` or `own`. */
  readonly answer: string
  readonly rule: ResponseRule
}

const plain = { delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 }

export function draftOf(rule: ResponseRule | undefined): RuleDraft {
  if (!rule) return { answer: 'normal', rule: { status: 500, ...plain } }
  const preset = presets.find(({ status, delayMs }) => status === rule.status && delayMs === rule.delayMs)
  return { answer: preset?.id ?? 'own', rule }
}

/** What becomes of the endpoint's events while it lasts; `null` where it does no harm. */
export function warningOf({ answer, rule }: RuleDraft): string | null {
  if (answer === 'normal') return null
  const outcome = outcomeOfAnswer(rule)
  if (outcome === 'delivered') return null
  if (outcome === 'failed')
    return 'The service gives up each event that is answered so. It is stored here, but never tried again.'
  return rule.firstAttempts === null && rule.sharePercent === 100
    ? 'As long as it lasts no such event is delivered. After four days without a success the service disables the endpoint.'
    : null
}
