import type { DeliveryOutcome } from '#shared/deliveries/outcome.ts'

export const timeline = {
  label: 'Timeline',
  hide: 'Hide the timeline',
  show: 'Show the timeline',
  unreadable: 'The timeline could not be read.',
  clear: 'Clear range',
  span: 'Time span',
  spanOf: (name: string) => `Time span: ${name}`,
  countedSince: (time: string) => `counted back to ${time}`,
  slider: 'Deliveries over time',
  empty: 'No deliveries in this time',
  summary: (range: string, counts: string) => `${range}: ${counts}`,
  busiest: (range: string, counts: string) => `Most, ${counts}, ${range}.`,
  keys: 'Enter narrows the list to the marked range, Shift with an arrow key extends it, Escape clears it.',
  none: 'none',
}

export const spans = {
  '15m': { short: '15 min', name: 'Last 15 minutes' },
  '1h': { short: '1 hour', name: 'Last hour' },
  '1d': { short: '24 hours', name: 'Last 24 hours' },
  '7d': { short: '7 days', name: 'Last 7 days' },
  all: { short: 'All', name: 'Everything stored' },
}

/** A delivery that is retrying may still be delivered or rejected later. */
export const outcomes: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'delivered',
  retried: 'retrying',
  failed: 'rejected',
}
