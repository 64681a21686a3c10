// @vitest-environment jsdom
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { caseOf, checkCases } from '#shared/checks/cases.ts'
import { changesSince, isComparable } from '#shared/checks/compare.ts'
import { type CheckExchange, CheckReport, type CheckResult, caseCount } from '#shared/checks/model.ts'
import { curlOf } from '#shared/checks/reports/curl.ts'
import { jsonOf } from '#shared/checks/reports/json.ts'
import { junitOf } from '#shared/checks/reports/junit.ts'
import { markdownOf } from '#shared/checks/reports/markdown.ts'
import { adviceOf, hintOf, summaryOf, summaryText } from '#shared/checks/summary.ts'
import { hostileTexts } from '../../support/hostile-text.ts'

const exchange: CheckExchange = {
  label: 'Valid',
  expected: '2xx',
  passed: false,
  headers: [
    ['content-type', 'application/json'],
    ['webhook-id', "evt_it's"],
  ],
  bodyBase64: Buffer.from('{"a":"\u2028\'"}\n').toString('base64'),
  bodyBytes: 13,
  status: 500,
  ms: 12,
  problem: null,
  failure: null,
  answer: 'boom',
}

const result = (number: number, changes: Partial<CheckResult> = {}): CheckResult => ({
  number,
  state: 'passed',
  effect: 'none',
  found: [],
  change: null,
  requests: 1,
  ms: 3,
  exchanges: [],
  ...changes,
})

const failed = (number: number, found = 'It failed.') =>
  result(number, { state: 'failed', found: [found], change: 'Change it.', exchanges: [exchange] })

const report = (...results: CheckResult[]): CheckReport =>
  CheckReport.parse({
    version: 1,
    url: 'http://127.0.0.1:4000/hooks',
    signer: 'abc',
    startedAt: '2026-11-22T10:00:00.000Z',
    ms: 1234,
    end: 'complete',
    why: null,
    withApi: false,
    results,
  })

const parsed = (xml: string) => {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  expect(document.querySelector('parsererror')?.textContent ?? null).toBeNull()
  return document
}

test('the cases of the receiver check are numbered in order', () => {
  expect(checkCases.map(({ number }) => number)).toEqual(Array.from({ length: caseCount }, (_, at) => at + 1))
  for (const one of checkCases) for (const text of Object.values(one)) expect(String(text)).not.toBe('')
  expect(caseOf(27).grade).toBe('info')
})

describe('JUnit', () => {
  test('the JUnit report counts required cases that were not run as errors', () => {
    const all = report(
      result(1),
      failed(2),
      failed(12),
      result(13, { state: 'not-run' }),
      result(14, { state: 'not-run' }),
    )
    const counts = (strict: boolean) => {
      const suite = parsed(junitOf(all, { strict })).querySelector('testsuite')
      return ['tests', 'failures', 'errors', 'skipped'].map((name) => suite?.getAttribute(name))
    }
    expect(counts(false)).toEqual(['5', '1', '1', '1'])
    expect(counts(true)).toEqual(['5', '2', '1', '1'])
    const document = parsed(junitOf(all, { strict: true }))
    expect(document.querySelectorAll('failure')).toHaveLength(2)
    expect(document.querySelectorAll('error')).toHaveLength(1)
    expect(document.querySelector('failure')?.textContent).toContain('To change: Change it.')
  })

  test('the JUnit report preserves any text in a receiver’s response', () => {
    const texts = [...hostileTexts, '\u0000\ud800 ]]> \u001b[2J "&<>\uffff', 'line\r\nbreak']
    for (const text of texts) {
      const failure = parsed(junitOf(report(failed(1, text)))).querySelector('failure')
      const readable = text
        .toWellFormed()
        .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      expect(failure?.getAttribute('message')).toBe(readable)
    }
  })
})

test('the Markdown report has a row for each case and escapes responses', () => {
  const before = report(failed(1), result(2), failed(3))
  const text = markdownOf(report(result(1), failed(2, '<img src=x> | `a`\n# b'), failed(3)), before)
  expect(text).toContain('| 1 | A valid delivery of each type | must | passed | fixed |')
  expect(text).toContain('| **failed** | regressed |')
  expect(text).toContain('| **failed** | still failing |')
  expect(text).toContain('\\<img src=x\\> \\| \\`a\\` \\# b')
})

test('the Markdown report contains no control characters', () => {
  for (const text of hostileTexts) {
    const one = failed(1, `${text}\u0007\u009b31m\u202e`)
    const written = markdownOf({
      ...report({ ...one, exchanges: [{ ...exchange, answer: `${text}\u001b[2J\r\nnext` }] }),
      url: `http://127.0.0.1/${text}`,
      why: text,
    })
    expect(written).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/u)
    expect(written).toContain('\nnext')
  }
})

test('the curl command of a failed request sends the same bytes', () => {
  const command = curlOf("http://127.0.0.1:1/a?b='c", exchange) ?? ''
  // Prints the arguments and the input that curl would get.
  const script = `curl() { printf '%s\\n' "$@"; echo --; cat; }\n${command}`
  const [args = '', body = ''] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('--\n')
  expect(args.split('\n')).toEqual(
    expect.arrayContaining(["http://127.0.0.1:1/a?b='c", "webhook-id: evt_it's", '--data-binary', '@-']),
  )
  expect(body).toBe('{"a":"\u2028\'"}\n')
  expect(curlOf('http://127.0.0.1:1', { ...exchange, bodyBytes: 262_144 })).toBeNull()
})

test('the summary of a check counts the cases by grade', () => {
  const mixed = report(
    result(1),
    failed(2),
    failed(12),
    result(23, { state: 'warned' }),
    result(18, { state: 'unseen', effect: 'not-seen' }),
  )
  expect(summaryText(mixed)).toBe('1 must failed, 1 should failed, 1 passed, 1 warning, effect not seen in 1')
  expect(summaryOf(mixed).mustsPassed).toBe(false)
  expect(summaryOf(report(result(1), result(2, { state: 'not-run' }))).mustsPassed).toBe(false)
  expect(summaryOf(report(result(1), failed(12))).mustsPassed).toBe(true)
})

test('counts effects that were not seen separately from failed cases', () => {
  const one = report(result(1), result(18, { state: 'unseen', effect: 'not-seen' }))
  expect(summaryOf(one)).toMatchObject({ passed: 1, unseen: 1, mustsPassed: true })
  const junit = parsed(junitOf(one))
  expect(junit.querySelector('testsuite')?.getAttribute('skipped')).toBe('1')
  expect(junit.querySelector('testcase[name^="18 "] > skipped')?.getAttribute('message')).toBe(
    'effect not seen',
  )
  expect(JSON.parse(jsonOf(one)).summary).toMatchObject({ passed: 1, unseen: 1 })
  expect(markdownOf(one)).toContain('| 18 | Same delivery twice | must | effect not seen |')
  expect(markdownOf(one)).toContain('**1 passed, effect not seen in 1**')
})

test('names another secret and rewritten JSON as causes if the receiver rejects only valid deliveries', () => {
  const answered = (status: number, number = 1) => ({
    ...failed(number),
    exchanges: [{ ...exchange, status }],
  })
  const refused = report(answered(401), result(2), answered(403, 16))
  expect(hintOf(refused)).toMatch(
    /answered 401 or 403\. .*another signing secret, or a body that was parsed and written again/,
  )
  expect(markdownOf(refused)).toContain(hintOf(refused))
  expect(JSON.parse(jsonOf(refused)).hint).toBe(hintOf(refused))
  const property = parsed(junitOf(refused)).querySelector('testsuite > properties > property[name="hint"]')
  expect(property?.getAttribute('value')).toBe(hintOf(refused))
  for (const other of [
    report(answered(401), answered(500, 16)),
    report(answered(401), result(16, { exchanges: [{ ...exchange, status: 200, passed: true }] })),
    report(answered(422)),
    report(result(1), answered(400, 16)),
  ])
    expect(hintOf(other)).toBeNull()
})

test.each([
  [404, null, 'Nothing handles this path'],
  [405, null, 'does not take POST'],
  [308, null, 'a redirect, which the service does not follow'],
  [500, null, 'look at its log'],
  [null, 'closed', 'ended with a closed connection'],
  [null, 'malformed', 'something other than HTTP'],
  [null, 'late', 'was answered completely in time'],
] as const)('names one cause if all valid deliveries end with %s %s', (status, failure, words) => {
  const one = (number: number) => ({ ...failed(number), exchanges: [{ ...exchange, status, failure }] })
  const all = report(one(1), result(2), one(16))
  expect(hintOf(all)).toContain(words)
  expect(hintOf(all)).not.toContain('secret')
  expect(hintOf(report(one(1), failed(16)))).toBe(status === 500 ? hintOf(all) : null)
})

test('does not compare checks of different URLs or with different secrets', () => {
  const one = report(result(1))
  expect(isComparable(one, report(failed(1)))).toBe(true)
  expect(isComparable(one, { ...one, signer: 'other' })).toBe(false)
  expect(isComparable(one, { ...one, url: 'http://127.0.0.1:4001/hooks' })).toBe(false)
})

test('compares only cases that ran in both checks', () => {
  const before = report(failed(1), result(2), failed(3), result(4, { state: 'not-run' }))
  const after = report(result(1), failed(2), failed(3), failed(4), failed(5))
  expect([...changesSince(before, after)]).toEqual([
    [1, 'fixed'],
    [2, 'regressed'],
    [3, 'still-failing'],
  ])
})

test('says once that a program verifies no signature, without advice for each forged delivery', () => {
  const accepted = (number: number, passed = false) => ({
    ...failed(number),
    exchanges: [{ ...exchange, expected: 'not 2xx' as const, status: 200, passed }],
  })
  const forged = [2, 3, 5, 6, 7, 11, 12, 28]
  const all = report(result(1), ...forged.map((number) => accepted(number)), failed(13))
  expect(hintOf(all)).toMatch(/^Your program verifies no signature\./)
  expect(adviceOf(accepted(3), all.results)).toEqual({ why: null, change: null })
  expect(adviceOf(failed(13), all.results)).toEqual({ why: caseOf(13).why, change: 'Change it.' })
  for (const text of [markdownOf(all), junitOf(all)]) {
    expect(text.match(/verifies no signature/g)).toHaveLength(1)
    expect(text).not.toContain('parsed and written again')
    expect(text.match(/To change/g)).toHaveLength(1)
  }
  for (const other of [
    report(result(1), ...forged.map((number) => accepted(number, number === 12))),
    report(result(1), ...forged.map((number) => (number === 5 ? result(5) : accepted(number)))),
    report(accepted(3)),
  ]) {
    expect(hintOf(other)).toBeNull()
    expect(adviceOf(accepted(3), other.results).why).toContain('parsed and written again')
  }
})
