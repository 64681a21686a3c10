import type { DeliveryOutcome } from '#shared/deliveries/responses/outcome.ts'

export const timeline = {
  label: 'Timeline',
  hide: 'Hide timeline',
  show: 'Show timeline',
  unreadable: 'The timeline could not be read.',
  clear: 'Clear range',
  span: 'Time range of the timeline',
  spanOf: (name: string) => `Timeline: ${name}`,
  now: 'Now',
  after: (time: string) => `After ${time}`,
  before: (time: string) => `Before ${time}`,
  countedSince: (time: string) => `Counted back to ${time}`,
  slider: 'Deliveries over time',
  empty: 'No deliveries',
  emptyRange: 'No deliveries in this range',
  noMatches: 'No matches in this range',
  summary: (range: string, counts: string) => `${range}: ${counts}`,
  busiest: (range: string, counts: string) => `Most, ${counts}, ${range}.`,
  keys: 'Enter narrows the list to the marked range, Shift with an arrow key extends it, Escape clears it.',
  none: 'none',
}

export const spans = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  all: 'All time',
}

/** The names of outcomes, which depend on a delivery's last response. The outcome of a retrying delivery can still change. */
export const outcomes: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'delivered',
  retried: 'retrying',
  failed: 'failed or refused',
}
