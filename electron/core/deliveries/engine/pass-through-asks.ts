import type { Log } from '#core/platform/ports.ts'
import { type PassedAnswer, type PassThroughRule, unanswered } from '../listener/pass-through.ts'

/** Asks the receiver that answers for an endpoint, on behalf of the engine: how it is asked cannot cross to another thread. */
export function createPassThroughAsks(log: Pick<Log, 'error'>) {
  let rule: PassThroughRule | null = null
  let asking = new AbortController()
  return {
    setRule(next: PassThroughRule | null) {
      rule = next
    },
    /** Never rejects. */
    async ask(deliveryId: number, withinMs: number): Promise<PassedAnswer> {
      try {
        return (await rule?.ask(deliveryId, withinMs, asking.signal)) ?? unanswered
      } catch (error) {
        log.error('The receiver of a delivery that passes through could not be asked.', error)
        return unanswered
      }
    },
    /** No engine waits for the answers any more. */
    abort() {
      asking.abort()
      asking = new AbortController()
    },
  }
}
