import type { Core } from '#core/core.ts'
import type { ExportStatus } from '#shared/exports/contract.ts'
import type { Job } from '#shared/jobs/contract.ts'

/** What the taskbar and the Dock show: a share from 0 to 1, `2` for work of unknown length, `-1` for none. */
export type Progress = number

const none: Progress = -1
/** Electron shows any value above 1 as work of unknown length. */
const unknown: Progress = 2

/** Passes on the progress of the jobs and the export that run, taken together. Returns a function that ends it. */
export function followProgress(
  core: Pick<Core, 'subscribe'>,
  show: (progress: Progress) => void,
): () => void {
  let jobs: readonly Job[] = []
  let exported: ExportStatus = { state: 'none' }
  let shown = none
  return core.subscribe(({ name, data }) => {
    if (name === 'jobs.changed') jobs = data
    else if (name === 'exports.changed') exported = data
    else return
    const progress = progressOf(jobs, exported)
    if (progress !== shown) show(progress)
    shown = progress
  }, false)
}

export function progressOf(jobs: readonly Job[], exported: ExportStatus): Progress {
  const running = jobs.filter(({ state }) => state === 'running').map(({ done, of }) => ({ done, of }))
  if (exported.state === 'running') {
    if (exported.of === null) return unknown
    running.push({ done: exported.rows, of: exported.of })
  }
  if (running.length === 0) return none
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const of = sum(running.map((one) => one.of))
  return of === 0 ? unknown : Math.min(sum(running.map(({ done }) => done)) / of, 1)
}
