import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../../../../support/runs.ts'

const child = fileURLToPath(new URL('../../../../support/processes/small-heap-child.ts', import.meta.url))

test('lists, searches and deletes a long history with a JavaScript heap of 96 MB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const events = runs(100_000)
  const args = ['--max-old-space-size=96', child, join(folder, 'notehook.db'), String(events)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => /heap|Error/.test(line))).toEqual([])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ listed: 2 * events, removed: events })
})
