import { views as copy } from './copy.ts'

/** Shown beside the field only if there is a receiver. */
export const receiverFailedView = {
  name: copy.receiverFailed,
  meaning: copy.receiverFailedMeaning,
  q: 'sent:failed',
} as const

/** Most used filters, shown beside the field. An unverified delivery is only counted as such, whatever its response. */
export const shortViews = [
  { name: copy.failed, meaning: copy.failedMeaning, q: 'verdict:verified status:failed' },
  receiverFailedView,
  { name: copy.unverified, meaning: copy.unverifiedMeaning, q: '-verdict:verified' },
  { name: copy.retrying, meaning: copy.retryingMeaning, q: 'verdict:verified status:retrying' },
] as const

/** All built-in views. */
export const fixedViews = [
  ...shortViews,
  { name: copy.severalAttempts, q: 'is:retried' },
  { name: copy.late, q: 'lag:>1h' },
  { name: copy.starred, q: 'is:starred' },
] as const
