import type { Verdict } from '#shared/deliveries/model.ts'

/**
 * Whether the event and the note of a delivery were read. Only a valid signature proves who wrote the payload, whatever its age.
 */
export const isPayloadRead = (verdict: Verdict): boolean =>
  verdict === 'verified' || verdict === 'stale' || verdict === 'future'
