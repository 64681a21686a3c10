import { requestOf } from '../sample-deliveries.ts'
import type { Case } from './case.ts'

const inARow = 20
const atATime = 4

/** Cases 23, 24 and 31: responses must be in time, must not redirect and must not contain a secret. */
export const answerCases: Readonly<Record<number, Case>> = {
  async 23({ send, warn, fault, advise, state }) {
    const sendOne = async (label: string) => {
      const { ms } = await send(label, requestOf(state.deliveries.make()), '2xx')
      return ms
    }
    const alone: number[] = []
    while (alone.length < inARow) alone.push(await sendOne('One by one'))
    const together: number[] = []
    while (together.length < inARow) {
      const some = Array.from({ length: atATime }, () => sendOne('Four at a time'))
      together.push(...(await Promise.all(some)))
    }
    for (const [label, times] of [
      ['one by one', alone],
      ['four at a time', together],
    ] as const) {
      const ms = percentile95(times)
      const said = `95 % were answered within ${ms.toLocaleString('en')} ms ${label}`
      if (ms >= state.limits.requestMs) fault(`${said}. The service waits 15 seconds.`)
      else if (ms >= state.limits.fastMs)
        warn(`${said}. That is close to the 15 seconds that the service waits.`)
      else advise(`${said}.`)
    }
  },

  async 24({ send, fault, state }) {
    const { deliveries, redirects } = state
    const before = [...new Set(redirects)]
    await send('Valid', requestOf(deliveries.make()), 'no 3xx')
    await send('Without signature', requestOf(deliveries.make(), { signature: null }), 'no 3xx')
    if (before.length > 0) fault(`Redirects were answered in case ${before.join(', ')}.`)
  },

  async 31({ send, fault, state }) {
    const { deliveries, reveals } = state
    const before = [...new Set(reveals)]
    const notJson = deliveries.make({ write: () => 'not json' })
    await send('Valid', requestOf(deliveries.make()), 'no secret')
    await send('Without signature', requestOf(deliveries.make(), { signature: null }), 'no secret')
    await send('Wrong secret', requestOf(deliveries.make({ secret: 'wrong' })), 'no secret')
    await send('Signed, not JSON', requestOf(notJson), 'no secret')
    if (before.length > 0) fault(`The answers of case ${before.join(', ')} contained a secret.`)
  },
}

function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}
