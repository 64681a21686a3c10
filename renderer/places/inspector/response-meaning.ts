import {
  readPassedResponse,
  readSimulatedResponse,
  serviceWaitsMs,
} from '#shared/deliveries/responses/recorded-response.ts'
import { listenerResponses, passedResponse, signatureHints, simulatedResponse } from './copy.ts'

/** Explains the listener's response. Returns `null` for an unknown code, which is then shown unchanged. */
export function responseMeaning(answer: string): string | null {
  const simulated = readSimulatedResponse(answer)
  if (simulated) return simulatedResponse(simulated.delayMs / 1000, simulated.delayMs >= serviceWaitsMs)
  const passed = readPassedResponse(answer)
  if (passed) return passedResponse(passed.received, passed.isSoftened)
  const [code = '', hint] = answer.split(/[ ()]+/)
  const meaning = listenerResponses.get(code)
  if (meaning === undefined) return null
  return [meaning, hint === undefined ? '' : signatureHints.get(hint)].filter(Boolean).join(', ')
}
