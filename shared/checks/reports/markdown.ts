import { caseOf } from '../cases.ts'
import { type CheckChange, changesSince, type ReportBefore } from '../compare.ts'
import type { CheckReport, CheckResult } from '../model.ts'
import { hintOf, summaryText } from '../summary.ts'
import { curlOf } from './curl.ts'
import { printable } from './printable.ts'

/** Formats a report for a pull request or a ticket: a table of all cases, followed by details of each failed case. */
export function markdownOf(report: CheckReport, before: ReportBefore | null = null): string {
  const changes = before === null ? new Map<number, CheckChange>() : changesSince(before, report)
  const rows = report.results.map((result) => {
    const { number, state } = result
    const { name, grade } = caseOf(number)
    const change = changes.get(number)
    const note = change === undefined ? '' : changeNames[change]
    return `| ${number} | ${cell(name)} | ${grade} | ${stateNames[state]} | ${note} |`
  })
  const hint = hintOf(report)
  const told = report.results.filter(({ state }) => state === 'failed' || state === 'warned')
  return [
    '# Receiver check',
    '',
    `${code(report.url)}, ${report.startedAt}: **${summaryText(report)}**`,
    ...(hint === null ? [] : ['', `**${cell(hint)}**`]),
    ...(report.why === null ? [] : ['', cell(report.why)]),
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

function section(
  { url }: CheckReport,
  { number, found, change, exchanges }: CheckResult,
  hint: string | null,
): string[] {
  const { name, sent, expected, why, source } = caseOf(number)
  const failed = exchanges.find(({ passed }) => !passed)
  const curl = failed ? curlOf(url, failed) : null
  return [
    '',
    `## ${number} ${cell(name)}`,
    '',
    ...found.map((sentence) => `- ${cell(sentence)}`),
    '',
    `Sent: ${cell(sent)}. Expected: ${expected}.`,
    '',
    `${cell(why)} (${cell(source)})`,
    ...(change === null || hint?.startsWith(change) ? [] : ['', `To change: ${cell(change)}`]),
    ...(curl === null ? [] : ['', fenced(curl, 'bash')]),
    ...(failed && failed.answer !== '' ? ['', 'Answer:', '', fenced(failed.answer, '')] : []),
  ]
}

/** Escapes a response so that it neither becomes markup nor breaks out of its table cell. */
const cell = (text: string) =>
  printable(text)
    .replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&')
    .replace(/\s+/g, ' ')

const longestRun = (text: string) => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))

function code(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  return `${fence}${printable(text).replace(/\s+/g, ' ')}${fence}`
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${printable(text)}\n${fence}`
}
