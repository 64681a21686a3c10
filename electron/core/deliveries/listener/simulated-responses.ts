import type { Clock } from '#core/platform/ports.ts'
import { simulatedResponseText } from '#shared/deliveries/responses/recorded-response.ts'
import type { ResponseRule, SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import { AppError } from '#shared/errors.ts'
import { readPayload } from '../store/payload.ts'
import type { KnownPath, Paths } from './paths.ts'

/** What a verified delivery is answered once it is stored. */
export interface PlannedResponse {
  readonly status: number
  readonly delayMs: number
  /** As it is recorded. */
  readonly answer: string
}

/**
 * Responses chosen to see how the service reacts, one rule for each endpoint. They live until quit: after a restart
 * everything is normal again, and no endpoint is disabled by it days later (specification, section 3).
 */
export type SimulatedResponses = ReturnType<typeof createSimulatedResponses>

export interface SimulatedResponsesOptions {
  readonly paths: Pick<Paths, 'ofEndpoint'>
  readonly clock: Pick<Clock, 'now'>
  readonly onChange: (simulated: SimulatedResponse[]) => void
}

interface ActiveRule {
  readonly rule: ResponseRule
  readonly since: string
  /** Attempts of each event since then, where they count; the event seen longest ago first. */
  readonly attempts: Map<string, number>
}

/** Attempts of more events are not counted at a time. */
const eventsCounted = 10_000

export function createSimulatedResponses({ paths, clock, onChange }: SimulatedResponsesOptions) {
  const rules = new Map<string, ActiveRule>()

  const list = () =>
    [...rules].flatMap(([endpointId, { rule, since }]) => {
      const path = paths.ofEndpoint(endpointId)
      return path ? [{ endpointId, workspaceId: path.workspaceId, rule, since }] : []
    })

  return {
    list,
    /** `null`: as always. Throws `AppError` `not-found` for an endpoint whose deliveries do not come here. */
    set(endpointId: string, rule: ResponseRule | null): SimulatedResponse[] {
      if (rule === null) rules.delete(endpointId)
      else {
        if (!paths.ofEndpoint(endpointId))
          throw new AppError('not-found', 'This endpoint’s deliveries go to another receiver.')
        rules.set(endpointId, { rule, since: clock.now().toISOString(), attempts: new Map() })
      }
      const simulated = list()
      onChange(simulated)
      return simulated
    },
    /** `null`: answer as always, which costs nothing while no endpoint has a rule. */
    plan({ endpointId }: KnownPath, webhookId: string, body: Uint8Array): PlannedResponse | null {
      if (rules.size === 0 || endpointId === null) return null
      const active = rules.get(endpointId)
      if (!active) return null
      const { rule, attempts } = active
      if (rule.eventTypes.length > 0) {
        const { eventType } = readPayload(body, webhookId)
        if (eventType === null || !rule.eventTypes.includes(eventType)) return null
      }
      if (rule.firstAttempts !== null && countAttempt(attempts, webhookId) > rule.firstAttempts) return null
      if (rule.sharePercent < 100 && Math.random() * 100 >= rule.sharePercent) return null
      return planResponse(rule)
    },
  }
}

export const planResponse = ({
  status,
  delayMs,
}: Pick<ResponseRule, 'status' | 'delayMs'>): PlannedResponse => ({
  status,
  delayMs,
  answer: simulatedResponseText({ status, delayMs }),
})

function countAttempt(attempts: Map<string, number>, webhookId: string): number {
  const count = (attempts.get(webhookId) ?? 0) + 1
  attempts.delete(webhookId)
  attempts.set(webhookId, count)
  const [oldest] = attempts.keys()
  if (attempts.size > eventsCounted && oldest !== undefined) attempts.delete(oldest)
  return count
}
