import type { EndpointBook, EndpointRecord } from '../endpoint-book.ts'
import { freshId } from '../fresh-id.ts'
import { isWithin, type Note, scopesOf, type Workspace } from '../workspace.ts'
import type { Deliveries } from './deliveries.ts'
import { lateMs, type ProducedFailure } from './produced.ts'

export const eventTypes = ['note.generated', 'note.edited', 'note.access_granted'] as const
export type EventType = (typeof eventTypes)[number]

export type Events = ReturnType<typeof createEvents>

export function createEvents(book: EndpointBook, workspace: Workspace, deliveries: Deliveries) {
  return {
    /**
     * Sends the event to every matching endpoint, with the same id for all of them. With `only`, sends it to that endpoint if it
     * matches. Returns the id.
     */
    publish(type: EventType, note: Note, only?: EndpointRecord): string {
      const id = freshId('evt_')
      const body = Buffer.from(JSON.stringify(payload(id, type, note)))
      for (const endpoint of only ? [only] : book.list()) {
        if (matches(endpoint, type, note, workspace))
          deliveries.send(endpoint, { id, type, noteId: note.id, body })
      }
      return id
    },
    /** Sends a delivery that a receiver must reject, with its own id and to this endpoint only. */
    produce(kind: ProducedFailure, endpoint: EndpointRecord, type: EventType, note: Note) {
      const id = freshId('evt_')
      const occurredAt = new Date(Date.now() - (kind === 'slow-retry' ? lateMs : 0))
      const body = Buffer.from(JSON.stringify(payload(id, type, note, occurredAt)))
      deliveries.send(endpoint, { id, type, noteId: note.id, body }, kind)
    },
  }
}

/**
 * Returns whether the endpoint is enabled, subscribed to the event type, and includes the note in its scopes and folders
 * (specification, sections 4 and 5.3).
 */
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

/** Builds a *Webhook event payload*, which contains the note's id but not its content (specification, section 2). */
function payload(id: string, type: EventType, note: Note, occurredAt = new Date()) {
  return {
    event_id: id,
    event_type: type,
    note_id: note.id,
    occurred_at: occurredAt.toISOString(),
    ...(type === 'note.edited' ? { data: { changed_fields: ['summary'] } } : {}),
  }
}
