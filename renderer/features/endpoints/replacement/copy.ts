import type { Replacement } from '#shared/endpoints/replacement.ts'

/** Titles of errors that are shown when their page is gone. */
export const failures = {
  replace: 'The endpoint was not replaced.',
  act: 'The replacement was not continued.',
  close: 'The replacement was not dismissed.',
}

export function replacementTitle({ why, step }: Replacement): string {
  const what = why === 'rotate' ? 'secret' : 'endpoint'
  if (step === 'done') return `The ${what} was replaced`
  if (step === 'rolled-back') return 'The replacement was rolled back'
  return why === 'rotate' ? 'The secret is being rotated' : 'The endpoint is being replaced'
}

export const steps = {
  created: 'A replacement is created, with a secret of its own',
  rolledBack: 'The replacement is deleted; the old endpoint is unchanged',
  provenByReplacement: 'The replacement receives, until a delivery verifies with its secret',
  provenByBoth: 'Both receive, until a delivery verifies with the new secret',
  unprovable: 'Give your receiver the new secret beside the old one; nothing can prove it from here',
  deleted: 'The old endpoint is deleted',
}

export const card = {
  problem: 'The replacement is stuck.',
  reveal: 'Reveal the new secret…',
  dismiss: 'Dismiss',
  rollBack: 'Roll back',
  tryAgain: 'Try again',
  deleteOld: 'Delete the old endpoint…',
  deleteUnproven: 'Delete the old one without proof…',
}

export const banner = {
  show: 'Show',
  proven: 'The new secret is proven: you can delete the old endpoint.',
}

export const deleteOld = {
  title: 'Delete the old endpoint?',
  confirm: 'Delete the old endpoint',
  unproven: 'No delivery has verified with the new secret yet. Wait for one if you can.',
  unprovable:
    'Its deliveries do not come to this machine, so nothing proves the new secret from here. Make sure that your receiver has it.',
  deliveriesTo: 'Deliveries to',
  stop: 'stop at once, and this cannot be undone.',
  rotated: 'From then on only the new secret is in use.',
}

export const rotate = {
  open: 'Rotate secret…',
  title: 'Rotate the signing secret?',
  confirm: 'Create replacement',
  text: 'The service cannot give an endpoint another secret. Notehook first creates a replacement with the same settings and a secret of its own; both receive every event until you delete the old one.',
  receivedHere: 'The inspector keeps both secrets, and shows when a delivery has proven the new one.',
  receivedElsewhere:
    'Your receiver gets every event twice meanwhile, signed with one or the other secret: let it accept both.',
}

/** What deleting the old endpoint costs: the service retries nothing for a deleted endpoint (section 4). */
export function cutOffText(cutsOff: Replacement['cutsOff'], isOver: boolean): string {
  const { refused } = cutsOff
  if (refused === 0) return endedRetries(cutsOff, isOver)
  const rejected =
    refused === 1
      ? '1 event was already rejected for good: the service does not send it again.'
      : `${refused.toLocaleString()} events were already rejected for good: the service does not send them again.`
  return `${endedRetries(cutsOff, isOver)} ${rejected}`
}

function endedRetries({ seen, events, downtime }: Replacement['cutsOff'], isOver: boolean): string {
  if (!seen && downtime !== null) {
    return isOver
      ? 'Deliveries that failed at the old address were not retried; how many is not known.'
      : 'The old address no longer leads here, so deliveries that fail there will not be retried. You can list the notes that changed meanwhile afterwards.'
  }
  if (!seen) {
    return isOver
      ? 'Whether its deliveries were still due for a retry is not known: they did not come here.'
      : 'Its failed deliveries will not be retried; how many is not known, as they do not come here.'
  }
  if (events === 0) return 'No retries are lost: no event that came here is waiting for one.'
  const failed = events === 1 ? '1 failed event' : `${events.toLocaleString()} failed events`
  if (!isOver) return `${failed} will not be retried.`
  return `${failed} ${events === 1 ? 'was' : 'were'} not retried.`
}
