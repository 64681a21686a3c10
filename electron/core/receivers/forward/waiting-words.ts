import type { WaitingReason } from './waiting-store.ts'

/** Why a delivery waits. */
export const waitingWords: Readonly<Record<WaitingReason, string>> = {
  down: 'No connection',
  busy: 'Receiver too slow',
  restart: 'Notehook quit',
  order: 'After an earlier one',
  off: 'Forwarding was off',
  unrecorded: 'Not recorded',
  address: 'Forbidden address',
  approval: 'Not approved',
  unsigned: 'No secret',
  locked: 'Keychain locked',
  tls: 'TLS failed',
}
