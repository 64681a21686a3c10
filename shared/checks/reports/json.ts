import type { CheckReport } from '../model.ts'
import { hintOf, summaryOf } from '../summary.ts'

/** Returns the report as JSON for programs, including its counts and likely cause. `--last` reads it back. */
export function jsonOf(report: CheckReport): string {
  return `${JSON.stringify({ ...report, summary: summaryOf(report), hint: hintOf(report) }, null, 2)}\n`
}
