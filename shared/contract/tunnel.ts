import { z } from 'zod'
import { NoInput, procedure } from './define.ts'

/**
 * The public https address that leads to the listener. `practice`: the practice service's own tunnel host; `own-url`: an
 * address the user stated.
 */
export const TunnelStatus = z.object({
  source: z.enum(['none', 'practice', 'own-url']),
  /** Without a path's trailing slash; an endpoint's own path is put behind it. */
  publicUrl: z.string().nullable(),
})
export type TunnelStatus = z.infer<typeof TunnelStatus>

export const tunnel = {
  'tunnel.status': procedure(NoInput, TunnelStatus),
  'tunnel.set-url': procedure(z.object({ url: z.string().trim().max(2048).nullable() }), TunnelStatus),
}
