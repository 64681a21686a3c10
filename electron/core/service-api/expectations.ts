import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'

/** An expectation of the service, and how the client behaves if it is not met. `section` is a section of the specification. */
export interface Expectation {
  readonly section: string
  readonly expected: string
  readonly handled: string
}

/**
 * Returns the expectation that a difference contradicts. It is the one for the field or operation or, if there is none, the one
 * for the kind of difference.
 */
export function expectationOf(kind: ApiDifferenceKind, where: string): Expectation {
  return places.find((place) => place.kind === kind && place.at.test(where))?.words ?? kinds[kind]
}

const resources = '2, Resources and their fields'

const kinds: Readonly<Record<ApiDifferenceKind, Expectation>> = {
  'unknown-field': {
    section: resources,
    expected: 'Only fields that the specification lists.',
    handled: 'The field is ignored.',
  },
  'unknown-value': {
    section: resources,
    expected: 'A value that the specification lists.',
    handled: 'The value is shown as sent.',
  },
  'wrong-type': {
    section: resources,
    expected: 'The type in the specification.',
    handled: 'The field counts as missing; the rest of the item is used.',
  },
  'missing-field': {
    section: resources,
    expected: 'The field is present.',
    handled: 'Everything else is shown.',
  },
  'odd-id': {
    section: resources,
    expected: 'IDs match their pattern.',
    handled: 'The item is shown, and its ID is percent-encoded in paths.',
  },
  'unreadable-item': {
    section: resources,
    expected: 'Every list item is an object with an ID.',
    handled: 'The item is left out and counted; the others are shown.',
  },
  status: {
    section: '7, Errors',
    expected: 'Responses are 2xx, 400, 401 or 429; the specification shows no others.',
    handled: 'The status has its HTTP meaning, and the service’s message is shown.',
  },
  'error-body': {
    section: '7, Errors',
    expected: 'An error body is a JSON object with code, error or message.',
    handled: 'The status is shown with the start of the body.',
  },
  answer: {
    section: '4, Endpoints',
    expected: 'A successful response is the JSON that the specification shows.',
    handled: 'The response is ignored; earlier data stays.',
  },
  paging: {
    section: '2, Pagination envelope',
    expected: 'Each page leads to the next by its cursor until hasMore is false.',
    handled: 'Loading stops, and the list is marked as incomplete.',
  },
  ignored: {
    section: '4, PATCH or PUT',
    expected: 'An accepted update takes effect; the specification shows no method, body or response.',
    handled: 'The list is refreshed and shown.',
  },
}

const places: readonly {
  readonly kind: ApiDifferenceKind
  readonly at: RegExp
  readonly words: Expectation
}[] = [
  {
    kind: 'unknown-field',
    at: /^event\./,
    words: {
      section: '2, Webhook event payload',
      expected: 'Deliveries have only the fields that the specification lists.',
      handled: 'The body is stored and forwarded as sent.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^event\./,
    words: {
      section: '6, Events',
      expected: 'The event types are those listed, and changed_fields contains only summary.',
      handled: 'The body is stored and forwarded as sent.',
    },
  },
  {
    kind: 'unknown-field',
    at: /^note\./,
    words: {
      section: '2, Note (list item)',
      expected: 'The specification doesn’t show the fields of a full note; this one wasn’t seen before.',
      handled: 'The field is shown under Other fields.',
    },
  },
  {
    kind: 'unknown-value',
    at: /\.object$/,
    words: {
      section: resources,
      expected: 'Every resource names its type in object.',
      handled: 'The item is treated as the requested type.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^endpoint\.scopes$/,
    words: {
      section: '5.3, Authentication',
      expected: 'The scopes are personal and public.',
      handled: 'It is marked and kept in updates.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^endpoint\.events$/,
    words: {
      section: '6, Events',
      expected: 'The event types are note.generated, note.edited and note.access_granted.',
      handled: 'It is marked and kept in updates.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^Retry-After/,
    words: {
      section: '8, Limits',
      expected: 'Retry-After is seconds or a date (RFC 9110).',
      handled: 'Requests wait 30 seconds.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^folder\.parent_folder_id$/,
    words: {
      section: '2, Folder',
      expected: 'A parent is in the same list, and no folder contains itself.',
      handled: 'The folder is shown at the top and marked.',
    },
  },
  {
    kind: 'ignored',
    at: /^list /,
    words: {
      section: '8, Limits',
      expected: 'No page has more items than page_size, 30 at most.',
      handled: 'All of them are used.',
    },
  },
  {
    kind: 'missing-field',
    at: /signing_secret$/,
    words: {
      section: '5.8, Authentication',
      expected: 'The response to a creation contains the signing secret.',
      handled: 'The endpoint has no secret: delete it and create it again.',
    },
  },
  {
    kind: 'missing-field',
    at: /\.hasMore$/,
    words: {
      section: '2, Pagination envelope',
      expected: 'hasMore tells whether there are more pages.',
      handled: 'There are more pages as long as there is a cursor.',
    },
  },
]
