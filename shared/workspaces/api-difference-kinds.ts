/** How a response of the service can differ from its specification. */
export const apiDifferenceKinds = [
  'unknown-field',
  'unknown-value',
  'wrong-type',
  'missing-field',
  'odd-id',
  'unreadable-item',
  'status',
  'error-body',
  'answer',
  'paging',
  'ignored',
] as const
