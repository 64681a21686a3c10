import type { Endpoint } from '#shared/endpoints/model.ts'

export const pane = {
  title: 'Endpoints',
  refresh: 'Refresh',
  create: 'New endpoint',
  loading: 'Reading the endpoints',
  emptyTitle: 'No endpoints yet',
  empty:
    'An endpoint is an address the service calls when a note is generated, edited or shared. Begin with the inspector on this machine: it verifies each delivery and shows what came.',
  noWebhooks: 'No webhooks on this plan',
  noWebhooksText:
    'If the plan was changed just now, or you were given another key, look again. Until then you can read spaces, folders and notes as usual.',
  retry: 'Look again',
  otherKey: 'Keys in the settings…',
}

/** *12 endpoints, 2 disabled* */
export function countText(list: readonly Endpoint[]): string {
  const disabled = list.filter(({ enabled }) => !enabled).length
  const all = `${list.length.toLocaleString()} endpoint${list.length === 1 ? '' : 's'}`
  return disabled === 0 ? all : `${all}, ${disabled.toLocaleString()} disabled`
}

export const filter = {
  group: 'Find and sort',
  label: 'Find an endpoint',
  placeholder: 'URL, folder, person…',
  sort: 'Sort by',
  found: (count: number) => `${count.toLocaleString()} found`,
  list: 'Endpoints',
  emptyTitle: 'No matching endpoint',
  empty: 'All words must match its URL, id, state, events, scopes, folders or creator.',
  showAll: 'Show all',
  delete: 'Delete…',
}

export const sortLabels = {
  listed: 'As listed',
  url: 'URL',
  created: 'Newest',
  delivery: 'Last delivery',
  state: 'Needs attention',
}

export const row = {
  redacted: 'display only',
  inspector: 'Inspector',
  inspectorText: 'Its deliveries come to the inspector on this machine',
  verified: 'verified',
  neverVerified: 'nothing verified yet',
  created: 'created',
  noScope: 'no scope',
  by: (creator: string) => `by ${creator}`,
  more: (count: number) => ` and ${count} more`,
  subfolders: (count: number) => ` + ${count.toLocaleString()} subfolder${count === 1 ? '' : 's'}`,
}

export const creator = { deleted: 'Account deleted', unknown: 'Creator unknown' }

export const removeSeveral = {
  count: (count: number) => `${count} endpoint${count === 1 ? '' : 's'}`,
  title: (count: string) => `Delete ${count}?`,
  confirm: (count: string) => `Delete ${count}`,
  text: 'Deliveries to them stop at once, retries included. This cannot be undone: a new endpoint has another id and another signing secret. Deliveries received here so far are kept.',
  list: 'To be deleted',
}
