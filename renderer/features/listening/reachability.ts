import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { Tone } from '#ui/status/status-pill.tsx'
import { live as copy } from './copy.ts'

/** Whether deliveries reach the live endpoint now. It is only called live while the host tells, its tunnel works and still has its address. */
export function reachability(
  url: string,
  tunnel: TunnelStatus,
  isHostLost: boolean,
): { readonly tone: Tone; readonly label: string } {
  if (isHostLost) return { tone: 'danger', label: copy.unknown }
  const isAtTunnel = tunnel.publicUrl !== null && url.startsWith(`${tunnel.publicUrl}/`)
  if (tunnel.state === 'up' && isAtTunnel) return { tone: 'ok', label: copy.live }
  if (tunnel.state === 'unprovable' && isAtTunnel) return { tone: 'warn', label: copy.unproven }
  if (tunnel.state === 'degraded' && isAtTunnel) return { tone: 'warn', label: copy.degraded }
  if (tunnel.publicUrl !== null && !isAtTunnel) return { tone: 'danger', label: copy.addressChanged }
  return { tone: 'danger', label: copy.tunnelDown }
}
