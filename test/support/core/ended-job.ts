import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobKind } from '#shared/jobs/contract.ts'

/** Waits until the last job of a kind has ended and returns it. Also works outside a test. */
export async function endedJob<Kind extends JobKind>(
  kind: Kind,
  list: () => readonly Job[] | Promise<readonly Job[]>,
): Promise<Extract<Job, { kind: Kind }>> {
  for (;;) {
    const job = (await list()).findLast((one) => one.kind === kind)
    if (job && job.state !== 'running') return job as Extract<Job, { kind: Kind }>
    await sleep(5)
  }
}
