import { expect, test } from 'vitest'
import { answers } from '#core/deliveries/listener/listener-responses.ts'
import { answerWords } from '../../../../renderer/features/deliveries/response-words.ts'

/** Answered before a delivery is known as one, so never recorded with an attempt. */
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
]

test('has a sentence for every answer of the listener that an attempt can carry', () => {
  const recorded = Object.keys(answers).filter((word) => !neverRecorded.includes(word))
  expect(recorded.filter((word) => answerWords(word) === null)).toEqual([])
})

test('adds what would have made a wrong signature right', () => {
  expect(answerWords('signature_mismatch (padding)')).toMatch(/does not fit\. .*equals signs/)
  expect(answerWords('signature_mismatch (base64url)')).toMatch(/URL alphabet/)
})

test('leaves a word that it does not know to be shown as it is', () => {
  expect(answerWords('something_new')).toBeNull()
})
