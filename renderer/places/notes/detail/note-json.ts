import { formatJson, membersOf, onlyMembers } from '#shared/json-text.ts'
import type { Note } from '#shared/notes/model.ts'

/** Returns a note as JSON with the service’s field names, without private notes. */
export function noteJson({ owner, folders, calendarEvent: event, unknown, ...note }: Note): string {
  const fields = {
    id: note.id,
    title: note.title,
    owner,
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    web_url: note.webUrl,
    summary_markdown: note.summaryMarkdown,
    summary_text: note.summaryText,
    attendees: note.attendees,
    calendar_event: event && {
      event_title: event.title,
      organiser: event.organiser,
      invitees: event.invitees,
      scheduled_start_time: event.scheduledStart,
      scheduled_end_time: event.scheduledEnd,
    },
    folder_membership:
      folders?.map(({ id, name, parentFolderId }) => ({ id, name, parent_folder_id: parentFolderId })) ??
      null,
  }
  const unread = new Set(membersOf(unknown).map(({ name }) => name))
  const read = JSON.stringify(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !unread.has(name))),
  )
  // Unknown fields with this prefix may also contain private notes.
  const others = onlyMembers(unknown, (name) => !name.startsWith('private'))
  const text = others === '{}' ? read : `${read.slice(0, -1)},${others.slice(1)}`
  return `${formatJson(text) ?? text}\n`
}
