import type { ReplayCounts } from '#shared/receivers/replay.ts'
import { deliveries } from '../copy.ts'

export const replay = {
  title: (count: number | null) => (count === null ? 'Replay deliveries' : `Replay ${deliveries(count)}`),
  titleOne: 'Replay delivery',
  cancel: 'Cancel',
  send: 'Send',
  start: (count: number) => `Replay ${deliveries(count)}`,
  starting: 'Replay',
  receiver: 'Receiver',
  receiverGone: (name: string) => `“${name}” was deleted. Choose another receiver.`,
  noReceiver: 'No receivers yet',
  noReceiverText: 'Add the program that you want to send deliveries to.',
  addReceiver: 'Add receiver',
  counting: (soFar: number) => `Counting: ${deliveries(soFar)} so far…`,
  notCounted: 'Couldn’t count the deliveries.',
  nothing: 'No deliveries match.',
  matching: (count: number) => `${deliveries(count)}, oldest first.`,
  mode: 'How to send',
  modeNames: {
    retry: 'As the service would retry',
    exact: 'Exactly as received',
    'new-event': 'As a new event',
  },
  retryText: 'Same ID, with a new timestamp and signature.',
  retryUnsigned: 'Same ID, with the original signature.',
  newText: 'New ID in headers and body, with a new signature.',
  exactText: 'Same bytes, headers and signature.',
  exactFresh: 'Same bytes, headers and signature. The timestamp is still valid.',
  exactStale: (span: string) => `Expired ${span} ago. A strict receiver rejects it.`,
  exactStaleMany: (span: string) => `The oldest expired ${span} ago. A strict receiver rejects it.`,
  exactAhead: (span: string) => `Dated ${span} ahead. A strict receiver rejects it.`,
  unverifiedOne: 'This delivery is not verified. It can only be sent exactly as received.',
  unverifiedMany: (count: number) =>
    `${deliveries(count)} ${count === 1 ? 'is' : 'are'} not verified. ${count === 1 ? 'It' : 'They'} can only be sent exactly as received.`,
  pace: 'Pace',
  paceRate: 'Steady',
  paceOriginal: 'Original spacing',
  perSecond: 'Requests per second',
  speed: 'Times faster',
  previewShowOne: 'Show the request',
  previewHideOne: 'Hide the request',
  preview: 'First request',
  previewText: 'Nothing is sent yet.',
  previewShow: 'Show the first request',
  previewHide: 'Hide the first request',
  loading: 'Loading the request',
  started: (count: number) => `Replaying ${deliveries(count)}`,
  failed: 'Replay failed…',
  export: 'Export…',
  allSends: 'All sends',
  only: 'This replay',
  count: (counts: ReplayCounts, total: number) =>
    `${counts.sent.toLocaleString()} of ${total.toLocaleString()} sent`,
  gone: (count: number) => `${count.toLocaleString()} deleted`,
  regressed: (count: number) => `${count.toLocaleString()} regressed`,
  stillFailing: (count: number) => `${count.toLocaleString()} still failing`,
  fixed: (count: number) => `${count.toLocaleString()} fixed`,
  stillPassing: (count: number) => `${count.toLocaleString()} still passing`,
  passed: (count: number) => `${count.toLocaleString()} passed`,
  failedCount: (count: number) => `${count.toLocaleString()} failed`,
  exportTitle: 'Export sends',
  exportFormat: 'Format',
  exportAbout: 'Newest first, with statuses, times and verdicts. Bodies and secrets are not exported.',
  formats: { csv: 'CSV', ndjson: 'NDJSON' },
  formatTexts: { csv: 'For a spreadsheet.', ndjson: 'One JSON object per line.' },
}

export const unsignedWords = (count: number) => `${count.toLocaleString()} not sent: no signing secret`

export const importSecret = 'Import it on the endpoint’s page, then choose “Replay failed…” in Results.'

/** Formats a duration in its largest fitting unit: *40 s*, *5 min*, *3 h*, *2 days*. */
export function span(seconds: number): string {
  const size = Math.abs(seconds)
  if (size < 60) return `${Math.round(size)} s`
  if (size < 3600) return `${Math.round(size / 60)} min`
  if (size < 2 * 86_400) return `${Math.round(size / 3600)} h`
  return `${Math.round(size / 86_400).toLocaleString()} days`
}
