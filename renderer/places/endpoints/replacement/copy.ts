import type { Replacement } from '#shared/endpoints/replacement.ts'

export function replacementTitle({ why, step }: Replacement): string {
  if (step === 'done') return why === 'rotate' ? 'Secret rotated' : 'Endpoint replaced'
  if (step === 'rolled-back') return 'Replacement rolled back'
  return why === 'rotate' ? 'Rotating the secret' : 'Replacing the endpoint'
}

export const steps = {
  created: { open: 'Create a replacement with a new secret', done: 'Replacement created' },
  proven: { open: 'Verify a delivery with the new secret', done: 'New secret verified' },
  unprovable: {
    open: 'Add the new secret to your receiver (can’t be verified from here)',
    done: 'New secret not verified from here',
  },
  deleted: { open: 'Delete the old endpoint', done: 'Old endpoint deleted' },
  rolledBack: { open: 'Delete the replacement', done: 'Replacement deleted; the old endpoint stays' },
}

export const card = {
  old: 'This is the old endpoint.',
  new: 'This is the replacement.',
  problem: 'Replacement paused.',
  reveal: 'Show new secret…',
  dismiss: 'Dismiss',
  rollBack: 'Roll back…',
  rollBackNow: 'Roll back',
  tryAgain: 'Try again',
  deleteOld: 'Delete old endpoint…',
  deleteUnproven: 'Delete old endpoint unverified…',
}

export const banner = {
  show: 'Show',
  proven: 'New secret verified. You can delete the old endpoint.',
}

export const deleteOld = {
  title: 'Delete old endpoint?',
  confirm: 'Delete old endpoint',
  unproven: 'No delivery was verified with the new secret yet. Wait for one if you can.',
  unprovable: 'The new secret can’t be verified from here. Make sure your receiver has it.',
  deliveriesTo: 'Deliveries to',
  stop: 'stop immediately. This can’t be undone.',
  rotated:
    'Only the new secret stays in use. Receivers continue with the new endpoint, and your program needs the new secret.',
}

export const deleteNew = {
  title: 'Roll back?',
  confirm: 'Delete new endpoint',
  text: 'The new endpoint and its signing secret are deleted. The old endpoint stays as it is.',
}

export const rotate = {
  open: 'Rotate secret…',
  title: 'Rotate signing secret?',
  confirm: 'Create replacement',
  text: 'Notehook creates a replacement endpoint with a new secret. Both receive every event until you delete the old one.',
  receivedHere:
    'This inspector shows when a delivery was verified with the new secret. Once you delete the old endpoint, receivers continue with the new one, and your program needs the new secret.',
  receivedElsewhere: 'Until then, your receiver gets every event twice and must accept both secrets.',
}

/** Describes the retries that are lost when the old endpoint is deleted (specification, section 4). */
export function cutOffText(cutsOff: Replacement['cutsOff'], isOver: boolean): string {
  const { refused } = cutsOff
  if (refused === 0) return endedRetries(cutsOff, isOver)
  const rejected =
    refused === 1 ? '1 event had already failed.' : `${refused.toLocaleString()} events had already failed.`
  return `${endedRetries(cutsOff, isOver)} ${rejected}`
}

function endedRetries({ seen, events, downtime }: Replacement['cutsOff'], isOver: boolean): string {
  if (!seen && downtime !== null) {
    return isOver
      ? 'Deliveries that failed at the old address weren’t retried (number unknown).'
      : 'Deliveries that fail at the old address won’t be retried. You can find missed notes afterwards.'
  }
  if (!seen) {
    return isOver
      ? 'Its failed deliveries weren’t retried (number unknown).'
      : 'Its failed deliveries won’t be retried (number unknown).'
  }
  if (events === 0) return 'No pending retries are lost.'
  const failed = events === 1 ? '1 failed event' : `${events.toLocaleString()} failed events`
  return isOver ? `${failed} not retried.` : `${failed} won’t be retried.`
}
