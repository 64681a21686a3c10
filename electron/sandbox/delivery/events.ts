import type { EndpointBook, EndpointRecord } from '../endpoint-book.ts'
import { freshId } from '../fresh-id.ts'
import { isWithin, type Note, scopesOf, type Workspace } from '../workspace.ts'
import type { Deliveries } from './deliveries.ts'
import { lateMs, type ProducedFailure } from './produced.ts'

/** The event types of section 6. */
export const eventTypes = ['note.generated', 'note.edited', 'note.access_granted'] as const
export type EventType = (typeof eventTypes)[number]

export type Events = ReturnType<typeof createEvents>

export function createEvents(book: EndpointBook, workspace: Workspace, deliveries: Deliveries) {
  return {
    /** Sends the event to every matching endpoint, or only to this one if it matches, with one id. Returns the id. */
    publish(type: EventType, note: Note, only?: EndpointRecord): string {
      const id = freshId('evt_')
      const body = Buffer.from(JSON.stringify(payload(id, type, note)))
      for (const endpoint of only ? [only] : book.list()) {
        if (matches(endpoint, type, note, workspace))
          deliveries.send(endpoint, { id, type, noteId: note.id, body })
      }
      return id
    },
    /** Sends one that must be refused to this endpoint only, with an id of its own. */
    produce(kind: ProducedFailure, endpoint: EndpointRecord, type: EventType, note: Note) {
      const id = freshId('evt_')
      // What was signed ten minutes ago is about something that happened before.
      const occurredAt = new Date(Date.now() - (kind === 'slow-retry' ? lateMs : 0))
      const body = Buffer.from(JSON.stringify(payload(id, type, note, occurredAt)))
      deliveries.send(endpoint, { id, type, noteId: note.id, body }, kind)
    },
  }
}

/** Whether the endpoint is enabled, subscribed to the event and, by its scopes and folder filter, gets this note (sections 4 and 5.3). */
export function matches(
  endpoint: EndpointRecord,
  type: EventType,
  note: Note,
  workspace: Workspace,
): boolean {
  if (!endpoint.enabled || !endpoint.events.includes(type)) return false
  if (!scopesOf(note, workspace.user).some((scope) => endpoint.scopes.includes(scope))) return false
  return endpoint.folderIds.length === 0 || isWithin(note.folder, new Set(endpoint.folderIds))
}

/** Specification, section 2, *Webhook event payload*. It contains only the note's id, not its content. */
function payload(id: string, type: EventType, note: Note, occurredAt = new Date()) {
  return {
    event_id: id,
    event_type: type,
    note_id: note.id,
    occurred_at: occurredAt.toISOString(),
    ...(type === 'note.edited' ? { data: { changed_fields: ['summary'] } } : {}),
  }
}
