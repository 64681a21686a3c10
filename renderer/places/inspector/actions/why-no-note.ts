import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { isPayloadRead } from '../../../nouns/deliveries/payload-read.ts'
import { actions as copy } from '../detail/copy.ts'

/** Returns why actions that need the note of a delivery are disabled, or `undefined` if they are enabled. */
export function whyNoNote({
  noteId,
  verdict,
}: Pick<DeliverySummary, 'noteId' | 'verdict'>): string | undefined {
  if (noteId !== null) return undefined
  return isPayloadRead(verdict) ? copy.noNote : copy.notRead
}
