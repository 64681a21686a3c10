import { expect, test } from 'vitest'
import { responses } from '#core/deliveries/listener/listener-responses.ts'
import { responseMeaning } from '../../../../renderer/places/inspector/response-meaning.ts'

/** Responses before a request is known to be a delivery. They are never recorded with an attempt. */
const neverRecorded = [
  'not_found',
  'method_not_allowed',
  'too_many_headers',
  'duplicate_host',
  'missing_host',
  'expectation',
  'missing_header',
  'duplicate_header',
  'bad_id',
  'bad_timestamp',
  'too_large',
  'sent_by_notehook',
]

test('explains every response that the listener can give to an attempt', () => {
  const recorded = Object.keys(responses).filter((word) => !neverRecorded.includes(word))
  expect(recorded.filter((word) => responseMeaning(word) === null)).toEqual([])
})

test('explains which encoding would have made the signature match', () => {
  expect(responseMeaning('signature_mismatch (padding)')).toMatch(/mismatch, matches with base64 padding/)
  expect(responseMeaning('signature_mismatch (base64url)')).toMatch(/standard base64/)
})

test('explains a receiver’s response that was passed to the service', () => {
  expect(responseMeaning('passed 500')).toBe('Passed through: the receiver’s 500')
  expect(responseMeaning('passed 404 as 503')).toMatch(/softened: the receiver’s 404 would have ended/)
  expect(responseMeaning('passed none as 503')).toMatch(/didn’t respond in time/)
})

test('does not explain a response with an unknown code', () => {
  expect(responseMeaning('something_new')).toBeNull()
})
