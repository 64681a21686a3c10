import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { useApi } from '../../../host/client.ts'
import { replacementList } from '../../../nouns/endpoints/replacement/queries.ts'
import { steps } from './copy.ts'

export type StepState = 'done' | 'now' | 'later' | 'failed'

export function hasEnded(step: Replacement['step']): boolean {
  return step === 'done' || step === 'rolled-back'
}

export function counterpart(replacements: readonly Replacement[], id: string): string | undefined {
  const own = replacements.findLast(({ oldId, newId }) => oldId === id || newId === id)
  return (own?.oldId === id ? own.newId : own?.oldId) ?? undefined
}

/** Returns the endpoint that replaces a deleted one, even if a list still shows the deleted one. */
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

/** Returns all steps of a replacement, marked as done, current or later. */
export function replacementSteps({
  step,
  provable,
  startedAt,
  provenAt,
  endedAt,
  newId,
}: Replacement): readonly ShownStep[] {
  const isCreating = newId === null && step === 'creating'
  const created = shownStep(steps.created, isCreating ? 'now' : 'done', newId === null ? null : startedAt)
  if (step === 'rolling-back' || step === 'rolled-back')
    return [created, shownStep(steps.rolledBack, step === 'rolled-back' ? 'done' : 'now', endedAt)]
  const isOver = step === 'deleting' || step === 'done'
  const isProven = provenAt !== null
  return [
    created,
    isOver && provable && !isProven
      ? { text: steps.proven.open, state: 'failed', at: null }
      : shownStep(
          provable ? steps.proven : steps.unprovable,
          isProven || isOver ? 'done' : step === 'waiting' ? 'now' : 'later',
          provenAt,
        ),
    shownStep(
      steps.deleted,
      step === 'done' ? 'done' : step === 'deleting' || step === 'proven' ? 'now' : 'later',
      endedAt,
    ),
  ]
}

function shownStep(
  words: { readonly open: string; readonly done: string },
  state: StepState,
  at: string | null,
): ShownStep {
  return { text: state === 'done' ? words.done : words.open, state, at }
}

export function useReplacedEndpoints(isEnabled: boolean): ReadonlySet<string> {
  const { data } = useQuery({ ...replacementList(useApi()), enabled: isEnabled })
  return useMemo(
    () =>
      new Set(
        data
          ?.filter(({ step }) => !hasEnded(step))
          .flatMap(({ oldId, newId }) => [oldId, newId ?? []].flat()),
      ),
    [data],
  )
}
