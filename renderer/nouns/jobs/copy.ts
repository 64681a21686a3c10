import type { Job } from '#shared/jobs/contract.ts'
import { sizeWords } from '#ui/text/size-words.ts'
import { countRows } from '../exports/copy.ts'
import { blockedWaiting } from '../receivers/copy.ts'
import { importSecret, unsignedWords } from '../receivers/replay/copy.ts'

export const copy = {
  label: 'Jobs',
  cancel: 'Cancel',
  canceling: 'Canceling…',
  cancelFailed: 'Couldn’t cancel the job.',
  details: 'Details',
  results: 'Results',
  dismiss: 'Dismiss',
  close: 'Close',
  progress: (job: Job) =>
    `${titleOf(job)}: ${job.done.toLocaleString()}${job.total === null ? '' : ` of ${job.total.toLocaleString()}`}`,
  /** Shown while the host is not connected, because the job may have progressed or ended in the meantime. */
  lost: (job: Job) => `${copy.progress(job)} when the connection was lost`,
  incomplete: (reason: string) => `Incomplete: ${reason}`,
  notDeleted: (endpoints: number) => `${count(endpoints, 'endpoint', 'endpoints')} not deleted`,
} as const

const titles: Readonly<Record<Job['kind'], string>> = {
  'delete-endpoints': 'Deleting endpoints',
  'delete-deliveries': 'Deleting deliveries',
  'export-notes': 'Exporting notes',
  'export-deliveries': 'Exporting deliveries',
  'export-sends': 'Exporting sends',
  'export-missed': 'Exporting notes',
  'export-text': 'Saving file',
  'catch-up': 'Catching up',
  'send-waiting': 'Sending waiting deliveries',
  replay: 'Replaying deliveries',
  check: 'Checking receiver',
  script: 'Running script',
}

export const titleOf = ({ kind, name }: Job): string =>
  name === undefined
    ? titles[kind]
    : kind === 'catch-up' || kind === 'script'
      ? `${titles[kind]} ${name}`
      : `${titles[kind]} to ${name}`

/**
 * Describes a job's result. `isSettled` means that a toast is enough, because the user doesn't have to read or do anything else.
 */
export function describeEnd(job: Job): { readonly outcome: string; readonly isSettled: boolean } {
  if (job.error !== null) return { outcome: `${titleOf(job)} failed. ${job.error}`, isSettled: false }
  switch (job.kind) {
    case 'delete-endpoints': {
      const { removed, left } = job.result ?? { removed: [], left: [] }
      const isSettled = removed.length === job.total
      const part = isSettled ? '' : `${removed.length.toLocaleString()} of `
      const rest = left.length > 0 ? ` ${left.length.toLocaleString()} unchanged.` : ''
      return { outcome: `${part}${count(job.total, 'endpoint', 'endpoints')} deleted.${rest}`, isSettled }
    }
    case 'delete-deliveries': {
      const { removed, spared } = job.result ?? { removed: 0, spared: 0 }
      const skipped =
        spared > 0 ? ` ${spared.toLocaleString()} skipped: starred or retried in the meantime.` : ''
      const rest = job.state === 'done' ? skipped : ' Canceled; the rest are unchanged.'
      return {
        outcome: `${count(removed, 'delivery', 'deliveries')} deleted.${rest}`,
        isSettled: rest === '',
      }
    }
    case 'check': {
      if (job.result === null) return { outcome: 'Check stopped', isSettled: true }
      const { passed, failed, unseen } = job.result
      const rest =
        (failed > 0 ? `, ${failed.toLocaleString()} failed` : '') +
        (unseen > 0 ? `, effect not seen in ${unseen.toLocaleString()}` : '')
      return { outcome: `Receiver checked: ${passed.toLocaleString()} passed${rest}.`, isSettled: true }
    }
    case 'replay': {
      const { sent, failed, unsigned } = job.result ?? { sent: 0, failed: 0, unsigned: 0 }
      const isWhole = sent === job.total
      const part = isWhole ? '' : `${sent.toLocaleString()} of `
      const rest =
        (failed > 0 ? ` ${failed.toLocaleString()} failed.` : '') +
        (unsigned > 0 ? ` ${unsignedWords(unsigned)}. ${importSecret}` : '')
      return {
        outcome: `${part}${count(job.total, 'delivery', 'deliveries')} replayed${toName(job)}.${rest}${canceled(job)}`,
        isSettled: isWhole && failed === 0,
      }
    }
    case 'send-waiting': {
      if (job.result === null) return { outcome: `${titleOf(job)} was canceled.`, isSettled: true }
      const { sent, failed, left, blocked } = job.result
      const of =
        left === 0
          ? count(sent, 'delivery', 'deliveries')
          : `${sent.toLocaleString()} of ${(sent + left).toLocaleString()}`
      const rest = left === 0 ? '' : `; ${left.toLocaleString()} still ${left === 1 ? 'waits' : 'wait'}`
      const why =
        (failed > 0 ? ` ${failed.toLocaleString()} failed.` : '') +
        (blocked === null ? '' : ` ${blockedWaiting[blocked].why}`)
      return {
        outcome: `Sent ${of} to ${job.name ?? 'the receiver'}${rest}.${why}`,
        isSettled: true,
      }
    }
    case 'script': {
      const script = `Script ${job.name}`
      if (job.result === null) return { outcome: `${script} canceled.`, isSettled: true }
      const { verdict, delivered, failed, pending, unmet, problems } = job.result
      const numbers = `${delivered.toLocaleString()} delivered, ${failed.toLocaleString()} failed, ${pending.toLocaleString()} pending.`
      if (job.state === 'canceled') return { outcome: `${script} canceled: ${numbers}`, isSettled: true }
      if (verdict === 'passed') return { outcome: `${script} passed: ${numbers}`, isSettled: true }
      const rest = unmet > problems.length ? [`${(unmet - problems.length).toLocaleString()} more.`] : []
      const why = verdict === 'unreachable' ? [neverAnswered] : [numbers, ...problems, ...rest]
      return { outcome: `${script} failed: ${why.join(' ')}`, isSettled: false }
    }
    case 'catch-up': {
      const { caughtUp, failed, skipped } = job.result ?? { caughtUp: 0, failed: 0, skipped: 0 }
      const isWhole = caughtUp === job.total
      const part = isWhole ? '' : `${caughtUp.toLocaleString()} of `
      const rest =
        (failed > 0 ? ` ${failed.toLocaleString()} failed. ${job.result?.problem ?? ''}` : '') +
        (skipped > 0 ? ` ${skippedNotes(skipped)}` : '')
      return {
        outcome: `${part}${count(job.total, 'note', 'notes')} caught up${job.name === undefined ? '' : ` at ${job.name}`}.${rest}${canceled(job)}`,
        isSettled: caughtUp + skipped === job.total,
      }
    }
    default: {
      const { kind, result } = job
      const outcome = result
        ? `${result.name} · ${countRows(kind, result.rows)} · ${sizeWords(result.bytes)}`
        : 'Export canceled'
      return { outcome, isSettled: result === null }
    }
  }
}

const skippedNotes = (notes: number) =>
  notes === 1
    ? '1 skipped: it changed again or was deleted, so this event is out of date.'
    : `${notes.toLocaleString()} skipped: they changed again or were deleted, so these events are out of date.`

const neverAnswered =
  'the endpoint never answered. Start your receiver, or start listening if the endpoint leads to the Inspector.'

const toName = ({ name }: Job) => (name === undefined ? '' : ` to ${name}`)

const canceled = ({ state }: Job) => (state === 'canceled' ? ' Canceled.' : '')

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`
