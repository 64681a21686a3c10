import { formatJson, membersOf, onlyMembers } from '#shared/json-text.ts'
import type { Note } from '#shared/notes/model.ts'
import type { Person } from '#shared/notes/person.ts'

/** Returns a note as Markdown, without private notes. */
export function noteMarkdown(note: Note): string {
  const { owner, folders, attendees } = note
  const facts = [
    owner && ['Owner', personText(owner)],
    note.createdAt && ['Created', note.createdAt],
    note.updatedAt && ['Updated', note.updatedAt],
    folders && folders.length > 0 && ['Folders', folders.map(({ name, id }) => plain(name || id)).join(', ')],
    attendees.length > 0 && ['Attendees', attendees.map(personText).join(', ')],
    ['Note', note.id],
    note.webUrl && ['Link', `<${note.webUrl}>`],
  ]
  return [
    `# ${plain(note.title) || 'Untitled'}`,
    facts.flatMap((fact) => (fact ? `- ${fact[0]}: ${fact[1]}` : [])).join('\n'),
    note.summaryMarkdown?.trim() || plainLines(note.summaryText ?? ''),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function personText({ name, email }: Person): string {
  return email === '' || email === name ? plain(name || email) : `${plain(name)} <${email}>`
}

const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')

const plainLines = (text: string) =>
  text
    .split('\n')
    .map((line) => plain(line))
    .join('\n')
    .trim()

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
