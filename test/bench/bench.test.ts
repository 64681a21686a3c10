import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from './report.ts'

test('the counters of a short benchmark run have their expected values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const json = join(folder, 'report.json')
  const args = ['--only=counters,receiving', '--rounds=1', '--seconds=0.3', `--json=${json}`]
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'run.ts'),
    ...args,
  ])

  const { figures } = JSON.parse(readFileSync(json, 'utf8')) as Report
  const counters = figures.filter(({ verdict }) => verdict === 'exact' || verdict === 'broken')
  expect(counters.length).toBeGreaterThanOrEqual(5)
  expect(counters.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  for (const { what } of figures) expect(stdout).toContain(what)
  expect(figures.map(({ what }) => what).join()).toMatch(/bare node:http.*Notehook.*Express/)
}, 120_000)
