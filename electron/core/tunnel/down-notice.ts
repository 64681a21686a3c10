import type { SystemNotice } from '#core/platform/ports.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/**
 * Notifies the user when a tunnel goes down, but not a second time before it was up again. The notification contains only the
 * host name, because a locked screen may show it.
 */
export function createDownNotice(notify: (notice: SystemNotice) => void): (status: TunnelStatus) => void {
  let wasUp = false
  return ({ state, publicUrl, problem }) => {
    // A stopped listener is reported elsewhere, so it is not reported as a tunnel that is down.
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
