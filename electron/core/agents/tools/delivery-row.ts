import type { ToolOutput } from '#shared/agents/tools.ts'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { idPatterns } from '#shared/ids.ts'

/**
 * Returns whether an id has the service's usual form. Any other id could contain a sentence, so agents get it as untrusted text.
 */
const isNoteId = (id: string) => idPatterns.note.test(id) && /^[\w-]{1,64}$/.test(id)

export function deliveryRow(delivery: DeliverySummary): ToolOutput<'deliveries_list'>['rows'][number] {
  const { noteId, eventType, webhookId } = delivery
  const type = eventTypes.find((known) => known === eventType) ?? null
  const note = noteId !== null && isNoteId(noteId) ? noteId : null
  return {
    ...delivery,
    ...{ at: delivery.firstReceivedAt, type, note, endpoint: delivery.endpointId },
    response: deliveryOutcome(delivery.status),
    untrusted: { type: type === null ? eventType : null, webhookId, note: note === null ? noteId : null },
  }
}
