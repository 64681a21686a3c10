import type { TunnelStatus } from './contract.ts'

/** The state of the tunnel in the words of the window. */
export const tunnelStateNames: Readonly<Record<TunnelStatus['state'], string>> = {
  off: 'Off',
  starting: 'Starting',
  proving: 'Starting',
  up: 'Up',
  degraded: 'Unstable',
  down: 'Down',
  unprovable: 'Can’t be verified here',
}
