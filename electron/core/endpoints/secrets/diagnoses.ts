import { explain } from '#core/deliveries/diagnosis/diagnose.ts'
import type { Inspector } from '#core/deliveries/inspector.ts'
import type { Session } from '#core/workspaces/session.ts'
import type { Explanation } from '#shared/deliveries/diagnosis.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'

export interface ExplanationsOptions {
  readonly inspector: Pick<Inspector, 'request'>
  readonly secrets: Pick<EndpointSecrets, 'atHand'>
  readonly session: Pick<Session, 'serviceAheadSeconds'>
  readonly toleranceSeconds: () => number
}

/** Explains a kept delivery with the secrets that open now; they are read for it and dropped. Rejects with `not-found`. */
export function createExplanations(options: ExplanationsOptions): (id: number) => Promise<Explanation> {
  const { inspector, secrets, session, toleranceSeconds } = options
  return async (id) => {
    const { token, headers, body, receivedAt } = inspector.request(id)
    const evidence = { headers, body, receivedAt: new Date(receivedAt) }
    const clock = {
      toleranceSeconds: toleranceSeconds(),
      serviceAheadSeconds: session.serviceAheadSeconds(),
    }
    return explain(evidence, await secrets.atHand(token), clock)
  }
}
