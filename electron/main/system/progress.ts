import type { Core } from '#core/core.ts'
import type { Job } from '#shared/jobs/contract.ts'

/** Progress in the taskbar and the Dock: a fraction from 0 to 1, `2` for work of unknown length, or `-1` for none. */
export type Progress = number

const none: Progress = -1
const unknown: Progress = 2

/** Shows the combined progress of the running jobs until the returned function is called. */
export function followProgress(
  core: Pick<Core, 'subscribe'>,
  show: (progress: Progress) => void,
): () => void {
  let shown = none
  return core.subscribe(({ name, data }) => {
    if (name !== 'jobs.changed') return
    const progress = progressOf(data)
    if (progress !== shown) show(progress)
    shown = progress
  }, false)
}

export function progressOf(jobs: readonly Job[]): Progress {
  const running = jobs.filter(({ state }) => state === 'running')
  if (running.length === 0) return none
  let [done, total] = [0, 0]
  for (const job of running) {
    if (job.total === null) return unknown
    done += job.done
    total += job.total
  }
  return total === 0 ? unknown : Math.min(done / total, 1)
}
