import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { DotLook, Tone } from '#ui/status/status-pill.tsx'
import { isRetrying } from './outage.ts'

export interface StateLabel {
  readonly tone: Tone
  readonly label: string
}

const stateLabels: Readonly<Record<TunnelStatus['state'], StateLabel>> = {
  off: { tone: 'neutral', label: 'Off' },
  starting: { tone: 'info', label: 'Starting' },
  proving: { tone: 'info', label: 'Starting' },
  up: { tone: 'ok', label: 'Up' },
  degraded: { tone: 'warn', label: 'Unstable' },
  down: { tone: 'danger', label: 'Down' },
  unprovable: { tone: 'warn', label: 'Can’t be verified here' },
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
