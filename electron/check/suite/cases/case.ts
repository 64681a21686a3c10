import type { CaseRun } from '../case-run.ts'

/** Sends the requests of a case and reports what no single answer shows. Rejects with an `EndOfRun`. */
export type Case = (run: CaseRun) => Promise<void>
