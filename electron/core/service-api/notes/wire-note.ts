import { onlyMembers } from '#shared/json-text.ts'
import type { Folder } from '#shared/notes/folder.ts'
import type { Note, Transcript, TranscriptLine } from '#shared/notes/model.ts'
import type { Person } from '#shared/notes/person.ts'
import type { OnDifference } from '../api-differences.ts'
import { mostItems, transcriptPages } from '../assumptions.ts'
import { type Fields, fieldsOf } from '../read-fields.ts'
import { noteListItem, parseFolder, parsePage, personOf, type WirePage } from '../wire.ts'

/**
 * Reads a whole note. Returns `null` if it has no id. All other fields are optional, because the specification describes only the
 * notes in a list (section 2). `unknown` contains the text of fields that are not in the specification.
 */
export function parseNote(
  { body, text }: { readonly body: unknown; readonly text: string },
  onDifference: OnDifference,
): Note | null {
  const fields = fieldsOf(body, 'note', onDifference)
  const item = fields && noteListItem(fields, onDifference)
  if (!item) return null
  fields.nullOrRest('transcript')
  const note = {
    ...item,
    summaryMarkdown: fields.text('summary_markdown'),
    summaryText: fields.text('summary_text'),
    privateNotesMarkdown: fields.text('private_notes_markdown'),
    privateNotesText: fields.text('private_notes_text'),
    attendees: people(fields.list('attendees'), onDifference),
    calendarEvent: calendarEvent(fields.object('calendar_event'), onDifference),
    folders: folders(fields.list('folder_membership'), onDifference),
    webUrl: httpsOnly(fields.text('web_url')),
  }
  const rest = new Set(fields.rest())
  return { ...note, unknown: rest.size === 0 ? '{}' : onlyMembers(text, (name) => rest.has(name)) }
}

/** Reads the transcript of a whole note. Returns `null` if the value is not a note. */
export function parseTranscript(value: unknown, onDifference: OnDifference): Transcript | null {
  const note = fieldsOf(value, 'note', onDifference)
  if (!note) return null
  const members = note.list('transcript')
  if (!members) return { lines: null, unreadable: 0 }
  const lines = members.flatMap((member) => transcriptLine(member, onDifference) ?? [])
  return { lines, unreadable: members.length - lines.length }
}

/**
 * Reads a page of a transcript. Returns `null` if it has no lines. The format is an assumption, because the specification doesn't
 * describe it.
 */
export function parseTranscriptPage(
  value: unknown,
  onDifference: OnDifference,
): WirePage<TranscriptLine> | null {
  const fields = fieldsOf(value, 'transcript list', () => {})
  const collection = transcriptPages.collections.find((name) => Array.isArray(fields?.any(name)))
  if (collection === undefined) return null
  const page = parsePage(value, collection, transcriptLine, onDifference, {
    most: mostItems.page,
    full: transcriptPages.pageSize,
  })
  return typeof page === 'string' ? null : page
}

function transcriptLine(value: unknown, onDifference: OnDifference): TranscriptLine | null {
  const fields = fieldsOf(value, 'transcript', onDifference)
  const text = fields?.text('text') ?? null
  if (!fields || text === null) return null
  const line = {
    speaker: speakerOf(fields.any('speaker'), onDifference),
    text,
    start: moment(fields.any('start_time')),
    end: moment(fields.any('end_time')),
  }
  fields.rest()
  return line
}

/** Reads a speaker from a string or an object. The name is preferred to the label of the voice, the side and the source. */
function speakerOf(value: unknown, onDifference: OnDifference): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  const fields = fieldsOf(value, 'speaker', onDifference)
  if (!fields) return null
  // Read in any case, because fields that are not read are reported as unknown.
  const label = voice(fields.any('diarization_label'))
  const name = personOf(fields)?.name || label
  const side = fields.text('attribution')
  const source = fields.text('source')
  fields.rest()
  if (name) return side === 'me' ? `${name} (me)` : name
  return (side === null ? null : (sides.get(side) ?? side)) || source || null
}

const sides: ReadonlyMap<string, string> = new Map([
  ['me', 'Me'],
  ['them', 'Them'],
])

/** Returns a label for an unnamed voice. A single digit or letter gets a prefix. */
function voice(label: unknown): string | null {
  if (typeof label !== 'string' && typeof label !== 'number') return null
  return /^(\d+|\p{L})$/u.test(`${label}`) ? `Speaker ${label}` : `${label}`
}

const moment = (value: unknown): string | number | null =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : null

function calendarEvent(fields: Fields | null, onDifference: OnDifference): Note['calendarEvent'] {
  if (!fields) return null
  const event = {
    title: fields.text('event_title'),
    organiser: nameOf(fields.any('organiser'), onDifference),
    invitees: (fields.list('invitees') ?? []).flatMap((invitee) => nameOf(invitee, onDifference) ?? []),
    scheduledStart: fields.time('scheduled_start_time'),
    scheduledEnd: fields.time('scheduled_end_time'),
  }
  fields.rest()
  return event
}

function nameOf(value: unknown, onDifference: OnDifference): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  const person = personOf(fieldsOf(value, 'person', onDifference))
  return person ? person.email || person.name : null
}

function people(list: readonly unknown[] | null, onDifference: OnDifference): Person[] {
  return (list ?? []).flatMap((member) => {
    if (typeof member === 'string' && member !== '') return { name: member, email: '' }
    return personOf(fieldsOf(member, 'person', onDifference)) ?? []
  })
}

/** Reads the folders of a note. A missing list means that they are unknown. An empty list means that the note is in no folder. */
function folders(list: readonly unknown[] | null, onDifference: OnDifference): Folder[] | null {
  if (list === null) return null
  return list.flatMap((member) => parseFolder(member, onDifference) ?? [])
}

function httpsOnly(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  return new URL(url).protocol === 'https:' ? url : null
}
