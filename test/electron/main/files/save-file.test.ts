import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import { expect, onTestFinished, test } from 'vitest'
import { createSaveFile } from '../../../../electron/main/files/save-file.ts'
import { refusalOf } from '../../../support/core/open-core.ts'

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'notehook-save-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  writeFileSync(join(made, 'from'), 'rows')
  return made
}

const dialogThat = (filePath: string, asked: SaveDialogOptions[] = []) => ({
  async showSaveDialog(options: SaveDialogOptions) {
    asked.push(options)
    return { canceled: filePath === '', filePath }
  },
})

const noShell = { showItemInFolder() {} }

test('saves an exported file where the user chooses', async () => {
  const place = folder()
  const asked: SaveDialogOptions[] = []
  const shown: string[] = []
  const shell = { showItemInFolder: (path: string) => void shown.push(path) }
  const save = createSaveFile(dialogThat(join(place, 'mine.csv'), asked), shell)
  const saved = await save({ name: 'notes.csv', from: join(place, 'from') })
  expect(asked.map(({ defaultPath }) => defaultPath)).toEqual(['notes.csv'])
  expect(readFileSync(join(place, 'mine.csv'), 'utf8')).toBe('rows')
  expect(statSync(join(place, 'mine.csv')).mode & 0o777).toBe(0o600)
  saved?.show()
  expect(shown).toEqual([join(place, 'mine.csv')])
})

test('reports that an exported file could not be written', async () => {
  const place = folder()
  const cancel = createSaveFile(dialogThat(''), noShell)
  expect(await cancel({ name: 'n', from: join(place, 'from') })).toBeNull()
  const save = createSaveFile(dialogThat(join(place, 'absent', 'mine.csv')), noShell)
  expect((await refusalOf(save({ name: 'n', from: join(place, 'from') }))).code).toBe('storage')
})

test('the save dialog asks before replacing a file and filters by file type', async () => {
  const asked: SaveDialogOptions[] = []
  const save = createSaveFile(dialogThat('', asked), noShell)
  for (const name of ['notes.csv', 'notes.md', 'notes']) await save({ name, from: 'nowhere' })
  for (const { properties } of asked) {
    expect(properties).toEqual(['showOverwriteConfirmation', 'createDirectory'])
  }
  expect(asked.map(({ filters }) => filters?.map(({ name }) => name))).toEqual([
    ['CSV Files', 'All Files'],
    ['Markdown Files', 'All Files'],
    ['All Files'],
  ])
})
