export const pane = {
  title: 'Endpoints',
  refresh: 'Refresh',
  create: 'New endpoint',
  loading: 'Loading endpoints',
  emptyTitle: 'No endpoints yet',
  empty: 'The service calls an endpoint when a note is generated, edited or shared.',
  noWebhooks: 'No webhooks on this plan',
  noWebhooksText: 'Spaces, folders and notes still work. Check again after changing the plan or key.',
  retry: 'Check again',
  otherKey: 'Change key…',
}

export const filter = {
  group: 'Search and sort',
  label: 'Search endpoints',
  placeholder: 'Search names, URLs, folders',
  sort: 'Sort by',
  found: (count: number) => `${count.toLocaleString()} found`,
  list: 'Endpoints',
  emptyTitle: 'No matching endpoints',
  empty: 'All words must match the name, URL, ID, state, events, scopes, folders or creator.',
  showAll: 'Show all',
  delete: 'Delete…',
  deleteSelected: 'Delete selected…',
}

export const sortLabels = {
  listed: 'Service order',
  created: 'Newest',
  delivery: 'Last delivery',
  state: 'Needs attention',
  name: 'Name',
}

export const columns = {
  label: 'Columns',
  name: 'Name',
  events: 'Events',
  state: 'State',
  day: 'Last 24 h',
  success: 'Success',
  delivery: 'Last delivery',
  sortBy: (column: string, isSorted: boolean) =>
    `Sort by ${column.toLowerCase()}${isSorted ? ', sorted' : ''}`,
}

export const row = {
  throwAway: 'Temporary host',
  replaced: 'Being replaced',
  behind: 'missed',
  redacted: 'partly hidden',
  by: (creator: string) => `by ${creator}`,
  inLastDay: (counts: string) => `${counts} in the last 24 hours`,
}

export const creator = { deleted: 'Account deleted', unknown: 'Creator unknown' }

export const removeSeveral = {
  count: (count: number) => `${count.toLocaleString()} ${count === 1 ? 'endpoint' : 'endpoints'}`,
  title: (count: string) => `Delete ${count}?`,
  confirm: (count: string) => `Delete ${count}`,
  text: 'Their deliveries and retries stop immediately. This can’t be undone. Deliveries received so far stay here.',
  list: 'Endpoints to delete',
}

export const keyHints = {
  new: ['N', 'New'],
  edit: ['E', 'Edit'],
  select: ['X', 'Select'],
} as const
