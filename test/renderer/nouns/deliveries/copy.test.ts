import { expect, test } from 'vitest'
import { eventName } from '../../../../renderer/places/inspector/copy.ts'

test.each([
  ['note.edited', 'verified', 'note.edited'],
  ['', 'verified', 'Unknown event'],
  [null, 'verified', 'Unknown event'],
  [null, 'signature-mismatch', 'Unverified request'],
] as const)('describes a delivery of type %j with the verdict %s as: %s', (eventType, verdict, name) => {
  expect(eventName({ eventType, verdict })).toBe(name)
})
