import type { CheckReport } from '#shared/checks/model.ts'
import { signerOf } from '../../../electron/check/secret.ts'
import type { CheckLimits } from '../../../electron/check/suite/ports.ts'
import { runChecks } from '../../../electron/check/suite/run-checks.ts'
import { openTarget } from '../../../electron/check/target.ts'
import { openSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { sampleSecret } from '../deliveries/signed-delivery.ts'
import { closeLater } from './behaving-receiver.ts'

/** Time limits that are short, but long enough for a receiver that responds. */
export const testLimits: Partial<CheckLimits> = {
  requestMs: 5_000,
  runMs: 60_000,
  fetchMs: 3_000,
  lookAgainMs: 5_000,
  quietMs: 400,
  restartMs: 300,
}

/** Checks the receiver over loopback HTTP, as the command line does. */
export async function checkReceiver(
  url: string,
  options: {
    readonly only?: readonly number[] | undefined
    readonly limits?: Partial<CheckLimits> | undefined
    readonly sandbox?: Sandbox | null
    readonly signal?: AbortSignal
  } = {},
): Promise<CheckReport> {
  const signal = options.signal ?? new AbortController().signal
  const exchange = await openTarget({ url, ca: null, secrets: [sampleSecret], signal })
  return runChecks({
    url,
    sign: signerOf(sampleSecret),
    exchange,
    notes: options.sandbox?.checkNotes ?? null,
    only: options.only,
    limits: { ...testLimits, ...options.limits },
    signal,
  })
}

/** Opens a sandbox as the receiver's API, until `closeReceivers`. */
export async function openCheckApi(): Promise<Sandbox> {
  const sandbox = await openSandbox({ notes: 5, listenerOrigin: () => null })
  closeLater(() => sandbox.close())
  return sandbox
}

export const numbersOf = ({ results }: CheckReport, ...states: CheckReport['results'][number]['state'][]) =>
  results.filter(({ state }) => states.includes(state)).map(({ number }) => number)
