import { caseOf } from '../cases.ts'
import type { CheckReport, CheckResult } from '../model.ts'
import { adviceOf, hintOf } from '../summary.ts'
import { curlOf } from './curl.ts'

/**
 * Returns a JUnit report for CI servers. Failed cases of grade `must` are failures. With `strict`, so are failed cases of grade
 * `should`. Cases whose effect was not observed count as skipped.
 */
export function junitOf(report: CheckReport, { strict = false } = {}): string {
  const isFailure = ({ number, state }: CheckResult) => {
    const { grade } = caseOf(number)
    return state === 'failed' && (grade === 'must' || (strict && grade === 'should'))
  }
  const { results, url, ms, startedAt, end, why } = report
  const notRun = results.filter(({ state }) => state === 'not-run')
  const unseen = results.filter(({ state }) => state === 'unseen')
  const errors = notRun.filter(({ number }) => caseOf(number).grade === 'must')
  const counts = `tests="${results.length}" failures="${results.filter(isFailure).length}" errors="${errors.length}" skipped="${notRun.length - errors.length + unseen.length}" time="${seconds(ms)}"`
  const cases = results.map((result) => {
    const { number, state, found } = result
    const { grade, name } = caseOf(number)
    const head = `    <testcase classname="receiver.${grade}" name="${text(`${number} ${name}`)}" time="${seconds(result.ms)}"`
    if (state === 'not-run') {
      const tag = grade === 'must' ? 'error' : 'skipped'
      return `${head}>\n      <${tag} message="${text(why ?? `Not run (${end}).`)}"/>\n    </testcase>`
    }
    if (state === 'unseen') return `${head}>\n      <skipped message="effect not seen"/>\n    </testcase>`
    if (isFailure(result)) {
      const message = text(found[0] ?? 'Failed.')
      return `${head}>\n      <failure message="${message}">${text(details(report, result))}</failure>\n    </testcase>`
    }
    const out = state === 'failed' ? details(report, result) : found.join('\n')
    return out === '' ? `${head}/>` : `${head}>\n      <system-out>${text(out)}</system-out>\n    </testcase>`
  })
  const hint = hintOf(report)
  const properties =
    hint === null ? '' : `    <properties><property name="hint" value="${text(hint)}"/></properties>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${text(`Receiver check of ${url}`)}" timestamp="${text(startedAt)}" ${counts}>
${properties}${cases.join('\n')}
  </testsuite>
</testsuites>
`
}

function details({ url, results }: CheckReport, result: CheckResult): string {
  const { number, found, exchanges } = result
  const { sent, expected, source } = caseOf(number)
  const { why, change } = adviceOf(result, results)
  const failed = exchanges.find(({ passed }) => !passed)
  const curl = failed ? curlOf(url, failed) : null
  return [
    ...found,
    `Sent: ${sent}.`,
    `Expected: ${expected}.`,
    why === null ? `Source: ${source}` : `Why: ${why} (${source})`,
    ...(change === null ? [] : [`To change: ${change}`]),
    ...(curl === null ? [] : [curl]),
  ].join('\n')
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)

/** Escapes text and removes characters that XML 1.0 does not allow. Line breaks in attributes are preserved. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
}
