import type { CaseRun } from '../case-run.ts'

/** Sends a case's requests and reports faults that cannot be seen from a single response. Rejects with an `EndOfRun`. */
export type Case = (run: CaseRun) => Promise<void>
