import type { filterKeys } from '#shared/deliveries/filter/filter.ts'

export const filterBar = {
  label: 'Filter deliveries',
  placeholder: 'Filter, or search bodies',
}

/** What a completion means, shown beside it. */
export const keyMeanings: Readonly<Record<(typeof filterKeys)[number], string>> = {
  type: 'event type',
  verdict: 'result of the verification',
  endpoint: 'endpoint that received it',
  note: 'note it is about',
  status: 'status it was answered with',
  attempt: 'number of attempts',
  lag: 'delay since the event',
  after: 'received after a day or time',
  before: 'received before a day or time',
  is: 'your annotation',
  remark: 'words in your note',
}

export const valueMeanings = {
  unknownType: 'not in the specification',
  starred: 'you starred it',
  remarked: 'you added a note',
  statuses: [
    ['2xx', 'delivered'],
    ['5xx', 'retrying: the service tries again'],
    ['4xx', 'rejected'],
    ['200', 'verified and stored'],
    ['401', 'the signature does not match'],
    ['408', 'simulated so late that it was a timeout'],
    ['503', 'could not be verified or stored'],
  ],
  attempts: [
    ['>1', 'more than once'],
    ['>5', 'more than five times'],
    ['1', 'once'],
  ],
  lags: [
    ['>1m', 'more than a minute after the event'],
    ['>1h', 'more than an hour after the event'],
    ['>1d', 'more than a day after the event'],
    ['<5s', 'within five seconds'],
  ],
  today: 'the beginning of today',
  yesterday: 'yesterday',
  weekAgo: 'a week ago',
  monthAgo: 'thirty days ago',
} as const

export const views = {
  label: 'Views',
  failed: 'Failed',
  retried: 'Retried',
  slow: 'Slow',
  starred: 'Starred',
  menu: (name: string) => `View ${name}`,
  change: (name: string) => `Change the view ${name}`,
  rename: 'Rename…',
  delete: 'Delete view',
  deleted: 'View deleted',
  deletedHelp: 'Its filter stays until you clear it.',
  save: 'Save this filter as a view…',
  chip: (name: string, count: string) => `${name}, ${count}`,
}

export const viewDialog = {
  title: (isNew: boolean) => (isNew ? 'Save the filter as a view' : 'Rename the view'),
  submit: (isNew: boolean) => (isNew ? 'Save view' : 'Rename view'),
  cancel: 'Cancel',
  name: 'Name',
  saved: (name: string) => `View “${name}” saved`,
  renamed: 'View renamed',
}

/** Titles of the messages shown when a change fails. */
export const failures = {
  save: 'The view was not saved.',
  remove: 'The view was not deleted.',
}
