import type { Replacement } from '#shared/endpoints/replacement.ts'

export type StepState = 'done' | 'now' | 'later' | 'failed'

export function hasEnded(step: Replacement['step']): boolean {
  return step === 'done' || step === 'rolled-back'
}

/** The one that stands beside an endpoint while it is replaced, or in its place. */
export function counterpart(replacements: readonly Replacement[], id: string): string | undefined {
  const own = replacements.findLast(({ oldId, newId }) => oldId === id || newId === id)
  return (own?.oldId === id ? own.newId : own?.oldId) ?? undefined
}

export function replacementTitle({ why, step }: Replacement): string {
  const what = why === 'rotate' ? 'secret' : 'endpoint'
  if (step === 'done') return `The ${what} was replaced`
  if (step === 'rolled-back') return 'All is as before'
  return why === 'rotate' ? 'The secret is being rotated' : 'The endpoint is being replaced'
}

interface ShownStep {
  readonly words: string
  readonly look: StepState
  readonly at: string | null
}

/** What has happened, what happens now and what comes: the same steps for whatever is replaced. */
export function replacementSteps({
  step,
  provable,
  startedAt,
  provenAt,
  endedAt,
  newId,
  cutsOff,
}: Replacement): readonly ShownStep[] {
  const isBack = step === 'rolling-back' || step === 'rolled-back'
  const made: ShownStep = {
    words: 'A new endpoint is created, with a secret of its own',
    look: newId === null && step === 'creating' ? 'now' : 'done',
    at: newId === null ? null : startedAt,
  }
  if (isBack) {
    const look = step === 'rolled-back' ? 'done' : 'now'
    return [made, { words: 'The new endpoint is deleted; the old endpoint is as it was', look, at: endedAt }]
  }
  const proof = provenAt !== null
  const isUnreached = !cutsOff.seen && cutsOff.downtime !== null
  return [
    made,
    {
      words: provable
        ? isUnreached
          ? 'The new endpoint receives, until a delivery verifies with its secret'
          : 'Both receive, until a delivery verifies with the new secret'
        : 'Give your receiver the new secret beside the old one; nothing can prove it from here',
      look: proof || step === 'deleting' || step === 'done' ? 'done' : step === 'waiting' ? 'now' : 'later',
      at: provenAt,
    },
    {
      words: 'The old endpoint is deleted',
      look: step === 'done' ? 'done' : step === 'deleting' || step === 'proven' ? 'now' : 'later',
      at: endedAt,
    },
  ]
}

/** What deleting the old endpoint costs: the service tries nothing again for an endpoint that is gone (section 4). */
export function cutOffWords(cutsOff: Replacement['cutsOff'], isOver: boolean): string {
  const { refused } = cutsOff
  if (refused === 0) return cutWords(cutsOff, isOver)
  const words =
    refused === 1
      ? 'One event was refused for good before: the service does not send it again.'
      : `${refused.toLocaleString()} events were refused for good before: the service does not send them again.`
  return `${cutWords(cutsOff, isOver)} ${words}`
}

function cutWords({ seen, events, downtime }: Replacement['cutsOff'], isOver: boolean): string {
  if (!seen && downtime !== null) {
    return isOver
      ? 'What the service tried in vain by the old address was not tried again: how much is not known.'
      : 'The old address leads here no more: what the service tries by it in vain is not tried again. The notes that changed meanwhile can be listed then.'
  }
  if (!seen) {
    return isOver
      ? 'Whether deliveries of it were still to be tried again is not known: they did not come here.'
      : 'Deliveries of it that failed are not tried again; how many is not known, as they do not come here.'
  }
  if (events === 0) return 'Nothing is cut off: no event that came here is still to be tried again.'
  const words = events === 1 ? 'One event that failed' : `${events.toLocaleString()} events that failed`
  if (!isOver) return `${words} will not be tried again.`
  return `${words} ${events === 1 ? 'was' : 'were'} not tried again.`
}
