import { spansIn } from '#shared/missed/spans.ts'
import { activityLimit } from '#shared/sandbox/limits.ts'
import type { SandboxDelivery, SandboxSwitches } from '#shared/sandbox/model.ts'
import { switchNames } from '#shared/sandbox/words.ts'

export const page = {
  title: 'Sandbox',
  subtitle: 'Its clock, outage and broken deliveries affect only this workspace.',
  closedTitle: 'The sandbox isn’t open',
  closed:
    'The sandbox is a separate workspace with a simulated service on this computer. Try your receiver against it.',
  open: 'Open the sandbox',
  loading: 'Loading the sandbox',
}

export const actions = {
  generate: 'Generate note',
  edit: 'Edit note',
  share: 'Share note',
  many: 'Generate 50 notes',
  skip: 'Skip a day',
  noneTitle: 'No endpoint received it',
  none: 'No enabled endpoint subscribes to this event type. Enable one, or create one for your receiver.',
}

export const script = {
  title: 'Run script',
  open: 'Run script…',
  text: 'A text file with one step per line: trigger events, wait, turn faults on, check results.',
  label: 'Script',
  life: {
    name: 'A meeting’s life',
    about: 'A note is generated, edited twice and shared. A correct receiver acts on each event once.',
  },
  shared: {
    name: 'Shared later',
    about: 'A note that the receiver has never seen is shared first. A correct receiver fetches it.',
  },
  file: 'Your file',
  choose: 'Choose file…',
  tooLarge: 'The file is larger than 100 KB. A script is a text file with one step per line.',
  notText: 'The file can’t be read as text. A script is a text file with one step per line.',
  unreadable: 'The file can’t be read. Choose it again.',
  steps: 'Steps',
  endpoint: 'Endpoint',
  endpointText:
    'Only this endpoint gets the events. Automatic events and broken deliveries pause while it runs.',
  noEndpoint: 'The sandbox has no endpoint. Create one for your receiver first.',
  gone: (name: string) => `${name} was deleted. Choose another endpoint.`,
  cancel: 'Cancel',
}

export const receiver = {
  title: 'API access for your receiver',
  text: 'Add these lines to its .env file. API paths begin with /v1, for example /v1/notes.',
  copyEnv: 'Copy .env lines',
}

export const direct = {
  title: 'Deliver without Notehook',
  text: 'The service calls your receiver directly, so the Inspector doesn’t show these deliveries.',
  forward: 'To have Notehook forward deliveries, use',
  add: 'Add receiver',
  url: 'Receiver URL',
  placeholder: 'http://127.0.0.1:4000/webhooks',
  create: 'Create endpoint',
  label: 'My receiver',
  urlNeeded: 'Enter your receiver’s URL.',
}

export const endpoints = {
  title: 'Endpoints',
  none: 'No endpoints',
  new: 'Recreated at every start, with new secrets.',
  inspector: 'Inspector',
  disabledHere: 'Disabled here',
  disabledByService: 'Disabled after 4 days of failures',
  disabled: 'Disabled',
  unnamed: (name: string) => `Enabled: ${name}`,
}

export const clock = {
  title: 'Clock',
  label: 'Speed of retries',
  speeds: [1, 60, 360, 1440],
  speed: (speed: number) => `${speed.toLocaleString()}×`,
  text: (speed: number) =>
    `The four days until an endpoint is disabled take ${span((4 * 86_400) / speed)}. Retries are at least 5 s apart.`,
  skipText: 'Sends all retries due within it.',
}

interface SwitchGroup {
  readonly title: string
  readonly of: readonly {
    readonly name: keyof SandboxSwitches
    readonly label: string
    readonly text: string
    /** Label of a link to the deliveries in the Inspector that the switch produces. */
    readonly shows?: string
  }[]
}

export const events: SwitchGroup = {
  title: 'Events and failures',
  of: [
    {
      name: 'automatic',
      label: switchNames.automatic,
      text: 'Colleagues create, edit and share notes while this window is open.',
    },
    {
      name: 'producesFailures',
      label: switchNames.producesFailures,
      text: 'One now and every 20 s: wrong secret, changed body or old signature.',
      shows: 'Show in Inspector',
    },
    {
      name: 'outage',
      label: switchNames.outage,
      text: 'Deliveries to Notehook fail and are retried. After 4 days of failures, the endpoints are disabled.',
    },
  ],
}

export const outage = {
  day: (day: number, endpoint: string) => `${endpoint}: day ${day} of 4`,
  noFailure: 'The 4 days begin with the first event.',
  disabled: (name: string, count: number) =>
    `${count === 1 ? `${name} was` : `${count} endpoints were`} disabled after 4 days of failures`,
  turnOff: (count: number) => `Turn Outage off, then enable ${count === 1 ? 'it' : 'them'} under Endpoints.`,
  enable: (count: number) =>
    count === 1
      ? 'Enable it under Endpoints, then catch up on what it missed.'
      : 'Enable them under Endpoints, then catch up on what they missed.',
  missed: 'Show missed events',
}

export const switches: readonly SwitchGroup[] = [
  {
    title: 'API faults for your receiver',
    of: [
      {
        name: 'notesNotReady',
        label: switchNames.notesNotReady,
        text: 'Fetching a new note returns 404 until then.',
      },
      { name: 'slow', label: switchNames.slow, text: 'Every response takes 5 seconds.' },
      { name: 'rateLimited', label: switchNames.rateLimited, text: '429 after 5 requests a second.' },
      { name: 'failing', label: switchNames.failing, text: 'Every response is 500.' },
    ],
  },
  {
    title: 'API faults for Notehook',
    of: [
      { name: 'updatesRefused', label: switchNames.updatesRefused, text: 'Endpoints can’t be changed.' },
      {
        name: 'loseNextCreate',
        label: switchNames.loseNextCreate,
        text: 'The endpoint is created, but its secret never arrives.',
      },
    ],
  },
]

export const allSwitches = [events, ...switches].flatMap(({ of }) => of)

const outcomeMeanings: Partial<Record<SandboxDelivery['state'], string>> = {
  failed: 'The response was final, so the service doesn’t retry.',
  exhausted: `No attempt succeeded within ${spansIn(true).fourDays}.`,
  dropped: 'The service doesn’t send this event later, because the endpoint was disabled or deleted.',
}

export const deliveries = {
  title: 'Deliveries',
  time: 'Time',
  event: 'Event',
  endpoint: 'Endpoint',
  attempts: 'Attempts',
  outcome: 'Outcome',
  next: 'Next try',
  none: 'No deliveries yet',
  noneText: 'Generate a note, or wait for the next event.',
  attemptsOf: (eventId: string) => `Attempts of ${eventId}`,
  noAttempt: 'Not sent yet.',
  note: 'Note',
  id: 'Event ID',
  now: 'now',
  states: {
    delivered: 'Delivered',
    failed: 'Failed, not retried',
    exhausted: 'Gave up after 4 days',
    dropped: 'Dropped',
  } satisfies Partial<Record<SandboxDelivery['state'], string>>,
  meanings: outcomeMeanings,
  produced: {
    'wrong-secret': 'Broken: wrong secret',
    'tampered-body': 'Broken: changed body',
    'slow-retry': 'Broken: old signature',
  } satisfies Record<NonNullable<SandboxDelivery['produced']>, string>,
  refused: 'Rejected, as expected',
  accepted: 'Accepted by mistake',
  sending: 'Sending',
  retrying: 'Retrying',
  ms: (ms: number) => `${ms.toLocaleString()} ms`,
}

const noAnswers: readonly (readonly [pattern: RegExp, short: string, sentence: string])[] = [
  [/no listener behind/, 'not receiving', 'Outage is on, or the listener is off.'],
  [/ECONNREFUSED/, 'not running', 'Nothing accepts connections at the receiver’s port. Start the receiver.'],
  [/ETIMEDOUT/, 'too late', 'There was no response within 15 s.'],
  [/ECONNRESET|socket hang up/, 'closed', 'The receiver closed the connection without a response.'],
  [/ENOTFOUND|EHOSTUNREACH/, 'elsewhere', 'The sandbox sends only to this computer.'],
]

/** Explains why an attempt has no response, as a short label and as a sentence. */
export function whyNoAnswer(error: string): { readonly short: string; readonly sentence: string } {
  const [, short, sentence] = noAnswers.find(([pattern]) => pattern.test(error)) ?? [
    null,
    'no response',
    error,
  ]
  return { short, sentence }
}

export const requests = {
  title: 'Requests from your receiver',
  time: 'Time',
  request: 'Request',
  from: 'From',
  status: 'Status',
  none: 'No requests yet',
  noneText: 'Requests from your receiver to the API appear here.',
  noKey: 'No API key',
  wrongKey: 'Wrong API key',
  unknown: '–',
  waiting: '…',
}

export const showAll = (count: number) =>
  count < activityLimit ? `Show all ${count.toLocaleString()}` : `Show the newest ${count.toLocaleString()}`
export const showFewer = 'Show fewer'

export function span(seconds: number): string {
  const rounded = (value: number) => value.toLocaleString(undefined, { maximumFractionDigits: 1 })
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 2 * 3600) return `${rounded(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${rounded(seconds / 3600)} h`
  return `${rounded(seconds / 86_400)} days`
}
