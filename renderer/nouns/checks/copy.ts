import type { CheckChange } from '#shared/checks/compare.ts'
import type { CheckExpectation, CheckGrade } from '#shared/checks/model.ts'

export const copy = {
  title: 'Check',
  passed: (passed: number, of: number) => `${passed} of ${of} passed`,
  fullReport: 'Full report',
  export: 'Export',
  failures: 'Cases that did not pass',
  howToFix: 'How to fix',
  notSeen: 'Not seen',
  runCase: 'Run this case',
  runAgain: 'Run this case again',
  runAgainNumbered: (number: number) => `Run case ${number} again`,
  showPassed: (count: number) => `Show ${count} passed ${count === 1 ? 'case' : 'cases'}`,
  hidePassed: 'Hide passed cases',
  loading: 'Loading the check',
  intro:
    'Sends 31 kinds of deliveries, such as forged, repeated, late and large ones. Their notes don’t exist.',
  withApi: {
    before: 'To show the effect of a delivery, let your receiver fetch notes with the',
    link: 'base address and key',
    after: 'of the sandbox.',
  },
  withoutApi: 'Cases are judged by the response status. Effects are visible in the sandbox workspace only.',
  start: 'Check receiver',
  again: 'Check again',
  failedOnly: 'Check failed cases',
  stop: 'Stop check',
  startFailed: 'The check did not start.',
  stopFailed: 'The check was not stopped.',
  approve: 'Approve the address first.',
  signedWith: 'signed with',
  running: (at: number, of: number, name: string) => `Case ${at} of ${of}: ${name}`,
  starting: 'Starting…',
  progress: 'Progress of the check',
  problem: 'The check did not run',
  interrupted: 'The last check was interrupted',
  interruptedText: (done: number, of: number) =>
    `${done.toLocaleString()} of ${of.toLocaleString()} cases had run when Notehook quit. Started`,
  lastRun: 'Last run',
  duration: (ms: number) =>
    ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000).toLocaleString()} s`,
  at: (url: string) => `at ${url}`,
  unchanged: 'no change since the previous run',
  report: 'Report',
  saveAs: (format: string) => `Save as ${format}`,
  copyAs: (format: string) => `Copy as ${format}`,
  fileName: 'Receiver check',
  copied: (name: string) => `${name} copied`,
  table: 'Cases',
  number: '#',
  case: 'Case',
  grade: 'Grade',
  result: 'Result',
  sent: 'Sent',
  expected: 'Expected',
  why: 'Why it matters',
  source: 'Source',
  change: 'What to change',
  verifyFirst: 'Verify the signature first, as described above.',
  found: 'Found',
  requests: 'Requests',
  more: (count: number) =>
    `${count.toLocaleString()} more ${count === 1 ? 'request' : 'requests'} like these`,
  answered: (status: number, ms: number) => `${status} · ${ms.toLocaleString()} ms`,
  noAnswer: 'no response',
  cause: (status: number | null, expected: string) => `${status ?? 'No response'}, expected ${expected}`,
  unseen: (status: number | null, withApi: boolean) =>
    `${status === null ? '' : `${status}, but `}${withApi ? 'the note wasn’t fetched' : 'effects are visible in the sandbox only'}`,
  curl: 'Copy as cURL',
  answer: 'Response',
} as const

export const formats = { markdown: 'Markdown', json: 'JSON', junit: 'JUnit XML' } as const
export type ReportFormat = keyof typeof formats

export const states = {
  passed: 'Passed',
  warned: 'Warning',
  unseen: 'Effect not seen',
  failed: 'Failed',
  'not-run': 'Not run',
  running: 'Running',
  waiting: 'Waiting',
} as const
export type RowState = keyof typeof states

export const expectations: Readonly<Record<CheckExpectation, string>> = {
  '2xx': '2xx',
  'not 2xx': 'a rejection',
  'no 3xx': 'no redirect',
  'no 5xx': 'no 5xx',
  'no secret': 'no secret',
}

export const grades: Readonly<Record<CheckGrade, string>> = { must: 'Must', should: 'Should', info: 'Info' }

export const changes: Readonly<Record<CheckChange, string>> = {
  fixed: 'fixed',
  regressed: 'regressed',
  'still-failing': 'still failing',
}
