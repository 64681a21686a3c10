import { expect, test } from 'vitest'
import type { ExportStatus } from '#shared/exports/contract.ts'
import type { Job } from '#shared/jobs/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { followProgress, progressOf } from '../../../electron/main/progress.ts'

const job = (done: number, of: number, state: Job['state'] = 'running'): Job => ({
  id: 'j',
  workspaceId: 'w',
  kind: 'delete-deliveries',
  error: null,
  result: null,
  state,
  done,
  of,
})
const idle: ExportStatus = { state: 'none' }
const exporting = (rows: number, of: number | null): ExportStatus => ({
  state: 'running',
  id: 'e',
  name: 'Notes.csv',
  what: 'notes',
  rows,
  of,
})

test.each<readonly [string, readonly Job[], ExportStatus, number]>([
  ['nothing', [], idle, -1],
  ['jobs that have ended', [job(3, 9, 'done'), job(3, 9, 'cancelled')], idle, -1],
  ['one job', [job(3, 12)], idle, 0.25],
  ['all that runs together', [job(3, 12), job(4, 4, 'failed')], exporting(3, 8), 0.3],
  ['an export of unknown length', [job(3, 12)], exporting(3, null), 2],
  ['a job that is still counted', [job(0, 0)], idle, 2],
  ['more than was counted', [], exporting(9, 8), 1],
])('shows %s', (_, jobs, exported, progress) => {
  expect(progressOf(jobs, exported)).toBe(progress)
})

test('follows the events until it ends, and shows only changes', () => {
  let emit = (_event: HostEvent) => {}
  const shown: number[] = []
  const end = followProgress(
    {
      subscribe: (listener) => {
        emit = listener
        return () => {
          emit = () => {}
        }
      },
    },
    (progress) => shown.push(progress),
  )
  emit({ name: 'host.opened', data: {} })
  emit({ name: 'jobs.changed', data: [] })
  emit({ name: 'jobs.changed', data: [job(1, 2)] })
  emit({ name: 'jobs.changed', data: [job(1, 2)] })
  emit({ name: 'jobs.changed', data: [job(2, 2, 'done')] })
  end()
  emit({ name: 'jobs.changed', data: [job(1, 2)] })
  expect(shown).toEqual([0.5, -1])
})
