import { expect, test } from 'vitest'
import { createPageNotes } from '#core/exports/notes-from-page.ts'

const note = { id: 'not_A', title: 'Budget', owner: null, createdAt: null, updatedAt: null }

test('rejects more notes from the page than it announced for the export', async () => {
  const notes = createPageNotes(3)
  const taken: number[] = []
  const reading = notes.read(new AbortController(), async (chunk) => void taken.push(chunk.length))
  expect([await notes.add([note, note]), await notes.add([note, note])]).toEqual([true, true])
  expect(await reading).toBeNull()
  expect(taken).toEqual([2, 1])
  expect(await notes.add([note])).toBe(false)
})

test('stops waiting for the page’s notes when the page is closed or reloaded', async () => {
  const notes = createPageNotes(3, 10)
  const reading = notes.read(new AbortController(), async () => {})
  expect(await notes.add([note])).toBe(true)
  expect(await reading).toContain('closed or reloaded')
  expect(await notes.add([note])).toBe(false)
})

test('rejects notes from the page after the export was canceled or failed', async () => {
  const ending = new AbortController()
  const canceled = createPageNotes(3)
  const reading = canceled.read(ending, async () => {})
  ending.abort()
  await expect(reading).rejects.toBe(ending.signal.reason)
  expect(await canceled.add([note])).toBe(false)

  const full = createPageNotes(3)
  const writing = full.read(new AbortController(), () => Promise.reject(new Error('The disk is full.')))
  void full.add([note])
  await expect(writing).rejects.toThrow('The disk is full.')
  expect(await full.add([note])).toBe(false)

  const unread = createPageNotes(3)
  const added = unread.add([note])
  unread.end()
  expect(await added).toBe(false)
})
