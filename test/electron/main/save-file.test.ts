import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSaveFile } from '../../../electron/main/save-file.ts'
import { refusalOf } from '../../support/open-core.ts'

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'notehook-save-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  writeFileSync(join(made, 'from'), 'rows')
  return made
}

const dialogThat = (filePath: string, asked: (string | undefined)[] = []) => ({
  async showSaveDialog({ defaultPath }: { defaultPath?: string }) {
    asked.push(defaultPath)
    return { canceled: filePath === '', filePath }
  },
})

test('proposes the name, and writes where the user says, for nobody else to read', async () => {
  const place = folder()
  const asked: (string | undefined)[] = []
  const save = createSaveFile(dialogThat(join(place, 'mine.csv'), asked))
  expect(await save({ name: 'notes.csv', from: join(place, 'from') })).toBe(true)
  expect(asked).toEqual(['notes.csv'])
  expect(readFileSync(join(place, 'mine.csv'), 'utf8')).toBe('rows')
  expect(statSync(join(place, 'mine.csv')).mode & 0o777).toBe(0o600)
})

test('writes nothing when the user thinks better of it, and says when the disk refuses', async () => {
  const place = folder()
  expect(await createSaveFile(dialogThat(''))({ name: 'n', from: join(place, 'from') })).toBe(false)
  const save = createSaveFile(dialogThat(join(place, 'absent', 'mine.csv')))
  expect((await refusalOf(save({ name: 'n', from: join(place, 'from') }))).code).toBe('storage')
})
