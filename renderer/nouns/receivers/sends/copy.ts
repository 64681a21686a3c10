import type { DeliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { SendCause, SendMode, SendVerdict } from '#shared/receivers/model.ts'

export const sends = {
  title: 'Last sends',
  table: 'Sends',
  showAll: (count: number) => `Show all ${count.toLocaleString()}`,
  sent: 'Sent',
  how: 'How',
  event: 'Event',
  note: 'Note',
  endpoint: 'Endpoint',
  receiver: 'Receiver',
  answer: 'Response',
  verdict: 'Result',
  simulated: 'Simulated',
  simulatedText: 'You composed this request. It isn’t counted as a delivery.',
  none: 'Nothing sent yet',
  noneText: 'Turn on forwarding, or press R on a delivery in the Inspector.',
  noneWhileLive: 'New deliveries appear here as they are forwarded.',
  failedOnly: 'Failed only',
  noneFailed: 'No failed sends',
  noneFailedText: 'Every request was answered 2xx.',
  noneHere: 'Not sent to a receiver yet.',
  noneHereText: 'Press R to send it to your receiver.',
  loading: 'Loading sends',
  more: 'Show more',
  ms: (ms: number) => `${Math.round(ms).toLocaleString()} ms`,
  deletedReceiver: 'Deleted receiver',
  nothing: '–',
}

export const sendActions = {
  open: 'Open delivery',
  replay: (receiver: string | undefined) => (receiver === undefined ? 'Replay…' : `Replay to ${receiver}…`),
  composed: 'You composed it',
  madeByNotehook: 'Made by Notehook',
  receiverDeleted: 'Its receiver was deleted',
}

export const send = {
  label: 'Send',
  loading: 'Loading the request and its response',
  service: 'The service would',
  took: 'Took',
  to: 'To',
  phases: { lookup: 'DNS', connect: 'connect', firstByte: 'first byte' },
  part: 'Show',
  response: 'Response',
  request: 'Request',
  noResponse: 'There is no response.',
  noRequest: 'The request is not stored: its delivery was deleted, or nothing was sent.',
  cut: (stored: string, all: string) => `First ${stored} of ${all}.`,
  moreThan: (read: string) => `more than ${read}`,
  leftOut: 'Not sent, because the connection, a tunnel or a proxy added them:',
  replaced: 'Changed:',
  requestHeaders: 'Request headers',
  responseHeaders: 'Response headers',
  bytes: (count: number) =>
    count < 1024
      ? `${count.toLocaleString()} bytes`
      : `${(count / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })} KB`,
  signedWith: 'Signed with',
  secretOf: 'the secret of',
  otherSecret: 'A receiver that checks another secret rejects it.',
  newSecrets: 'The sandbox creates new endpoints and secrets at every start.',
  redirected: 'The redirect was not followed.',
}

export const modes: Readonly<Record<SendMode, string>> = {
  live: 'Unchanged',
  retry: 'As a retry',
  exact: 'Byte for byte',
  'new-event': 'As a new event',
  edited: 'Composed',
  'catch-up': 'Made by Notehook',
}

/** The service's reaction to the receiver's response. */
export const reactions: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'count it as delivered',
  retried: 'retry for up to 4 days',
  failed: 'never send it again',
}

export const causes: Readonly<Record<SendCause, string>> = {
  live: 'Forwarded',
  waiting: 'Queued',
  user: 'Replayed',
  replay: 'Replayed',
  'catch-up': 'Catch-up',
  agent: 'Agent',
}

/** Verdicts of sends. `passed` and `failed` are results of a first send. */
export const verdicts: Readonly<Record<SendVerdict | 'passed' | 'failed', string>> = {
  passed: 'Passed',
  failed: 'Failed',
  fixed: 'Fixed',
  regressed: 'Regressed',
  'still-failing': 'Still failing',
  'still-passing': 'Still passing',
}

export const resultWords = {
  sending: 'Sending',
  waiting: 'Waiting',
  down: 'Down',
  notSent: 'Not sent',
  sent: (receiver: string, result: string) => `${receiver}: ${result}`,
  waitingFor: (why: string) => `Waiting · ${why}`,
  pending: (receiver: string, why: string | null) =>
    why === null ? `${receiver}: being sent` : `${receiver}: waiting to be sent (${why})`,
}
