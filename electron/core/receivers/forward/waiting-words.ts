import type { WaitingReason } from './waiting-store.ts'

/** Why a delivery waits. */
export const waitingWords: Readonly<Record<WaitingReason, string>> = {
  down: 'The receiver accepted no connection.',
  busy: 'More deliveries arrived than the receiver took.',
  restart: 'Notehook quit before it was sent.',
  order: 'An earlier delivery of this note is waiting.',
  off: 'Forwarding was turned off before it was sent.',
  unrecorded: 'It couldn’t be written to the disk whether it was sent.',
  address: 'The receiver’s address isn’t allowed. Check its URL.',
  approval: 'Nothing is sent to this host until you approve it.',
  unsigned: 'The secret to sign it with is missing.',
  locked: 'The keychain was locked.',
  tls: 'No TLS connection with the receiver. Check its URL and its certificate.',
}
