import { views as copy } from './copy.ts'

/** The filters that are looked at most, beside the field. A delivery that is not verified is counted once, whatever it was answered. */
export const shortViews = [
  { name: copy.unverified, meaning: copy.unverifiedMeaning, q: '-verdict:verified' },
  { name: copy.failed, meaning: copy.failedMeaning, q: 'verdict:verified status:failed' },
  { name: copy.retrying, meaning: copy.retryingMeaning, q: 'verdict:verified status:retrying' },
] as const

/** All that are always there. */
export const fixedViews = [
  ...shortViews,
  { name: copy.severalAttempts, q: 'is:retried' },
  { name: copy.late, q: 'lag:>1h' },
  { name: copy.starred, q: 'is:starred' },
] as const
