import type { TunnelProvider } from '../provider.ts'
import { parsePublicUrl } from '../public-url.ts'

/** The user's own proxy or domain: starts nothing, but its address is probed like any other. */
export const ownUrl: TunnelProvider<'own-url'> = {
  kind: 'own-url',
  readiness: async () => ({
    kind: 'own-url',
    state: 'ready',
    sentence: 'Uses your own proxy or domain.',
    detail: null,
  }),
  open({ publicUrl }, _port, events) {
    events.address(parsePublicUrl(publicUrl))
    return { close: async () => {} }
  },
}
