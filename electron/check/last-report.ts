import { readFileSync } from 'node:fs'
import type { ReportBefore } from '#shared/checks/compare.ts'
import { CheckReport, CheckResult } from '#shared/checks/model.ts'
import { UsageError } from './command-line.ts'

const LastReport = CheckReport.pick({ version: true, url: true, signer: true }).extend({
  results: CheckResult.pick({ number: true, state: true }).array(),
})

/** A report that was written before, as far as a comparison needs it. Throws `UsageError`. */
export function readReport(file: string): ReportBefore {
  const read = LastReport.safeParse(readJson(file))
  if (read.success) return read.data
  throw new UsageError(`${file} is not a report of this check. Write one with --json.`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} can’t be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
