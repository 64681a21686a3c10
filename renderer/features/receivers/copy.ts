import type { Receiver, SendCause, SendMode, SendProblem, SendVerdict } from '#shared/receivers/model.ts'
import type { ReplayCounts } from '#shared/receivers/replay.ts'

/** Titles of the messages shown when a change fails. */
export const failures = {
  create: 'The receiver was not added.',
  update: 'The receiver was not changed.',
  remove: 'The receiver was not deleted.',
  approve: 'The address was not approved.',
  live: 'Live was not changed.',
  test: 'The receiver was not tested.',
  send: 'The delivery was not sent.',
  sendWaiting: 'What waits was not sent.',
  drop: 'What waits was not dropped.',
  replay: 'The replay did not start.',
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

export const columns = {
  name: 'Name',
  url: 'URL',
  live: 'Live',
  health: 'Health',
  waiting: 'Waiting',
  last: 'Last result',
}

export const row = {
  live: 'live',
  notLive: 'not live',
  waiting: (count: number) => `${count.toLocaleString()} waiting`,
  lastWas: (result: string) => `last result ${result}`,
  turnOn: 'Turn Live on',
  turnOff: 'Turn Live off',
}

export const keyHints = { add: 'Add', live: 'Live on, off', edit: 'Edit', close: 'Close' }

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
  needsApproval: 'Not approved',
  noSecret: 'No secret',
  locked: 'Keychain locked',
  upIn: (ms: number) => `Up, ${Math.round(ms).toLocaleString()} ms`,
}

export const detail = {
  label: 'Receiver',
  live: 'Live',
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
  liveOn: 'Live on',
  liveOnText: 'What arrives is forwarded.',
  liveOff: 'Live off',
  liveOffText: 'What arrives stays here.',
  notApproved: 'Nothing is sent to this address until you approve it.',
  approve: 'Approve…',
  noSecret: 'Its signing secret is missing. Deliveries can’t be signed.',
  locked: 'The keychain is locked. Unlock it to sign deliveries.',
  setSecret: 'Set secret…',
  down: 'The receiver is down.',
  checksEvery: 'What arrives waits. Notehook tries again every few seconds.',
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

export const settings = {
  title: 'Forwarding',
  endpoints: 'Endpoints',
  allEndpoints: 'All endpoints',
  events: 'Events',
  allEvents: 'All events',
  folders: 'Folders',
  anyFolder: 'Any folder',
  filter: 'Filter',
  signs: 'Signs with',
  signsEndpoint: 'The endpoint’s secret',
  signsOwn: 'Its own secret',
  signsNone: 'Nothing: signatures stay as received',
  headers: 'Headers',
  noHeaders: 'None',
  hidden: 'stored in the keychain',
  ca: 'Certificates',
  systemCa: 'The system’s',
  ownCa: 'The system’s and its own authority',
  timeout: 'Timeout',
  seconds: (ms: number) => `${(ms / 1000).toLocaleString()} s`,
  concurrency: 'At once',
  upTo: (count: number) => `Up to ${count}`,
  order: 'Order',
  inOrder: 'In order per note',
  anyOrder: 'As they arrive',
  autoSend: 'What waits',
  autoSendOn: 'Sent when it is up again',
  autoSendOff: 'Stays until you send it',
  service: 'To service',
  acknowledge: 'Acknowledge first',
  passesThrough: 'Passes responses through',
  secretLocked: 'keychain locked',
  secretMissing: 'missing',
  added: 'Added',
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
  sending: 'Sending what waits.',
  dropTitle: (count: number) => `Drop ${deliveries(count)}?`,
  dropText: 'They are not sent to this receiver. The deliveries stay in the Inspector.',
  dropConfirm: (count: number) => `Drop ${deliveries(count)}`,
  dropped: (count: number) => `${deliveries(count)} dropped.`,
  none: 'Nothing waits.',
  noneText: 'What arrives while the receiver is down waits here until you send or drop it.',
  list: 'Waiting deliveries',
  loading: 'Loading what waits',
  event: 'Event',
  note: 'Note',
  why: 'Why',
  open: 'Open delivery',
  more: 'Show more',
  actions: 'Actions',
}

export const modes: Readonly<Record<SendMode, string>> = {
  live: 'As received',
  retry: 'As a retry',
  exact: 'Exactly as received',
  'new-event': 'As a new event',
  edited: 'Composed',
}

export const causes: Readonly<Record<SendCause, string>> = {
  live: 'Live',
  waiting: 'Waited',
  user: 'Sent',
  replay: 'Replay',
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
  verdict: 'Verdict',
  simulated: 'Simulated',
  simulatedText: 'You composed this request. It isn’t counted as a delivery.',
  none: 'Nothing sent yet',
  noneText: 'Turn on Live, or press R on a delivery in the Inspector.',
  noneHere: 'Not sent to a receiver yet.',
  noneHereText: 'Press R to send it to your receiver.',
  loading: 'Loading sends',
  more: 'Show more',
  ms: (ms: number) => `${Math.round(ms).toLocaleString()} ms`,
  deletedReceiver: 'Deleted receiver',
  unknownNote: '–',
  first: 'First send',
  open: 'Open delivery',
  close: 'Close',
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
  redirected: 'A redirect. It was not followed.',
}

export const form = {
  addTitle: 'Add receiver',
  editTitle: 'Edit receiver',
  add: 'Add receiver',
  save: 'Save',
  cancel: 'Cancel',
  addAgain: 'Add as a new receiver',
  restored: 'Draft restored.',
  startOver: 'Start over',
  deleted: 'This receiver was deleted.',
  deletedText: 'What you typed is still here. You can add it as a new receiver.',
  unsaved: 'Discard the secret you typed?',
  unsavedText:
    'Drafts don’t contain signing secrets or header values. The rest of the form is saved as a draft.',
  discard: 'Discard',
  added: 'Receiver added',
  saved: 'Receiver saved',
  addedText: 'Turn on Live to forward what arrives.',
  name: 'Name',
  namePlaceholder: 'Local dev server',
  url: 'URL',
  urlPlaceholder: 'http://127.0.0.1:3000/webhooks',
  private: 'In your private network. Notehook asks once before anything is sent.',
  public: 'On the internet: what is sent leaves this computer. Notehook asks once before.',
  forwards: 'What it receives',
  endpoints: 'Endpoints',
  endpointsPlaceholder: 'All endpoints',
  endpointsChosen: 'Selected endpoints',
  noEvent: 'Select at least one event.',
  filter: 'Filter',
  foldersText: 'New notes whose folders aren’t known yet are forwarded, too.',
  filterText: 'The words of the Inspector’s filter bar. All terms must match.',
  signs: 'Signs with',
  signsEndpoint: 'The endpoint’s signing secret',
  signsEndpointText: 'Each delivery is signed with the secret of the endpoint that it came to.',
  signsOwn: 'Its own secret',
  signsOwnText: 'For a receiver with another secret than the endpoint.',
  signsNone: 'Nothing',
  signsNoneText: 'Deliveries keep the signature they came with. It expires after five minutes.',
  secret: 'Signing secret',
  secretPlaceholder: 'whsec_…',
  secretNew: 'Stored in the keychain. It isn’t shown again.',
  secretStored: 'A secret is stored. Leave this empty to keep it.',
  secretMissing: 'No secret is stored yet.',
  secretNeeded: 'Enter the signing secret.',
  autoSend: 'Send what waited when the receiver is up again',
  autoSendText: 'In order, at a limited pace. Otherwise it waits until you send it.',
  advanced: 'Advanced',
  headers: 'Added headers',
  headersText: 'Sent with every request, in place of the delivery’s own header of that name.',
  headerName: (place: number) => `Header ${place}, name`,
  headerValue: (place: number) => `Header ${place}, value`,
  headerNamePlaceholder: 'Authorization',
  headerStored: 'Stored in the keychain',
  headerNeedsName: 'Enter a header name.',
  headerNeedsValue: 'Enter a value.',
  addHeader: 'Add header',
  removeHeader: (name: string) => (name === '' ? 'Remove this header' : `Remove ${name}`),
  ca: 'Certificate authority (PEM)',
  caText: 'Trusted besides the system’s. Certificates are always checked.',
  caPlaceholder: '-----BEGIN CERTIFICATE-----',
  caFile: 'Choose file…',
  caTooLarge: 'This file is too large for a certificate. Use at most 64 KB.',
  caNotText: 'This file isn’t a PEM certificate. It begins with “-----BEGIN CERTIFICATE-----”.',
  caUnreadable: 'The file can’t be read.',
  timeout: 'Timeout (seconds)',
  concurrency: 'Requests at once',
  inOrder: 'Keep the deliveries of a note in order',
  inOrderText: 'One at a time for each note, as they arrived.',
}

export const address = {
  title: 'Send deliveries to this address?',
  approve: 'Approve address',
  private: (host: string) =>
    `${host} is in your private network. Everyone who can read its traffic can read what is sent.`,
  public: (host: string) => `${host} is on the internet. Deliveries you send leave this computer.`,
  once: 'Asked once for each host.',
}

export const remove = {
  title: (name: string) => `Delete ${name}?`,
  confirm: 'Delete receiver',
  text: 'Deletes its settings, its secret, its sends and what waits for it. Deliveries stay in the Inspector.',
  waits: (count: number) => `${deliveries(count)} waiting for it ${count === 1 ? 'is' : 'are'} dropped.`,
  deleted: 'Receiver deleted',
}

export const replay = {
  title: (count: number | null) => (count === null ? 'Replay deliveries' : `Replay ${deliveries(count)}`),
  titleOne: 'Send to a receiver',
  cancel: 'Cancel',
  send: 'Send',
  start: (count: number) => `Replay ${deliveries(count)}`,
  starting: 'Replay',
  receiver: 'Receiver',
  noReceiver: 'No receivers yet',
  noReceiverText: 'Add the program that you want to send deliveries to.',
  addReceiver: 'Add receiver',
  counting: (soFar: number) => `Counting: ${deliveries(soFar)} so far…`,
  notCounted: 'The deliveries can’t be counted.',
  nothing: 'No deliveries match.',
  matching: (count: number) => `${deliveries(count)}, oldest first.`,
  mode: 'How to send',
  modeNames: {
    retry: 'As the service would retry',
    exact: 'Exactly as received',
    'new-event': 'As a new event',
  },
  retryText: 'Same ID, the time now, signed now.',
  retryUnsigned: 'Same ID, with the signature it came with.',
  newText: 'New ID in the headers and the body, signed now.',
  exactText: 'Same bytes, headers and signature.',
  exactFresh: 'Same bytes, headers and signature. Its timestamp is still fresh.',
  exactStale: (span: string) => `Too old by ${span}: a strict receiver refuses it.`,
  exactStaleMany: (span: string) => `The oldest is too old by ${span}: a strict receiver refuses it.`,
  exactAhead: (span: string) => `Dated ${span} ahead: a strict receiver refuses it.`,
  unverifiedOne: 'This delivery is not verified. It can only be sent exactly as received.',
  unverifiedMany: (count: number) =>
    `${deliveries(count)} ${count === 1 ? 'is' : 'are'} not verified. ${count === 1 ? 'It' : 'They'} can only be sent exactly as received, and fail otherwise.`,
  pace: 'Pace',
  paceRate: 'Steady',
  paceOriginal: 'Original spacing',
  perSecond: 'Requests a second',
  speed: 'Times faster',
  previewOne: 'Nothing is sent yet.',
  previewShowOne: 'Show the request',
  previewHideOne: 'Hide the request',
  preview: 'First request',
  previewText: 'What is sent first. Nothing is sent yet.',
  previewShow: 'Show the first request',
  previewHide: 'Hide the first request',
  loading: 'Loading the request',
  publicHost: (host: string) => `These deliveries are sent to ${host}, on the internet.`,
  notApproved: 'Its address is not approved yet.',
  sent: (name: string, result: string) => `${name}: ${result}`,
  sending: (name: string) => `Sending to ${name}…`,
  show: 'Show',
  started: (count: number) => `Replaying ${deliveries(count)}`,
  results: 'Results',
  failed: 'Replay failed…',
  export: 'Export…',
  allSends: 'All sends',
  only: 'This replay',
  count: (counts: ReplayCounts, of: number) =>
    `${counts.sent.toLocaleString()} of ${of.toLocaleString()} sent`,
  gone: (count: number) => `${count.toLocaleString()} deleted`,
  regressed: (count: number) => `${count.toLocaleString()} regressed`,
  stillFailing: (count: number) => `${count.toLocaleString()} still failing`,
  fixed: (count: number) => `${count.toLocaleString()} fixed`,
  stillPassing: (count: number) => `${count.toLocaleString()} still passing`,
  passed: (count: number) => `${count.toLocaleString()} passed`,
  failedCount: (count: number) => `${count.toLocaleString()} failed`,
  action: 'Replay',
  actionTo: 'Replay to…',
  actionEdit: 'Edit and send…',
  moreWays: 'More ways to replay',
  exportTitle: 'Export sends',
  exportFormat: 'Format',
  exportAbout: 'Newest first, with statuses, times and verdicts. Bodies and secrets are not exported.',
  formats: { csv: 'CSV', ndjson: 'NDJSON' },
  formatTexts: { csv: 'For a spreadsheet.', ndjson: 'One JSON object a line.' },
}

export const passThroughCopy = {
  title: 'Pass responses through',
  text: 'The service gets this receiver’s own response for one endpoint, instead of 200 at once.',
  turnOn: 'Pass responses through…',
  turnOff: 'Turn off',
  endpoint: 'Endpoint',
  exactly: 'Exactly',
  exactlyText: 'Redirects and client errors too. The service then never sends those deliveries again.',
  confirmTitle: 'Pass responses through?',
  confirm: 'Pass responses through',
  cancel: 'Cancel',
  table: 'What the service gets',
  receiverAnswers: 'Receiver responds',
  serviceGets: 'Service gets',
  after: 'After that',
  rows: (exactly: boolean) =>
    [
      ['2xx', '200', 'Delivered'],
      ['408, 429, 5xx', 'the same', 'Retried for up to four days'],
      ['No response within 10 s', '503', 'Retried for up to four days'],
      exactly
        ? ['3xx, other 4xx', 'the same', 'Never sent again']
        : ['3xx, other 4xx', '503', 'Retried for up to four days'],
    ] as const,
  stored: 'Every delivery is stored here first. It turns off when Notehook quits.',
  replaces: 'It is turned off for the other endpoint.',
  bannerTitle: 'Passing responses through.',
  banner: (receiver: string, endpoint: string) =>
    `The service gets the responses of ${receiver} for ${endpoint}. Off after a restart.`,
  bannerOther: 'In another workspace, the service gets a receiver’s own responses. Off after a restart.',
  noEndpoint: 'No endpoint of this workspace delivers here.',
  unknownReceiver: 'a receiver',
}

/** A length of time in its largest fitting unit: *40 s*, *5 min*, *3 h*, *2 days*. */
export function span(seconds: number): string {
  const size = Math.abs(seconds)
  if (size < 60) return `${Math.round(size)} s`
  if (size < 3600) return `${Math.round(size / 60)} min`
  if (size < 2 * 86_400) return `${Math.round(size / 3600)} h`
  return `${Math.round(size / 86_400).toLocaleString()} days`
}

export const signsWithWords: Readonly<Record<Receiver['signsWith'], string>> = {
  endpoint: facts.endpoint,
  own: facts.own,
  none: facts.none,
}
