import type { Endpoint } from '#shared/endpoints/model.ts'

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

/** *12 endpoints, 2 disabled* */
export function countText(list: readonly Endpoint[]): string {
  const disabled = list.filter(({ enabled }) => !enabled).length
  const all = `${list.length.toLocaleString()} ${list.length === 1 ? 'endpoint' : 'endpoints'}`
  return disabled === 0 ? all : `${all}, ${disabled.toLocaleString()} disabled`
}

export const filter = {
  group: 'Find and sort',
  label: 'Find an endpoint',
  placeholder: 'URL, folder, person…',
  sort: 'Sort by',
  found: (count: number) => `${count.toLocaleString()} found`,
  list: 'Endpoints',
  emptyTitle: 'No matching endpoints',
  empty: 'All words must match the name, URL, ID, state, events, scopes, folders or creator.',
  showAll: 'Show all',
  delete: 'Delete…',
}

export const sortLabels = {
  listed: 'Service order',
  url: 'URL',
  created: 'Newest',
  delivery: 'Last delivery',
  state: 'Needs attention',
}

export const row = {
  redacted: 'partly hidden',
  inspector: 'Inspector',
  inspectorText: 'Received by this inspector',
  verified: 'verified',
  neverVerified: 'not verified yet',
  created: 'created',
  noScope: 'no scope',
  by: (creator: string) => `by ${creator}`,
  more: (count: number) => ` and ${count} more`,
  subfolders: (count: number) => ` + ${count.toLocaleString()} ${count === 1 ? 'subfolder' : 'subfolders'}`,
}

export const creator = { deleted: 'Account deleted', unknown: 'Creator unknown' }

export const removeSeveral = {
  count: (count: number) => `${count.toLocaleString()} ${count === 1 ? 'endpoint' : 'endpoints'}`,
  title: (count: string) => `Delete ${count}?`,
  confirm: (count: string) => `Delete ${count}`,
  text: 'Their deliveries and retries stop immediately. This can’t be undone. Deliveries received so far stay here.',
  list: 'Endpoints to delete',
}
