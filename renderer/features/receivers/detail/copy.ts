import { deliveries } from '../copy.ts'

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
  autoSend: 'Waiting',
  autoSendOn: 'Sent once the receiver is up',
  autoSendOff: 'Kept until sent',
  service: 'To service',
  acknowledge: 'Acknowledge first',
  passesThrough: 'Passes responses through',
  secretLocked: 'keychain locked',
  secretMissing: 'missing',
  added: 'Added',
}

export const interruptedReplay = {
  title: 'The last replay was interrupted',
  text: (done: number, of: number) =>
    `${done.toLocaleString()} of ${deliveries(of)} were sent. What was under way when Notehook ended may be sent twice. Started`,
  sendRest: 'Send the rest',
  dismiss: 'Dismiss',
}

export const remove = {
  title: (name: string) => `Delete ${name}?`,
  confirm: 'Delete receiver',
  text: 'Deletes its settings, its secret, its sends and its waiting deliveries. Deliveries stay in the Inspector.',
  waits: (count: number) => `${deliveries(count)} waiting for it ${count === 1 ? 'is' : 'are'} dropped.`,
  deleted: 'Receiver deleted',
}
