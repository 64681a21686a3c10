import type { SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import type { Paths } from '../listener/paths.ts'
import type { PassThroughTarget, ToEngine } from './engine-messages.ts'

/** What the engine has to know: each change when it comes, and all of it to a new engine. */
export function createEngineSetup(options: {
  readonly paths: Paths
  readonly toleranceSeconds: () => number
  readonly serviceAheadSeconds: () => number | null
  /** Without an engine, it sends nothing. */
  readonly post: (message: ToEngine) => void
  readonly simulate: (response: SimulatedResponse) => void
}) {
  const { paths, post } = options
  const probes = new Map<string, string>()
  let simulated: readonly SimulatedResponse[] = []
  let passThrough: PassThroughTarget | null = null
  let sentAheadSeconds: number | null = null

  const postTolerance = () => post({ kind: 'tolerance', seconds: options.toleranceSeconds() })
  const postPassThrough = () => post({ kind: 'pass-through', on: passThrough })
  const postServiceClock = () => {
    sentAheadSeconds = options.serviceAheadSeconds()
    post({ kind: 'service-clock', aheadSeconds: sentAheadSeconds })
  }

  paths.watch((path) => post({ kind: 'path', path }))
  paths.onDidRemove((pathId) => post({ kind: 'path-removed', pathId }))

  return {
    postAll() {
      postTolerance()
      postServiceClock()
      for (const path of paths.all()) post({ kind: 'path', path })
      for (const [nonce, proof] of probes) post({ kind: 'probe', nonce, proof })
      postPassThrough()
      for (const response of simulated) options.simulate(response)
    },
    toleranceChanged: postTolerance,
    /** It may have changed with every request to the service. */
    checkServiceClock() {
      if (options.serviceAheadSeconds() !== sentAheadSeconds) postServiceClock()
    },
    setProbe(nonce: string, proof: string | null) {
      if (proof === null) probes.delete(nonce)
      else probes.set(nonce, proof)
      post({ kind: 'probe', nonce, proof })
    },
    setPassThrough(target: PassThroughTarget | null) {
      passThrough = target
      postPassThrough()
    },
    /** The engine changed them: a new one gets these. */
    keepSimulated(responses: readonly SimulatedResponse[]) {
      simulated = responses
    },
  }
}
