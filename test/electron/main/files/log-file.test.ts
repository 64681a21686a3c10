import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLogFile } from '../../../../electron/main/files/log-file.ts'

test('keeps at most two log files of 1 MiB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = openLogFile(folder)
  const path = join(folder, 'notehook.log')
  write('the first line')
  expect(readFileSync(path, 'utf8')).toBe('the first line\n')
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  for (let line = 0; line < 300; line += 1) write('x'.repeat(10_000))
  for (const name of ['notehook.log', 'notehook.old.log']) {
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1024 * 1024)
  }
})

test('writing the log does not throw if the disk fails', () => {
  expect(() => openLogFile('/nowhere/at/all')('lost')).not.toThrow()
})
