/** In what way the service did otherwise than its specification shows. */
export const surpriseKinds = [
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
