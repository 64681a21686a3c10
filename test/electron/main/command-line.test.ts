import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readFlags } from '../../../electron/main/command-line.ts'

test('reads its own flags among those of Electron and Chromium', () => {
  const args = [
    '.',
    '--no-sandbox',
    '--inspect=0',
    '--practice',
    '--practice-notes',
    '500',
    '--data-dir=here',
  ]
  expect(readFlags(args)).toEqual({ practice: true, practiceNotes: 500, dataDir: resolve('here') })
})

test('without flags it is the usual place and no practice', () => {
  expect(readFlags(['.'])).toEqual({ practice: false, practiceNotes: null, dataDir: null })
})

test.each(['0', '-5', '1.5', '1e3', '1000001', 'many', ''])('takes %j for no number of notes', (text) => {
  expect(readFlags([`--practice-notes=${text}`]).practiceNotes).toBeNull()
})
