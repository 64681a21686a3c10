import { readFileSync } from 'node:fs'
import type { CheckReport } from '#shared/checks/model.ts'
import { UsageError } from './command-line.ts'

/** A report that was written before, as far as a comparison needs it. Throws `UsageError`. */
export function readReport(file: string): CheckReport {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isReport(report)) return report
  } catch (error) {
    throw new UsageError(`${file} can’t be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new UsageError(`${file} is not a report of this check. Write one with --json.`)
}

function isReport(value: unknown): value is CheckReport {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === 1 &&
    'results' in value &&
    Array.isArray(value.results) &&
    value.results.every(
      (result: unknown) =>
        typeof result === 'object' &&
        result !== null &&
        'number' in result &&
        typeof result.number === 'number' &&
        'state' in result &&
        typeof result.state === 'string',
    )
  )
}
