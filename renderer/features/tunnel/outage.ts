import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/** Why no delivery comes through the tunnel. */
export type TunnelOutage = 'off' | 'down'

/** `null`: deliveries may come, or the listener is what is off. A new address counts as down once a probe failed. */
export function tunnelOutage(tunnel: TunnelStatus | undefined): TunnelOutage | null {
  if (!tunnel || tunnel.source === 'sandbox' || tunnel.problem?.fault === 'not-listening') return null
  if (tunnel.state === 'off' || tunnel.state === 'down') return tunnel.state
  return isRetrying(tunnel) ? 'down' : null
}

/** The tunnel never worked yet, and something keeps it from working. */
export const isRetrying = ({ state, problem }: TunnelStatus): boolean =>
  problem !== null && (state === 'starting' || state === 'proving')
