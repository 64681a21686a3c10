import { expect, test } from 'vitest'
import { nameOfFolder, nameOfNote, nameOfPerson, nameOfSpace } from '#shared/notes/names.ts'

test.each(['', ' ', '\t\n'])('shows a placeholder instead of a blank name (%j)', (nothing) => {
  expect(nameOfSpace({ name: nothing })).toBe('Untitled space')
  expect(nameOfFolder({ name: nothing })).toBe('Untitled folder')
  expect(nameOfNote({ title: nothing })).toBe('Untitled')
  expect(nameOfPerson({ name: nothing, email: 'ada@example.com' })).toBe('ada@example.com')
  expect(nameOfPerson({ name: nothing, email: nothing })).toBeNull()
})

test('does not change a name that is not blank', () => {
  expect(nameOfPerson({ name: 'Ada Quill', email: 'ada@example.com' })).toBe('Ada Quill')
  expect(nameOfNote({ title: ' Weekly sync ' })).toBe(' Weekly sync ')
})
