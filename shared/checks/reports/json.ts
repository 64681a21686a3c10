import type { CheckReport } from '../model.ts'
import { hintOf, summaryOf } from '../summary.ts'

/** The report with its counts and what most likely explains it, for programs. `--last` reads it back. */
export function jsonOf(report: CheckReport): string {
  return `${JSON.stringify({ ...report, summary: summaryOf(report), hint: hintOf(report) }, null, 2)}\n`
}
