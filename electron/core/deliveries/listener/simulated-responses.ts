import type { Clock } from '#core/platform/ports.ts'
import { simulatedResponseText } from '#shared/deliveries/responses/recorded-response.ts'
import type { ResponseRule, SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import { AppError } from '#shared/errors.ts'
import { readPayload } from '../store/payload.ts'
import type { KnownPath, Paths } from './known-paths.ts'

export interface PlannedResponse {
  readonly status: number
  readonly delayMs: number
  readonly answer: string
}

/**
 * Responses that the user chose in order to test how the service reacts, with one rule per endpoint. The rules are not saved, so
 * that a forgotten rule can't disable an endpoint days later (specification, section 3).
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
  /** Attempts of each event since the rule was set. Used by rules that apply only to the first attempts. */
  readonly attempts: Map<string, number>
}

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
    /**
     * Sets the endpoint's rule, or removes it if `null`. Throws `AppError` `not-found` if the endpoint's deliveries don't arrive
     * here.
     */
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
    /** Returns the planned response, or `null` if the listener should respond as usual. */
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
