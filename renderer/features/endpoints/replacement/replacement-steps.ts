import type { Replacement } from '#shared/endpoints/replacement.ts'
import { steps } from './copy.ts'

export type StepState = 'done' | 'now' | 'later' | 'failed'

export function hasEnded(step: Replacement['step']): boolean {
  return step === 'done' || step === 'rolled-back'
}

/** The other endpoint of a replacement: the new one of an old one, the old one of a new one. */
export function counterpart(replacements: readonly Replacement[], id: string): string | undefined {
  const own = replacements.findLast(({ oldId, newId }) => oldId === id || newId === id)
  return (own?.oldId === id ? own.newId : own?.oldId) ?? undefined
}

/** The endpoint that replaces a deleted one, even while a list still shows the deleted one. */
export function successor(replacements: readonly Replacement[], id: string | undefined): string | undefined {
  for (const { oldId, newId, step } of replacements.toReversed()) {
    if (step === 'done' && oldId === id) return newId ?? undefined
    if (step === 'rolled-back' && newId === id) return oldId
  }
  return undefined
}

interface ShownStep {
  readonly text: string
  readonly state: StepState
  readonly at: string | null
}

/** The steps that are done, current and to come. */
export function replacementSteps({
  step,
  provable,
  startedAt,
  provenAt,
  endedAt,
  newId,
  cutsOff,
}: Replacement): readonly ShownStep[] {
  const isRollback = step === 'rolling-back' || step === 'rolled-back'
  const created: ShownStep = {
    text: steps.created,
    state: newId === null && step === 'creating' ? 'now' : 'done',
    at: newId === null ? null : startedAt,
  }
  if (isRollback) {
    const state = step === 'rolled-back' ? 'done' : 'now'
    return [created, { text: steps.rolledBack, state, at: endedAt }]
  }
  const isProven = provenAt !== null
  const isUnreached = !cutsOff.seen && cutsOff.downtime !== null
  return [
    created,
    {
      text: provable ? (isUnreached ? steps.provenByReplacement : steps.provenByBoth) : steps.unprovable,
      state:
        isProven || step === 'deleting' || step === 'done' ? 'done' : step === 'waiting' ? 'now' : 'later',
      at: provenAt,
    },
    {
      text: steps.deleted,
      state: step === 'done' ? 'done' : step === 'deleting' || step === 'proven' ? 'now' : 'later',
      at: endedAt,
    },
  ]
}
