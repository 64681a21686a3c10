import { expect, test } from 'vitest'
import type { Job } from '#shared/jobs/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { followProgress, progressOf } from '../../../../electron/main/system/progress.ts'

const job = (done: number, total: number, state: Job['state'] = 'running'): Job => ({
  id: 'j',
  workspaceId: 'w',
  kind: 'delete-deliveries',
  error: null,
  result: null,
  state,
  done,
  total,
})
const exporting = (done: number, total: number | null): Job => ({
  ...job(done, 0),
  kind: 'export-notes',
  result: null,
  total,
})

test.each<readonly [string, readonly Job[], number]>([
  ['no jobs', [], -1],
  ['jobs that have ended', [job(3, 9, 'done'), job(3, 9, 'canceled')], -1],
  ['one job', [job(3, 12)], 0.25],
  ['several running jobs', [job(3, 12), job(4, 4, 'failed'), exporting(3, 8)], 0.3],
  ['an export of unknown length', [job(3, 12), exporting(3, null)], 2],
  ['a job without a total', [job(0, 0)], 2],
  ['an export of more notes than counted', [exporting(9, 8)], 1],
])('calculates the progress on the taskbar for %s', (_, jobs, progress) => {
  expect(progressOf(jobs)).toBe(progress)
})

test('updates the progress on the taskbar only when its value changes', () => {
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
