import { codeBlock, inlineCode, plainText } from '../../markdown-text.ts'
import { caseOf } from '../cases.ts'
import { type CheckChange, changesSince, type ReportBefore } from '../compare.ts'
import type { CheckReport, CheckResult } from '../model.ts'
import { adviceOf, hintOf, summaryText } from '../summary.ts'
import { curlOf } from './curl.ts'

/** Formats a report for a pull request or a ticket: a table of all cases, followed by details of each failed case. */
export function markdownOf(report: CheckReport, before: ReportBefore | null = null): string {
  const changes = before === null ? new Map<number, CheckChange>() : changesSince(before, report)
  const rows = report.results.map((result) => {
    const { number, state } = result
    const { name, grade } = caseOf(number)
    const change = changes.get(number)
    const note = change === undefined ? '' : changeNames[change]
    return `| ${number} | ${plainText(name)} | ${grade} | ${stateNames[state]} | ${note} |`
  })
  const hint = hintOf(report)
  const told = report.results.filter(({ state }) => state === 'failed' || state === 'warned')
  return [
    '# Receiver check',
    '',
    `${inlineCode(report.url)}, ${report.startedAt}: **${summaryText(report)}**`,
    ...(hint === null ? [] : ['', `**${plainText(hint)}**`]),
    ...(report.why === null ? [] : ['', plainText(report.why)]),
    '',
    '| # | Case | Grade | Result | |',
    '|---|---|---|---|---|',
    ...rows,
    ...told.flatMap((result) => section(report, result, hint)),
    '',
  ].join('\n')
}

const stateNames = {
  passed: 'passed',
  warned: '**warning**',
  unseen: 'effect not seen',
  failed: '**failed**',
  'not-run': 'not run',
}
const changeNames: Readonly<Record<CheckChange, string>> = {
  fixed: 'fixed',
  regressed: 'regressed',
  'still-failing': 'still failing',
}

function section({ url, results }: CheckReport, result: CheckResult, hint: string | null): string[] {
  const { number, found, exchanges } = result
  const { name, sent, expected, source } = caseOf(number)
  const { why, change } = adviceOf(result, results)
  const failed = exchanges.find(({ passed }) => !passed)
  const curl = failed ? curlOf(url, failed) : null
  return [
    '',
    `## ${number} ${plainText(name)}`,
    '',
    ...found.map((sentence) => `- ${plainText(sentence)}`),
    '',
    `Sent: ${plainText(sent)}. Expected: ${expected}.`,
    '',
    why === null ? plainText(source) : `${plainText(why)} (${plainText(source)})`,
    ...(change === null || hint?.startsWith(change) ? [] : ['', `To change: ${plainText(change)}`]),
    ...(curl === null ? [] : ['', codeBlock(curl, 'bash')]),
    ...(failed && failed.answer !== '' ? ['', 'Answer:', '', codeBlock(failed.answer)] : []),
  ]
}
