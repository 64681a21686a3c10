import type { SystemNotice } from '#core/platform/ports.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

/**
 * Tells by the system, once, that a tunnel that was up is down; again only after it was up in between. Names its host and no
 * path: it may be shown on a locked screen.
 */
export function createDownNotice(notify: (notice: SystemNotice) => void): (status: TunnelStatus) => void {
  let wasUp = false
  return ({ source, state, publicUrl, problem }) => {
    // Without a listener it is not the tunnel that ended.
    if (source === 'sandbox' || state === 'off' || problem?.fault === 'not-listening') return
    if (state === 'up') wasUp = true
    if (state !== 'down' || !wasUp) return
    wasUp = false
    notify({
      title: `The tunnel is down${publicUrl === null ? '' : `: ${new URL(publicUrl).host}`}`,
      body: 'Deliveries fail until it is back. The service tries each again for up to four days.',
      place: '#/tunnel',
    })
  }
}
