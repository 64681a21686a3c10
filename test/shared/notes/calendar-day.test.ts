import { expect, test } from 'vitest'
import { NoteFilter } from '#shared/notes/model.ts'
import { ServiceOptions } from '#shared/workspaces/contract.ts'

test.each(['2026-02-28', '2028-02-29', '1999-12-31'])('accepts %s as the day of a filter', (day) => {
  expect(NoteFilter.safeParse({ createdAfter: day, createdBefore: day, updatedAfter: day }).success).toBe(
    true,
  )
})

test.each(['2026-02-31', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1'])(
  'rejects %s as the day of every filter',
  (day) => {
    for (const name of ['createdAfter', 'createdBefore', 'updatedAfter'])
      expect(NoteFilter.safeParse({ [name]: day }).success).toBe(false)
  },
)

test.each([
  '/../../{note_id}',
  '/v1/./{note_id}',
  '/v1/%2e%2E/{note_id}',
  '/v1\\..\\{note_id}',
  '/{note_id}/..',
])('rejects the note path %s, because it leads outside the base URL', (path) => {
  expect(ServiceOptions.shape.notePath.safeParse(path).success).toBe(false)
})

test.each(['/v1/notes/{note_id}', '/v2.1/...x/{note_id}/full', '/{note_id}.json'])(
  'accepts %s as the configured path of a note',
  (path) => {
    expect(ServiceOptions.shape.notePath.safeParse(path).success).toBe(true)
  },
)
