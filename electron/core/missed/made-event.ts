import { createHash } from 'node:crypto'
import type { EventType } from '#shared/deliveries/events/event-types.ts'
import type { MissedNote } from '#shared/missed/model.ts'

type Missing = Pick<MissedNote, 'id' | 'updatedAt' | 'createdAt' | 'heardAt'>

/**
 * The event that the service would have sent of a note last (specification, sections 2 and 6). Its id depends on nothing but the
 * endpoint, the note, its time and the type, so that a second one is a duplicate to its receiver.
 */
export function madeEvent(endpointId: string, note: Missing): { readonly id: string; readonly body: Buffer } {
  const type: EventType = note.heardAt === null ? 'note.generated' : 'note.edited'
  const occurredAt = note.updatedAt ?? note.createdAt ?? ''
  const digest = createHash('sha256').update([endpointId, note.id, occurredAt, type].join('\n')).digest('hex')
  const id = `evt_catchup_${digest.slice(0, 32)}`
  const payload = {
    event_id: id,
    event_type: type,
    note_id: note.id,
    occurred_at: occurredAt,
    ...(type === 'note.edited' ? { data: { changed_fields: ['summary'] } } : {}),
  }
  return { id, body: Buffer.from(JSON.stringify(payload)) }
}
