import type { Counts } from './day-counts.ts'

export const overview = {
  title: 'Overview',
  chart: 'Deliveries, last 24 hours',
  rate: 'Success rate',
  delivered: 'Delivered',
  retried: 'Retrying',
  failed: 'Failed',
  unverified: 'Not verified',
  responseTime: 'Response time',
  ms: (ms: number) => `${ms.toLocaleString()} ms`,
  msUnit: 'ms',
  most: (ms: number) => `95% within ${ms.toLocaleString()} ms`,
  next: 'next at',
  missed: ({ all, caughtUp }: { readonly all: number; readonly caughtUp: number }) =>
    caughtUp === 0
      ? `${all.toLocaleString()} never arrived`
      : `${caughtUp === all ? 'All' : `${caughtUp.toLocaleString()} of`} ${all.toLocaleString()} caught up`,
  lastSuccess: 'last success',
  seeWhy: 'See why',
  of: (delivered: number, all: number) => `${delivered.toLocaleString()} of ${all.toLocaleString()} events`,
  none: 'No deliveries in the last 24 hours',
  now: 'Now',
  since: 'Counted since',
  elsewhere: 'Delivers elsewhere, so its deliveries aren’t shown here.',
  last: 'Last deliveries',
  lastNone: 'No deliveries yet',
  openInspector: 'Show all in Inspector',
  showOlder: 'Show older deliveries',
  loading: 'Loading deliveries',
  unread: 'Not verified',
  test: 'Test',
}

export function describeCounts({ delivered, retried, failed, unverified }: Counts): string {
  const parts = [
    delivered === 0 ? null : `${delivered.toLocaleString()} delivered`,
    retried === 0 ? null : `${retried.toLocaleString()} retrying`,
    failed === 0 ? null : `${failed.toLocaleString()} failed`,
    unverified === 0 ? null : `${unverified.toLocaleString()} not verified`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'no deliveries' : parts.join(', ')
}
