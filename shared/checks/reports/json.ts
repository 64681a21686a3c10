import type { CheckReport } from '../model.ts'
import { hintOf, summaryOf } from '../summary.ts'

/** Returns the report as JSON, including its counts and likely cause. The command line's `--last` option reads this format. */
export function jsonOf(report: CheckReport): string {
  return `${JSON.stringify({ ...report, summary: summaryOf(report), hint: hintOf(report) }, null, 2)}\n`
}
