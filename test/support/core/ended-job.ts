import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobKind } from '#shared/jobs/contract.ts'

/** The last job of a kind, once it has ended. Also for a process that is no test. */
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
