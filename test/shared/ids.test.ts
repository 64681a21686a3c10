import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NoteId } from '#shared/ids.ts'
import { noteIdIn, otherIdIn } from '#shared/notes/ids-in-text.ts'
import { property } from '../support/runs.ts'

test.each<readonly [string, string | null]>([
  ['not_1d3tmYTlCICgjy', 'not_1d3tmYTlCICgjy'],
  ['  not_1d3tmYTlCICgjy\n', 'not_1d3tmYTlCICgjy'],
  ['https://notes.example.com/n/not_1d3tmYTlCICgjy', 'not_1d3tmYTlCICgjy'],
  ['https://notes.example.com/n/not_1d3tmYTlCICgjy?share=1#top', 'not_1d3tmYTlCICgjy'],
  ['{"note_id":"not_1d3tmYTlCICgjy"}', 'not_1d3tmYTlCICgjy'],
  ['See not_1d3tmYTlCICgjy.', 'not_1d3tmYTlCICgjy'],
  ['not_a-b_c and not_d', 'not_a-b_c'],
  ['cannot_be', null],
  ['not_', null],
  ['Notes of the week', null],
  ['NOT_1d3tmYTlCICgjy', null],
  ['', null],
])('finds the id of a note in %j: %s', (text, id) => {
  expect(noteIdIn(text)).toBe(id)
})

test('finds only note ids that cannot change the path of a URL', () => {
  const pasted = fc.array(fc.oneof(fc.string(), fc.constantFrom('not_', '..', '/', '%2e', '?', ' ', 'A1')))
  fc.assert(
    fc.property(pasted, (parts) => {
      const id = noteIdIn(parts.join(''))
      if (id === null) return
      expect(NoteId.safeParse(id).success).toBe(true)
      expect(id).toMatch(/^not_./)
      expect(parts.join('')).toContain(id)
    }),
    property(100_000),
  )
})

test('recognizes the ids of folders, endpoints and spaces', () => {
  expect(otherIdIn('https://x.example.com/fol_4y6LduVdwSKC27')).toEqual({
    kind: 'folder',
    id: 'fol_4y6LduVdwSKC27',
  })
  expect(otherIdIn('whe_Aaaaaaaaaaaaa1')).toMatchObject({ kind: 'endpoint' })
  expect(otherIdIn('spa_Aaaaaaaaaaaaa1')).toMatchObject({ kind: 'space' })
  expect(otherIdIn('spa_short or fol_muchtoolongtobeone')).toBeNull()
})
