import type { Judgement } from '#shared/receivers/compose.ts'

export const supplied = {
  life: 'A meeting’s life',
  shared: 'Shared later',
  storm: 'Retry storm',
  order: 'Out of order',
  twice: 'Twice at once',
  /** By name: what a correct receiver does. */
  about: new Map([
    [
      'A meeting’s life',
      'A note is generated, edited twice and shared. A correct receiver acts on each once.',
    ],
    [
      'Shared later',
      'A note that the receiver never heard of is shared first. A correct receiver fetches it.',
    ],
    [
      'Retry storm',
      'One event, five times, as after failures. A correct receiver answers 2xx and acts once.',
    ],
    [
      'Out of order',
      'An edit before its note is generated. A correct receiver fetches the note and keeps the newest.',
    ],
    [
      'Twice at once',
      'One event, ten times at the same moment. A correct receiver answers 2xx and acts once.',
    ],
  ]),
  steps: {
    generated: 'Generated',
    edited: 'Edited',
    editedAgain: 'Edited again',
    granted: 'Access granted',
    grantedAgain: 'Access granted again',
    first: 'First delivery',
    retry: (count: number) => `Retry ${count}`,
    editedEarly: 'Edited, before it was generated',
    generatedLate: 'Generated, two minutes late',
    editedOld: 'Edited, one minute late',
    same: (count: number) => `The same, number ${count}`,
  },
}

export const failures = {
  save: 'The scenario was not saved.',
  remove: 'The scenario was not deleted.',
  restore: 'The scenario was not restored.',
  run: 'The scenario was not started.',
  stop: 'The scenario was not stopped.',
}

export const scenarios = {
  title: 'Scenarios',
  scenario: 'Scenario',
  supplied: 'Supplied',
  own: 'Yours',
  ownText: 'Add steps to it from the composer, with Save to a scenario.',
  isSupplied: 'Duplicate it first.',
  up: (name: string) => `Move step ${name} up`,
  down: (name: string) => `Move step ${name} down`,
  moved: (name: string, place: number, of: number) => `${name}: step ${place} of ${of}`,
  removeStep: (name: string) => `Remove step ${name}`,
  loading: 'Loading scenarios',
  run: 'Run scenario',
  stop: 'Stop',
  close: 'Close',
  note: 'Note ID (optional)',
  noteText: 'Each step is about this note. Without one, it is a sample that does not exist.',
  more: 'Actions of this scenario',
  rename: 'Rename…',
  renameTitle: 'Rename scenario',
  renameText: 'Scenarios of this workspace have different names.',
  duplicate: 'Duplicate',
  copyName: (name: string) => `${name.slice(0, 70)} (copy)`,
  copyJson: 'Copy as JSON',
  copied: 'Scenario copied as JSON',
  copiedText: 'It has no secret in it.',
  notCopied: 'Couldn’t copy',
  delete: 'Delete',
  deleted: 'Scenario deleted',
  saved: 'Scenario saved',
  import: 'Import…',
  export: 'Export as file',
  steps: 'Steps',
  step: 'Step',
  when: 'Starts',
  resultHead: 'Result',
  starts: {
    first: ['At once', (seconds: string) => `After ${seconds} s`],
    after: ['After the response', (seconds: string) => `${seconds} s after the response`],
    with: ['At the same time', (seconds: string) => `${seconds} s after the step began`],
  } satisfies Readonly<Record<string, readonly [now: string, later: (seconds: string) => string]>>,
  states: { waiting: 'Waiting', running: 'Sending…', done: 'Done', skipped: 'Stopped before it' },
  judged: {
    right: 'as a correct receiver',
    wrong: 'not as a correct receiver',
    unknown: 'not reached',
  } satisfies Readonly<Record<Judgement, string>>,
  ms: (ms: number) => `${Math.round(ms).toLocaleString()} ms`,
  interrupted: 'The last run was interrupted',
  interruptedText: (sent: number, of: number) =>
    `${sent.toLocaleString()} of ${of.toLocaleString()} steps were sent when Notehook ended. Started`,
  progress: (done: number, of: number) => `${done.toLocaleString()} of ${of.toLocaleString()} steps`,
  ended: (right: number, of: number) =>
    `${right.toLocaleString()} of ${of.toLocaleString()} as a correct receiver answers. Whether it acted once can’t be seen here.`,
}

export const importing = {
  title: 'Import scenario',
  text: 'Scenario as JSON',
  help: 'Choose a file that was exported, or paste what was copied as JSON.',
  choose: 'Choose file…',
  import: 'Import scenario',
  cancel: 'Cancel',
  empty: 'Paste a scenario first.',
  tooLarge: 'The file is larger than 16 MB. Choose a scenario that was exported from Notehook.',
  notText: 'The file can’t be read as text.',
  notJson: (problem: string) => `Not valid JSON: ${problem}.`,
  foreign: 'This JSON is not a scenario of Notehook. Its first field is "notehook": "scenario".',
  newer: 'This scenario is from a newer version of Notehook. Update Notehook to import it.',
  wrong: (place: string, problem: string) => `${place}: ${problem}`,
  wholeFile: 'The file',
}

export const saving = {
  action: 'Save to a scenario…',
  title: 'Save to a scenario',
  to: 'Scenario',
  new: 'A new scenario',
  name: 'Name',
  step: 'Name of the step',
  delay: 'Seconds after the step before',
  text: 'The event ID is made new in each run, and the time is that of the run. Headers that grant access are not saved.',
  save: 'Save step',
  cancel: 'Cancel',
}
