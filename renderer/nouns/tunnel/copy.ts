import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { tunnelStateNames } from '#shared/tunnel/words.ts'
import type { DotLook, Tone } from '#ui/status/status-pill.tsx'
import { isRetrying } from './outage.ts'

export interface StateLabel {
  readonly tone: Tone
  readonly label: string
}

const stateLabels: Readonly<Record<TunnelStatus['state'], StateLabel>> = {
  off: { tone: 'neutral', label: tunnelStateNames.off },
  starting: { tone: 'info', label: tunnelStateNames.starting },
  proving: { tone: 'info', label: tunnelStateNames.proving },
  up: { tone: 'ok', label: tunnelStateNames.up },
  degraded: { tone: 'warn', label: tunnelStateNames.degraded },
  down: { tone: 'danger', label: tunnelStateNames.down },
  unprovable: { tone: 'warn', label: tunnelStateNames.unprovable },
}

export function dotOf({ state }: Pick<TunnelStatus, 'state'>): DotLook {
  if (state === 'up') return 'on'
  return state === 'off' ? 'off' : state === 'down' ? 'bad' : 'wait'
}

/** Returns a state's label: *Waiting* if the tunnel can't start yet, or *Trying again…* while its first probes fail. */
export function stateLabel(tunnel: TunnelStatus): StateLabel {
  const { state } = tunnel
  if (!isRetrying(tunnel)) return stateLabels[state]
  return { tone: 'warn', label: state === 'starting' ? 'Waiting' : 'Trying again…' }
}
