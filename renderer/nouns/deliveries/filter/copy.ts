import type { FilterKey, FilterProblem } from '#shared/deliveries/filter/filter.ts'

export const filterBar = {
  moreProblems: (count: number) =>
    count === 1 ? '1 more term is not applied.' : `${count.toLocaleString()} more terms are not applied.`,
  label: 'Filter deliveries',
  placeholder: 'Filter or search payloads',
  terms: 'Active filters',
  didYouMean: ['Did you mean', '?'],
  correct: (word: string) => `Change to ${word}`,
}

export const keyMeanings: Readonly<Record<FilterKey, string>> = {
  status: 'delivered, retrying, failed or a status code',
  verdict: 'verification result',
  endpoint: 'name of an endpoint',
  type: 'event type',
  is: 'starred, retried, failed and other states',
  attempt: 'number of attempts',
  lag: 'delay between event and delivery',
  sent: 'failed or passed at a receiver',
  note: 'note ID',
  after: 'received after a day or time',
  before: 'received before a day or time',
  remark: 'text in your remarks',
}

export const suggestionGroups = { recent: 'Recent', keys: 'Filters', search: 'Search', matches: 'Filters' }

export const searchFor = (words: string) => `Search payloads for “${words}”`

export const valueMeanings = {
  unknownType: 'not in the specification',
  starred: 'starred by you',
  remarked: 'has a remark',
  retried: 'more than one attempt',
  outcomes: [
    ['delivered', 'answered 2xx'],
    ['retrying', 'last answered 408, 429 or 5xx, also if retries have ended'],
    ['failed', 'any other answer; no more retries'],
  ],
  statuses: [
    ['2xx', 'any 2xx'],
    ['4xx', 'any 4xx'],
    ['5xx', 'any 5xx'],
    ['200', 'verified and stored'],
    ['401', 'signature mismatch'],
    ['408', 'simulated timeout'],
    ['503', 'could not be verified or stored'],
  ],
  attempts: [
    ['>1', 'more than one'],
    ['>5', 'more than five'],
    ['1', 'exactly one'],
  ],
  lags: [
    ['>1m', 'more than 1 minute after the event'],
    ['>1h', 'more than 1 hour after the event'],
    ['>1d', 'more than 1 day after the event'],
    ['<5s', 'within 5 seconds'],
  ],
  sent: [
    ['failed', 'last send to a receiver not answered 2xx'],
    ['passed', 'last send to a receiver answered 2xx'],
  ],
  today: 'start of today',
  yesterday: 'yesterday',
  weekAgo: '7 days ago',
  monthAgo: '30 days ago',
} as const

export const chips = {
  phrase: (text: string) => `“${text}”`,
  names: {
    status: 'Status',
    verdict: 'Verdict',
    endpoint: 'Endpoint',
    type: 'Event',
    is: 'Is',
    attempt: 'Attempts',
    lag: 'Delay',
    sent: 'Receiver',
    note: 'Note',
    after: 'Received',
    before: 'Received',
    remark: 'Remark',
  } satisfies Readonly<Record<FilterKey, string>>,
  text: 'Payload',
  not: (value: string) => `not ${value}`,
  any: (count: number) => `any of ${count}`,
  none: (count: number) => `none of ${count}`,
  after: (time: string) => `after ${time}`,
  before: (time: string) => `before ${time}`,
}

const subjects: Readonly<Record<FilterKey, string>> = {
  status: 'status',
  verdict: 'verdict',
  endpoint: 'endpoint',
  type: 'event type',
  is: 'state',
  attempt: 'number of attempts',
  lag: 'delay',
  sent: 'result of a send',
  note: 'note ID',
  after: 'date',
  before: 'date',
  remark: 'text',
}

const examples: Readonly<Record<FilterKey, string>> = {
  status: 'status:failed, status:503 or status:>=400',
  verdict: 'verdict:verified or verdict:mismatch',
  endpoint: 'an endpoint from the list',
  type: 'type:note.edited',
  is: 'is:starred, is:retried or is:failed',
  attempt: 'attempt:2 or attempt:>1',
  lag: 'lag:>30s, lag:<5m or lag:>1h',
  sent: 'sent:failed or sent:passed',
  note: 'an ID that starts with not_',
  after: 'after:2026-03-01 or after:2026-03-01T09:30',
  before: 'before:2026-03-01 or before:2026-03-01T09:30',
  remark: 'remark:word',
}

/**
 * Explains why a term is not applied. Unless a similar word is suggested, also explains how to correct the term. `key` is the
 * intended key, if it exists.
 */
export function problemText(
  { kind, key: typedKey, value, word, nearest }: FilterProblem,
  key: FilterKey | null,
): string {
  const such = key === null ? '' : ` Use ${examples[key]}.`
  switch (kind) {
    case 'unknown-value':
      return `Unknown ${key === null ? 'value' : subjects[key]} “${value}” is not applied.${nearest === null ? such : ''}`
    case 'unknown-key':
      return `Unknown filter “${typedKey}” is not applied.${nearest === null ? ` To search payloads for “${word}”, put it in quotes.` : ''}`
    case 'no-value':
      return `${typedKey}: needs a value.${such}`
    case 'no-word':
      return `“${value}” has no letters or digits to search for.`
    case 'or':
      return `“${word}” is not applied: terms with the same key already match any, different keys must all match. Put it in quotes to search for it.`
    case 'too-many':
      return 'Only the first 32 terms are applied.'
  }
}

export const views = {
  label: 'Views',
  unverifiedMeaning: 'The signature isn’t valid, or its time is out of tolerance.',
  failed: 'Failed',
  failedMeaning: 'Verified, but the response ended the delivery. The service doesn’t retry it.',
  receiverFailed: 'Receiver failed',
  receiverFailedMeaning: 'The last request to a receiver was not answered 2xx.',
  retrying: 'Retrying',
  retryingMeaning: 'Verified, but not delivered yet. The service tries again until retries end.',
  severalAttempts: 'More than one attempt',
  unverified: 'Not verified',
  late: 'Late (> 1 h)',
  starred: 'Starred',
  yours: 'Your views',
  rename: (name: string) => `Rename “${name}”…`,
  delete: (name: string) => `Delete “${name}”`,
  deleted: 'View deleted',
  notRestored: 'View not restored',
  save: 'Save view…',
  chip: (name: string, count: string) => `${name}, ${count}`,
}
