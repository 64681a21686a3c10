import { caseOf } from '#shared/checks/cases.ts'
import { type CheckChange, changesSince, isComparable, type ReportBefore } from '#shared/checks/compare.ts'
import type { CheckReport, CheckResult } from '#shared/checks/model.ts'
import { printable } from '#shared/checks/reports/printable.ts'
import { adviceOf, hintOf, summaryText, unseenSentence } from '#shared/checks/summary.ts'

/** Prints a run to the terminal. Colors only repeat what the text says. */
export function createTerminal(write: (text: string) => void, hasColors: boolean) {
  const painted = (color: number, text: string) => (hasColors ? `\u001b[${color}m${text}\u001b[0m` : text)
  const inLine = (text: string) => printable(text).replace(/[\t\n]/g, ' ')
  const line = (text: string) => write(`${inLine(text)}\n`)

  return {
    /** Prints a result while the check is running. Advice follows at the end, because it depends on the other results. */
    result({ number, state, found, ms }: CheckResult) {
      const { name, grade } = caseOf(number)
      const { word, color } = states[state]
      const took = state === 'not-run' ? '' : `  ${ms.toLocaleString('en')} ms`
      // Colors are added last, because `printable` removes control characters.
      write(
        `${painted(color, word.padEnd(9))}${inLine(`${String(number).padStart(2)}  ${grade.padEnd(7)}${name}${took}`)}\n`,
      )
      if (state === 'not-run') return
      for (const sentence of found) line(`               ${sentence}`)
    },
    end(report: CheckReport, before: ReportBefore | null) {
      line('')
      if (report.why !== null) line(report.why)
      const hint = hintOf(report)
      if (hint !== null) line(hint)
      for (const result of report.results) {
        const { why, change } = adviceOf(result, report.results)
        if (change === null || hint?.startsWith(change)) continue
        const { number, name, source } = caseOf(result.number)
        line(`${number}  ${name}`)
        line(`    To change: ${change}`)
        line(`    ${why} (${source})`)
      }
      if (before !== null && !isComparable(before, report)) {
        line('Not compared with the last run: it was of another URL or signing secret.')
      }
      if (before !== null && isComparable(before, report)) {
        const changes = [...changesSince(before, report)]
        const of = (change: CheckChange) =>
          changes.filter(([, is]) => is === change).map(([number]) => number)
        for (const [change, word] of [
          ['fixed', 'Fixed since the last run'],
          ['regressed', 'Regressed since the last run'],
          ['still-failing', 'Still failing'],
        ] as const) {
          if (of(change).length > 0) line(`${word}: case ${of(change).join(', ')}`)
        }
      }
      line(`${summaryText(report)}. ${(report.ms / 1000).toFixed(1)} s`)
      const unseen = unseenSentence(report)
      if (unseen !== null)
        line(
          `${unseen} ${report.withApi ? 'Let it fetch notes from the API above.' : 'Add --with-api to see it.'}`,
        )
    },
  }
}

const states = {
  passed: { word: 'passed', color: 32 },
  warned: { word: 'warning', color: 33 },
  unseen: { word: 'not seen', color: 36 },
  failed: { word: 'FAILED', color: 31 },
  'not-run': { word: 'not run', color: 90 },
} as const
