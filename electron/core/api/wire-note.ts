import type { Folder } from '../../../shared/domain/folder.ts'
import type { Note } from '../../../shared/domain/note.ts'
import type { Person } from '../../../shared/domain/person.ts'
import { type Fields, fieldsOf } from './fields.ts'
import type { OnSurprise } from './surprises.ts'
import { noteListItem, parseFolder, personOf } from './wire.ts'

/**
 * Reads a whole note; `null` when it has no id. Its fields beyond the list item are not shown in the specification
 * (section 2), so each is optional, and what is not understood is kept in `unknown` for the raw view.
 */
export function parseNote(value: unknown, onSurprise: OnSurprise): Note | null {
  const fields = fieldsOf(value, 'note', onSurprise)
  const item = fields && noteListItem(fields, onSurprise)
  if (!item) return null
  return {
    ...item,
    summaryMarkdown: fields.text('summary_markdown'),
    summaryText: fields.text('summary_text'),
    privateNotesMarkdown: fields.text('private_notes_markdown'),
    privateNotesText: fields.text('private_notes_text'),
    attendees: people(fields.list('attendees'), onSurprise),
    calendarEvent: calendarEvent(fields.object('calendar_event'), onSurprise),
    folders: folders(fields.list('folder_membership'), onSurprise),
    webUrl: httpsOnly(fields.text('web_url')),
    unknown: fields.rest(),
  }
}

function calendarEvent(fields: Fields | null, onSurprise: OnSurprise): Note['calendarEvent'] {
  if (!fields) return null
  const event = {
    title: fields.text('event_title'),
    organiser: nameOf(fields.any('organiser'), onSurprise),
    invitees: (fields.list('invitees') ?? []).flatMap((invitee) => nameOf(invitee, onSurprise) ?? []),
    scheduledStart: fields.time('scheduled_start_time'),
    scheduledEnd: fields.time('scheduled_end_time'),
  }
  fields.rest()
  return event
}

/** Text or a person: both have been seen for whoever takes part in a meeting. */
function nameOf(value: unknown, onSurprise: OnSurprise): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  const person = personOf(fieldsOf(value, 'person', onSurprise))
  return person ? person.email || person.name : null
}

function people(list: readonly unknown[] | null, onSurprise: OnSurprise): Person[] {
  return (list ?? []).flatMap((member) => {
    if (typeof member === 'string' && member !== '') return { name: member, email: '' }
    return personOf(fieldsOf(member, 'person', onSurprise)) ?? []
  })
}

function folders(list: readonly unknown[] | null, onSurprise: OnSurprise): Folder[] {
  return (list ?? []).flatMap((member) => parseFolder(member, onSurprise) ?? [])
}

function httpsOnly(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  return new URL(url).protocol === 'https:' ? url : null
}
