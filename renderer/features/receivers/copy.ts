import type {
  BlockedReason,
  Receiver,
  SendCause,
  SendMode,
  SendProblem,
  SendVerdict,
} from '#shared/receivers/model.ts'

/** Titles of the messages shown when a change fails. */
export const failures = {
  create: 'The receiver was not added.',
  update: 'The receiver was not changed.',
  remove: 'The receiver was not deleted.',
  approve: 'The address was not approved.',
  live: 'Forwarding was not changed.',
  test: 'The receiver was not tested.',
  send: 'The delivery was not sent.',
  sendWaiting: 'The waiting deliveries were not sent.',
  drop: 'The waiting deliveries were not dropped.',
  replay: 'The replay did not start.',
  dismissReplay: 'The replay was not dismissed.',
  passThrough: 'Pass through was not changed.',
}

export const deliveries = (count: number) =>
  `${count.toLocaleString()} ${count === 1 ? 'delivery' : 'deliveries'}`

export const page = {
  title: 'Receivers',
  add: 'Add receiver',
  compose: 'Compose delivery…',
  scenarios: 'Run scenario…',
  loading: 'Loading receivers',
  most: (count: number) => `A workspace can have ${count} receivers. Delete one to add another.`,
  emptyTitle: 'No receivers yet',
  empty:
    'A receiver is your own program. What arrives here is forwarded to it as it came, and you can replay any delivery to it.',
  example: 'No program yet? Start the example, then add its URL:',
  secret: 'For its signing secret, select an endpoint in',
  secretPlace: 'Endpoints',
  exampleLabel: 'Command of the example receiver',
  exampleCommand: "NOTEHOOK_SIGNING_SECRET='whsec_…' node resources/receiver-example/receiver.mjs",
  exampleUrl: 'http://127.0.0.1:4000',
  missingTitle: 'Receiver not found',
  missing: 'It was deleted, or belongs to another workspace.',
  backToList: 'Back to the list',
}

export const row = {
  live: 'forwarding',
  notLive: 'not forwarding',
  forwards: 'Forwarding',
  idle: 'Not forwarding',
  waiting: (count: number) => `${count.toLocaleString()} waiting`,
  lastWas: (result: string) => `last result ${result}`,
  turnOn: 'Forward new deliveries',
  turnOff: 'Stop forwarding',
}

export const keyHints = [
  ['N', 'Add'],
  ['L', 'Forward, stop'],
  ['E', 'Edit'],
] as const

/** Of the palette, where no receiver is beside them. */
export const commands = {
  replay: 'Replay to this receiver…',
  compose: 'Compose delivery to this receiver…',
  edit: 'Edit receiver…',
  copyUrl: 'Copy receiver URL',
  delete: 'Delete receiver…',
}

export const health = {
  up: 'Up',
  failing: 'Up, last send failed',
  down: 'Down',
  unknown: 'Not checked',
  lastPassed: 'Last send OK',
  lastFailed: 'Last send failed',
  needsApproval: 'Not approved',
  noSecret: 'No secret',
  noEndpoint: 'No endpoint',
  locked: 'Keychain locked',
  upIn: (ms: number) => `Up, ${Math.round(ms).toLocaleString()} ms`,
}

export const detail = {
  label: 'Receiver',
  live: 'Forward',
  /** Behind it, where there is room. */
  liveOf: 'new deliveries',
  edit: 'Edit',
  replay: 'Replay…',
  compose: 'Compose delivery…',
  more: 'More actions',
  test: 'Test connection',
  check: 'Check',
  loadingCheck: 'Loading the check',
  checkReceiver: 'Check receiver…',
  copyUrl: 'Copy URL',
  urlCopied: 'URL copied',
  notCopied: 'Couldn’t copy',
  delete: 'Delete…',
  close: 'Close receiver',
  tabs: 'Receiver',
  overview: 'Overview',
  waiting: 'Waiting',
  sends: 'Sends',
  settings: 'Settings',
  facts: 'At a glance',
  testUp: (ms: number | null) => (ms === null ? 'Connected.' : `Connected in ${Math.round(ms)} ms.`),
  testDown: 'No connection.',
  liveOn: 'Forwarding on',
  liveOnText: 'New deliveries are forwarded.',
  liveOff: 'Forwarding off',
  liveOffText: 'New deliveries stay here.',
  notApproved: 'Nothing is sent to this address until you approve it.',
  approve: 'Approve…',
  noSecret: 'Its signing secret is missing. Deliveries can’t be signed.',
  locked: 'The keychain is locked. Unlock it to sign deliveries.',
  setSecret: 'Set secret…',
  noneLeft: 'Nothing is forwarded.',
  noneLeftText: 'The endpoints it receives from don’t exist anymore.',
  noneLeftInSandbox: 'The sandbox makes new endpoints and secrets at every start.',
  chooseEndpoints: 'Choose endpoints…',
  down: 'The receiver is down.',
  checksEvery: 'New deliveries wait. Notehook tries again every few seconds.',
}

export const facts = {
  url: 'URL',
  health: 'Health',
  forwards: 'Forwards',
  signsWith: 'Signs with',
  endpoint: 'its endpoint’s secret',
  own: 'its own secret',
  none: 'nothing',
}

export const waiting = {
  title: (count: number) => `${deliveries(count)} waiting`,
  since: 'since',
  for: 'for',
  review: 'Review',
  sendAll: 'Send all',
  sendOne: 'Send',
  dropOne: 'Drop',
  drop: 'Drop…',
  ownSecret: 'Signed with its own secret, not the one they came with.',
  dropTitle: (count: number) => `Drop ${deliveries(count)}?`,
  dropText: 'They are not sent to this receiver. The deliveries stay in the Inspector.',
  dropConfirm: (count: number) => `Drop ${deliveries(count)}`,
  dropped: (count: number) => `${deliveries(count)} dropped.`,
  none: 'No deliveries waiting',
  noneText: 'Deliveries that arrive while the receiver is down wait here until you send or drop them.',
  list: 'Waiting deliveries',
  loading: 'Loading waiting deliveries',
  event: 'Event',
  note: 'Note',
  why: 'Why',
  open: 'Open delivery',
  more: 'Show more',
  actions: 'Actions',
}

/** What keeps waiting deliveries from being sent, and what to do. */
export const blockedWaiting: Readonly<
  Record<BlockedReason, { readonly word: string; readonly why: string; readonly remedy: string }>
> = {
  unsigned: {
    word: 'No secret',
    why: 'Their signing secret is missing.',
    remedy: 'Import it in Endpoints, or drop them.',
  },
  locked: { word: 'Keychain locked', why: 'The keychain is locked.', remedy: 'Unlock it, then send them.' },
  approval: {
    word: 'Not approved',
    why: 'The address isn’t approved.',
    remedy: 'Approve it, then send them.',
  },
  address: {
    word: 'Forbidden address',
    why: 'The address isn’t allowed.',
    remedy: 'Change the URL, then send them.',
  },
  tls: {
    word: 'TLS failed',
    why: 'The TLS connection failed.',
    remedy: 'Check the URL and the certificate, then send them.',
  },
}

/** In place of a remedy: the secret of a deleted endpoint cannot be imported. */
export const secretGone = 'Their endpoint was deleted, and its signing secret with it. Drop them.'

export const modes: Readonly<Record<SendMode, string>> = {
  live: 'As received',
  retry: 'As a retry',
  exact: 'Exactly as received',
  'new-event': 'As a new event',
  edited: 'Composed',
  'catch-up': 'Made by Notehook',
}

export const causes: Readonly<Record<SendCause, string>> = {
  live: 'Forwarded',
  waiting: 'Queued',
  user: 'Replay',
  replay: 'Replay',
  'catch-up': 'Catch-up',
}

export const verdicts: Readonly<Record<SendVerdict, string>> = {
  fixed: 'Fixed',
  regressed: 'Regressed',
  'still-failing': 'Still failing',
  'still-passing': 'Still passing',
}

/** In place of a status, in a row. */
export const problems: Readonly<Record<SendProblem, string>> = {
  address: 'Forbidden address',
  approval: 'Not approved',
  unsigned: 'No secret',
  locked: 'Keychain locked',
  unverified: 'Not verified',
  gone: 'Deleted',
  unsendable: 'Can’t be sent',
  'no-name': 'DNS failed',
  'no-connection': 'No connection',
  reset: 'Reset',
  tls: 'TLS failed',
  timeout: 'Timeout',
  'too-slow': 'Too slow',
  malformed: 'Not HTTP',
  stopped: 'Stopped',
}

/** *Forward failed: Laptop (500)* */
export const forwardFailed = (receivers: readonly (readonly [name: string, result: string])[]) =>
  `Forward failed: ${receivers.map(([name, result]) => `${name} (${result})`).join(', ')}`

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
  verdict: 'Change',
  simulated: 'Simulated',
  simulatedText: 'You composed this request. It isn’t counted as a delivery.',
  none: 'Nothing sent yet',
  noneText: 'Turn on “Forward new deliveries”, or press R on a delivery in the Inspector.',
  noneWhileLive: 'New deliveries appear here as they are forwarded.',
  noneHere: 'Not sent to a receiver yet.',
  noneHereText: 'Press R to send it to your receiver.',
  loading: 'Loading sends',
  more: 'Show more',
  ms: (ms: number) => `${Math.round(ms).toLocaleString()} ms`,
  deletedReceiver: 'Deleted receiver',
  nothing: '–',
}

/** What can be done with a send. */
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
  service: 'Would count as',
  took: 'Took',
  to: 'To',
  phases: {
    lookup: 'Lookup',
    connect: 'Connect',
    firstByte: 'First byte',
    total: 'Whole',
  },
  part: 'Show',
  response: 'Response',
  request: 'Request',
  noResponse: 'There is no response.',
  noRequest: 'The request is not stored: its delivery was deleted, or nothing was sent.',
  cut: (stored: string, all: string) => `The first ${stored} of ${all}.`,
  moreThan: (read: string) => `more than ${read}`,
  leftOut: 'Not sent, because a tunnel or proxy added them:',
  replaced: 'Changed:',
  headers: 'Headers',
  asSent: 'As sent',
  asReceived: 'As received',
  body: 'Body',
  bytes: (count: number) =>
    count < 1024
      ? `${count.toLocaleString()} bytes`
      : `${(count / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })} KB`,
  signedWith: 'Signed with',
  secretOf: 'the secret of',
  otherSecret: 'A receiver that checks another secret rejects it.',
  newSecrets: 'The sandbox makes new endpoints and secrets at every start.',
  redirected: 'A redirect. It was not followed.',
}

export const signsWithWords: Readonly<Record<Receiver['signsWith'], string>> = {
  endpoint: facts.endpoint,
  own: facts.own,
  none: facts.none,
}

/** Of a receiver that something is sent to. */
export const notForwarded = {
  one: (receiver: string, endpoint: string) =>
    `${receiver} doesn’t forward ${endpoint}, so it may not have its secret.`,
  several: (receiver: string, endpoints: number) =>
    `${receiver} doesn’t forward ${endpoints.toLocaleString()} of these endpoints, so it may not have their secrets.`,
}

/** What offers a replay, and says how it ended. */
export const replayAction = {
  sent: (name: string, result: string) => `${name}: ${result}`,
  show: 'Show',
  results: 'Results',
  action: 'Replay',
  actionTo: 'Replay to…',
  moreWays: 'More ways to replay',
  actionEdit: 'Edit and send…',
}

export const passThroughBanner = {
  turnOff: 'Turn off',
  bannerTitle: 'Passing responses through.',
  bannerOther: 'In another workspace, the service gets a receiver’s own responses. Off after a restart.',
  unknownReceiver: 'a receiver',
  banner: (receiver: string, endpoint: string) =>
    `The service gets the responses of ${receiver} for ${endpoint}. Off after a restart.`,
}
