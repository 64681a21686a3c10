import type { GateKnobs } from './api/gate.ts'
import type { Knobs } from './knobs.ts'

/** Faults and activities that a person can turn on and off while the service runs, named by their effect. */
export interface Switches {
  readonly automatic: boolean
  /** Whether some deliveries are faulty and must be rejected. Has an effect only while the workspace is watched. */
  readonly producesFailures: boolean
  /** Whether deliveries through a tunnel get no connection. */
  readonly outage: boolean
  /** The API returns 404 for a note in its first 30 seconds. */
  readonly notesNotReady: boolean
  /** The API takes 5 seconds to respond to receivers. */
  readonly slow: boolean
  /** The API accepts 5 requests per second from receivers and rejects more with 429. */
  readonly rateLimited: boolean
  /** The API responds to receivers with 500. */
  readonly failing: boolean
  /** The API rejects updates to endpoints. */
  readonly updatesRefused: boolean
  /** The next endpoint is created, but the response is lost. The switch then turns itself off. */
  readonly loseNextCreate: boolean
}

export type SwitchChanges = { readonly [Name in keyof Switches]?: Switches[Name] | undefined }

const notReadyMs = 30_000
const slowMs = 5_000

/** Maps each switch to the knobs that it changes. The other knobs are only for tests. */
export function createSwitchBoard(options: {
  readonly knobs: Knobs
  readonly receiverKnobs: GateKnobs
  readonly onActivity: () => void
}) {
  const { knobs, receiverKnobs, onActivity } = options
  let automatic = true
  let producesFailures = false
  let outage = false
  let updateBefore = knobs.update === 'none' ? 'PATCH' : knobs.update

  const turn: { readonly [Name in keyof Switches]: (isOn: boolean) => void } = {
    automatic(isOn) {
      automatic = isOn
      onActivity()
    },
    producesFailures(isOn) {
      producesFailures = isOn
      onActivity()
    },
    outage(isOn) {
      outage = isOn
    },
    notesNotReady(isOn) {
      knobs.summaryDelayMs = isOn ? notReadyMs : 0
    },
    slow(isOn) {
      receiverKnobs.latencyMs = isOn ? slowMs : 0
    },
    rateLimited(isOn) {
      receiverKnobs.rateLimit = isOn ? { requests: 5, perMs: 1000, retryAfter: 'seconds' } : null
    },
    failing(isOn) {
      receiverKnobs.status = isOn ? 500 : null
    },
    updatesRefused(isOn) {
      if (isOn && knobs.update !== 'none') updateBefore = knobs.update
      knobs.update = isOn ? 'none' : updateBefore
    },
    loseNextCreate(isOn) {
      knobs.loseCreateReplies = isOn ? 1 : 0
    },
  }
  return {
    read: (): Switches => ({
      automatic,
      producesFailures,
      outage,
      notesNotReady: knobs.summaryDelayMs > 0,
      slow: receiverKnobs.latencyMs > 0,
      rateLimited: receiverKnobs.rateLimit !== null,
      failing: receiverKnobs.status !== null,
      updatesRefused: knobs.update === 'none',
      loseNextCreate: knobs.loseCreateReplies > 0,
    }),
    set(changes: SwitchChanges) {
      for (const name of Object.keys(turn) as (keyof Switches)[]) {
        const isOn = changes[name]
        if (isOn !== undefined) turn[name](isOn)
      }
    },
  }
}
