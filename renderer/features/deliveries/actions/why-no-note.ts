import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { actions as copy } from '../detail/copy.ts'
import { isPayloadRead } from '../payload-read.ts'

/** Why what needs the note of a delivery can't be done; `undefined` if it can. */
export function whyNoNote({
  noteId,
  verdict,
}: Pick<DeliverySummary, 'noteId' | 'verdict'>): string | undefined {
  if (noteId !== null) return undefined
  return isPayloadRead(verdict) ? copy.noNote : copy.notRead
}
