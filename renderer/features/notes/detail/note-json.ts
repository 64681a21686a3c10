import type { Note } from '#shared/notes/model.ts'

/** A note as JSON with the service’s field names, without private notes. */
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
    // A private note in a form that is not known is one still.
    ...Object.fromEntries(Object.entries(unknown).filter(([key]) => !key.startsWith('private'))),
  }
  return `${JSON.stringify(fields, null, 2)}\n`
}
