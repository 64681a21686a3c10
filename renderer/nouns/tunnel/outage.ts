import type { TunnelStatus } from '#shared/tunnel/contract.ts'

export type TunnelOutage = 'off' | 'down'

/** Returns why deliveries don't arrive through the tunnel. Returns `null` if they can arrive, or if only the listener is off. */
export function tunnelOutage(tunnel: TunnelStatus | undefined): TunnelOutage | null {
  if (!tunnel || tunnel.source === 'sandbox' || tunnel.problem?.fault === 'not-listening') return null
  if (tunnel.state === 'off' || tunnel.state === 'down') return tunnel.state
  return isRetrying(tunnel) ? 'down' : null
}

/** Whether the tunnel has never worked yet, and a problem prevents it from working. */
export const isRetrying = ({ state, problem }: TunnelStatus): boolean =>
  problem !== null && (state === 'starting' || state === 'proving')
