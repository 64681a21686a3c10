import type { SystemNotice } from '#core/platform/ports.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/**
 * Sends one system notification when a tunnel goes down, and the next one only after it was up again. Names only the host, because the
 * notification may be shown on a locked screen.
 */
export function createDownNotice(notify: (notice: SystemNotice) => void): (status: TunnelStatus) => void {
  let wasUp = false
  return ({ state, publicUrl, problem }) => {
    // Ignores a stopped listener, because the tunnel itself did not end.
    if (state === 'off' || problem?.fault === 'not-listening') return
    if (state === 'up') wasUp = true
    if (state !== 'down' || !wasUp) return
    wasUp = false
    notify({
      title: `The tunnel is down${publicUrl === null ? '' : `: ${new URL(publicUrl).host}`}`,
      body: 'Deliveries fail until it’s back. The service retries for up to four days.',
      place: '#/tunnel',
    })
  }
}
