import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'

/** What this client expects, and what it does if the service differs; `section` is of the specification. */
export interface Expectation {
  readonly section: string
  readonly expected: string
  readonly handled: string
}

/** The expectation for an API difference. Some locations have their own; otherwise the kind's applies. */
export function expectationOf(kind: ApiDifferenceKind, where: string): Expectation {
  return places.find((place) => place.kind === kind && place.at.test(where))?.words ?? kinds[kind]
}

const resources = '2, Resources and their fields'

const kinds: Readonly<Record<ApiDifferenceKind, Expectation>> = {
  'unknown-field': {
    section: resources,
    expected: 'The fields are those that the specification lists.',
    handled: 'The field is ignored.',
  },
  'unknown-value': {
    section: resources,
    expected: 'The value is one of those that the specification lists.',
    handled: 'It is shown as it came.',
  },
  'wrong-type': {
    section: resources,
    expected: 'The field has the type that the specification gives it.',
    handled: 'The field counts as absent; the rest of the item is used.',
  },
  'missing-field': {
    section: resources,
    expected: 'The field is there.',
    handled: 'Everything else is shown.',
  },
  'odd-id': {
    section: resources,
    expected: 'Ids fit their pattern.',
    handled: 'The item is shown, and its id is percent-encoded where it is put in a path.',
  },
  'unreadable-item': {
    section: resources,
    expected: 'Every item of a list is an object with an id.',
    handled: 'The item is left out and counted; the others are shown.',
  },
  status: {
    section: '7, Errors',
    expected: 'Answers are 2xx, 400, 401 or 429; other status codes are not shown.',
    handled: 'The answer counts as what its status means in HTTP, and is shown with what the service said.',
  },
  'error-body': {
    section: '7, Errors',
    expected: 'The body of an error is a JSON object with code, error or message; its shape is not shown.',
    handled: 'The status is shown with the beginning of what came.',
  },
  answer: {
    section: '4, Endpoints',
    expected: 'A successful answer is the JSON that the specification shows for the operation.',
    handled: 'Nothing of the answer is used, and what was there before stays.',
  },
  paging: {
    section: '2, Pagination envelope',
    expected: 'Each page leads to the next by its cursor until hasMore is false.',
    handled: 'Reading stops, what came is kept, and the list is said to be incomplete.',
  },
  ignored: {
    section: '4, PATCH or PUT',
    expected: 'An update that is accepted takes effect; its method, body and response are not shown.',
    handled: 'The list is read again and what it says is shown.',
  },
}

const places: readonly {
  readonly kind: ApiDifferenceKind
  readonly at: RegExp
  readonly words: Expectation
}[] = [
  {
    kind: 'unknown-field',
    at: /^note\./,
    words: {
      section: '2, Note (list item)',
      expected:
        'The fields of a full note beyond the list item are not shown; these are the ones that have been seen.',
      handled: 'The field is shown with the note, under other fields.',
    },
  },
  {
    kind: 'unknown-value',
    at: /\.object$/,
    words: {
      section: resources,
      expected: 'Every resource names its own type in object.',
      handled: 'The item is read as what was asked for.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^endpoint\.scopes$/,
    words: {
      section: '5.3, Authentication',
      expected: 'The scopes are personal and public.',
      handled: 'It is shown with a mark and never dropped from an update.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^endpoint\.events$/,
    words: {
      section: '6, Events',
      expected: 'The event types are note.generated, note.edited and note.access_granted.',
      handled: 'It is shown with a mark and never dropped from an update.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^Retry-After/,
    words: {
      section: '8, Limits',
      expected: 'Rate limits are not shown; Retry-After is seconds or a date (RFC 9110).',
      handled: 'Requests wait 30 seconds.',
    },
  },
  {
    kind: 'unknown-value',
    at: /^folder\.parent_folder_id$/,
    words: {
      section: '2, Folder',
      expected: 'A parent is a folder of the same list, and no folder is above itself.',
      handled: 'The folder is shown at the top with a mark.',
    },
  },
  {
    kind: 'ignored',
    at: /^list /,
    words: {
      section: '8, Limits',
      expected: 'No page holds more items than page_size asks for, 30 at most.',
      handled: 'All of them are used.',
    },
  },
  {
    kind: 'missing-field',
    at: /signing_secret$/,
    words: {
      section: '5.8, Authentication',
      expected: 'The reply to a creation carries the signing secret, this once.',
      handled: 'The endpoint is shown as one without a secret: delete it and create it again.',
    },
  },
  {
    kind: 'missing-field',
    at: /\.hasMore$/,
    words: {
      section: '2, Pagination envelope',
      expected: 'hasMore says whether there is more.',
      handled: 'There is more as long as there is a cursor.',
    },
  },
]
