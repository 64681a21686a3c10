import type { CaseRun } from '../case-run.ts'

/** Sends the requests of a case, and reports faults that no single response shows. Rejects with an `EndOfRun`. */
export type Case = (run: CaseRun) => Promise<void>
