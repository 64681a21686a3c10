import type { Verdict } from '#shared/deliveries/model.ts'

/** Whether a delivery's event and note were read. Only a valid signature proves who wrote the payload, whatever its age. */
export const isPayloadRead = (verdict: Verdict): boolean =>
  verdict === 'verified' || verdict === 'stale' || verdict === 'future'
