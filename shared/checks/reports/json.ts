import type { CheckReport } from '../model.ts'
import { summaryOf } from '../summary.ts'

/** The report with its counts, for programs. `--last` reads it back. */
export function jsonOf(report: CheckReport): string {
  return `${JSON.stringify({ ...report, summary: summaryOf(report) }, null, 2)}\n`
}
