import type { SystemNotice } from '#core/platform/ports.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/**
 * Sends a system notification when a tunnel goes down, but not again until the tunnel was up in between. It names only the host,
 * because a locked screen may show the notification.
 */
export function createDownNotice(notify: (notice: SystemNotice) => void): (status: TunnelStatus) => void {
  let wasUp = false
  return ({ state, publicUrl, problem }) => {
    // Ignores a stopped listener, because the tunnel itself is not down.
    if (state === 'off' || problem?.fault === 'not-listening') return
    if (state === 'up') wasUp = true
    if (state !== 'down' || !wasUp) return
    wasUp = false
    notify({
      title: `The tunnel is down${publicUrl === null ? '' : `: ${new URL(publicUrl).host}`}`,
      body: 'Deliveries fail until it’s back. The service retries for up to 4 days.',
      place: '#/tunnel',
    })
  }
}
