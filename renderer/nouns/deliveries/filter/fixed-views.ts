import { views as copy } from './copy.ts'

export const failedView = {
  name: copy.failed,
  meaning: copy.failedMeaning,
  q: 'verdict:verified status:failed',
} as const

export const receiverFailedView = {
  name: copy.receiverFailed,
  meaning: copy.receiverFailedMeaning,
  q: 'sent:failed',
} as const

export const unverifiedView = {
  name: copy.unverified,
  meaning: copy.unverifiedMeaning,
  q: '-verdict:verified',
} as const

/** The most used filters, shown next to the field. */
export const shortViews = [
  failedView,
  receiverFailedView,
  unverifiedView,
  { name: copy.retrying, meaning: copy.retryingMeaning, q: 'verdict:verified status:retrying' },
] as const

export const fixedViews = [
  ...shortViews,
  { name: copy.severalAttempts, q: 'is:retried' },
  { name: copy.late, q: 'lag:>1h' },
  { name: copy.starred, q: 'is:starred' },
] as const
