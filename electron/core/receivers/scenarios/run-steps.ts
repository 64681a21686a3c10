import { asAppError } from '#shared/errors.ts'
import type { ScenarioStep, StepState } from '#shared/receivers/scenario.ts'

export interface StepsRun {
  readonly steps: readonly ScenarioStep[]
  readonly signal: AbortSignal
  /** Sends one step, and says each request that ended. */
  readonly send: (step: ScenarioStep, ended: (send: StepState['sends'][number]) => void) => Promise<void>
  /** Rejects with the signal's reason. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** All steps, in order, after each change. */
  readonly onChange: (steps: readonly StepState[]) => void
}

/**
 * Sends steps, each a delay after the previous one has its response, or after it has begun. What fails is in the state of its step, and
 * the next one follows. Resolves when all have ended; rejects with the reason of the signal when it is aborted, and then nothing more
 * is begun.
 */
export async function runSteps({ steps, signal, send, wait, onChange }: StepsRun): Promise<void> {
  let states: readonly StepState[] = steps.map(() => ({ state: 'waiting', sends: [], failure: null }))
  const change = (at: number, parts: Partial<StepState>) => {
    states = states.map((state, place) => (place === at ? { ...state, ...parts } : state))
    onChange(states)
  }
  onChange(states)

  const sendOne = async (step: ScenarioStep, at: number) => {
    change(at, { state: 'running' })
    try {
      await send(step, (one) => change(at, { sends: [...(states[at]?.sends ?? []), one] }))
      change(at, { state: 'done' })
    } catch (error) {
      change(at, { state: 'done', failure: signal.aborted ? null : asAppError(error).message })
    }
  }

  let underWay: Promise<void>[] = []
  try {
    for (const [at, step] of steps.entries()) {
      if (step.starts === 'after') {
        await Promise.all(underWay)
        underWay = []
      }
      signal.throwIfAborted()
      if (step.delayMs > 0) await wait(step.delayMs, signal)
      underWay.push(sendOne(step, at))
    }
  } finally {
    await Promise.all(underWay)
    states = states.map((state) => (state.state === 'waiting' ? { ...state, state: 'skipped' } : state))
    onChange(states)
  }
  signal.throwIfAborted()
}
