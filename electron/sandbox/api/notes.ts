import { Hono } from 'hono'
import type { Knobs } from '../knobs.ts'
import { firstName } from '../sample/titles.ts'
import type { SampleWorkspace } from '../sample/workspace.ts'
import { isWithin, type Note } from '../workspace.ts'
import { apiError, badRequest, notFound } from './errors.ts'
import type { Paging } from './paging.ts'
import { folderJson } from './spaces-and-folders.ts'

const dayMs = 86_400_000

/** Routes `GET /v1/notes` and `GET /v1/notes/{note_id}` (specification, section 4). Notes are listed newest first. */
export function notes(workspace: SampleWorkspace, paging: Paging, knobs: Knobs): Hono {
  return new Hono()
    .get('/v1/notes', (context) => {
      const query = context.req.query()
      const matches = noteFilter(query, workspace)
      const list = ['notes', ...filterNames.map((name) => query[name] ?? '')].join('|')
      const request = paging.read(list, query)

      const found: Note[] = []
      let index = request.position ?? workspace.notes.length - 1
      for (; index >= 0; index -= 1) {
        const note = workspace.notes[index]
        if (!note || !matches(note)) continue
        if (found.length === request.size) break
        found.push(note)
      }
      return context.json({
        notes: found.map((note) => listItem(note, workspace)),
        ...paging.end(list, request, index >= 0 ? index : null),
      })
    })
    .get('/v1/notes/:id', (context) => {
      const note = readable(context.req.param('id'))
      return context.json(fullNote(note, workspace, knobs, context.req.query('include') === 'transcript'))
    })
    .get('/v1/notes/:id/transcript', (context) => {
      if (!knobs.transcriptPages) throw notFound('Not found.')
      const note = readable(context.req.param('id'))
      const list = `transcript|${note.id}`
      const request = paging.read(list, context.req.query(), maxLinesPerPage)
      const lines = transcript(note, workspace, knobs)
      const from = request.position ?? 0
      const to = from + request.size
      return context.json({
        transcript: lines.slice(from, to),
        ...paging.end(list, request, to < lines.length ? to : null),
      })
    })

  function readable(id: string): Note {
    const note = readableNote(id, workspace, knobs)
    if (note) return note
    throw notFound('There is no such note, or it has no summary yet, or you have no access to it.')
  }
}

function readableNote(id: string, workspace: SampleWorkspace, knobs: Knobs): Note | undefined {
  const note = workspace.note(id)
  return note && Date.now() >= note.createdMs + knobs.summaryDelayMs ? note : undefined
}

/** Returns a note with its transcript, as `GET /v1/notes/{note_id}` does. `null` if the service would respond with 404. */
export function noteJson(id: string, workspace: SampleWorkspace, knobs: Knobs): string | null {
  const note = readableNote(id, workspace, knobs)
  return note ? JSON.stringify(fullNote(note, workspace, knobs, true)) : null
}

const maxLinesPerPage = 100

const filterNames = ['folder_id', 'created_before', 'created_after', 'updated_after'] as const

/**
 * Parses a query's filters. The bounds are exclusive: *after* starts with the following day, and *before* ends with the previous
 * one.
 */
function noteFilter(query: Record<string, string>, workspace: SampleWorkspace): (note: Note) => boolean {
  const folderId = query.folder_id
  if (folderId !== undefined && !workspace.folder(folderId))
    throw badRequest('folder_id: there is no such folder.')
  const folderIds = folderId === undefined ? null : new Set([folderId])
  const createdBeforeMs = day(query, 'created_before') ?? Number.POSITIVE_INFINITY
  const createdFromMs = (day(query, 'created_after') ?? Number.NEGATIVE_INFINITY) + dayMs
  const updatedFromMs = (day(query, 'updated_after') ?? Number.NEGATIVE_INFINITY) + dayMs

  return (note) =>
    note.createdMs < createdBeforeMs &&
    note.createdMs >= createdFromMs &&
    note.updatedMs >= updatedFromMs &&
    (folderIds === null || isWithin(note.folder, folderIds))
}

/** Returns midnight UTC of a calendar day in milliseconds, or `undefined` if the query lacks this parameter. */
function day(query: Record<string, string>, name: (typeof filterNames)[number]): number | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Rejects a day that doesn't exist. `Date.parse` would read February 31 as March 2 or 3.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) {
    throw badRequest(`${name}: must be a calendar date (YYYY-MM-DD).`)
  }
  return ms
}

function listItem(note: Note, workspace: SampleWorkspace) {
  const { id, owner, createdMs, updatedMs } = note
  return {
    id,
    object: 'note',
    title: workspace.titleOf(note),
    owner: { name: owner.name, email: owner.email },
    created_at: new Date(createdMs).toISOString(),
    updated_at: new Date(updatedMs).toISOString(),
  }
}

/** Builds a full note. The specification doesn't list its fields, so it has the fields of comparable services. */
function fullNote(note: Note, workspace: SampleWorkspace, knobs: Knobs, withTranscript: boolean) {
  const text = workspace.textOf(note)
  const item = listItem(note, workspace)
  const time = (minutes: number) => new Date(note.createdMs + minutes * 60_000).toISOString()
  return {
    ...item,
    web_url: `https://notes.example.com/n/${note.id}`,
    summary_text: text.summaryText,
    summary_markdown: text.summaryMarkdown,
    ...(note.owner === workspace.user
      ? { private_notes_text: text.privateNotesText, private_notes_markdown: text.privateNotesMarkdown }
      : {}),
    attendees: text.attendees.map(({ name, email }) => ({ name, email })),
    calendar_event: {
      event_title: item.title,
      organiser: note.owner.email,
      invitees: text.attendees.map(({ email }) => email),
      scheduled_start_time: time(0),
      scheduled_end_time: time(text.lengthMinutes),
    },
    ...(knobs.folderMembership === 'present'
      ? { folder_membership: note.folder ? [folderJson(note.folder, knobs)] : [] }
      : {}),
    ...(withTranscript ? { transcript: limitLength(transcript(note, workspace, knobs), knobs) } : {}),
  }
}

function transcript(note: Note, workspace: SampleWorkspace, knobs: Knobs) {
  const { transcript: lines } = workspace.textOf(note)
  const length = knobs.transcriptLines ?? lines.length
  const seconds = lines.at(-1)?.endSecond ?? 0
  return Array.from({ length }, (_, index) => {
    const line = lines[index % lines.length]
    const offset = Math.floor(index / lines.length) * seconds
    return line
      ? transcriptLine(
          { ...line, startSecond: line.startSecond + offset, endSecond: line.endSecond + offset },
          note,
          knobs,
        )
      : null
  })
}

function limitLength(lines: readonly unknown[], { transcriptLinesMost }: Knobs) {
  if (lines.length <= (transcriptLinesMost ?? lines.length)) return lines
  throw apiError(413, 'transcript_too_large', 'The transcript is too large to be sent.')
}

function transcriptLine(
  line: { speaker: string; text: string; startSecond: number; endSecond: number },
  { createdMs, owner }: Note,
  { speakers }: Knobs,
) {
  const { speaker } = line
  return {
    speaker: speakers === 'text' ? speaker : speakerObject(speaker, firstName(owner.name)),
    text: line.text,
    start_time: new Date(createdMs + line.startSecond * 1000).toISOString(),
    end_time: new Date(createdMs + line.endSecond * 1000).toISOString(),
  }
}

/** Builds a speaker in the `object` form. Only the person who recorded has a name, while other speakers have a voice label. */
function speakerObject(speaker: string, recorder: string) {
  const isMe = speaker === recorder
  return {
    source: isMe ? 'microphone' : 'system',
    attribution: isMe ? 'me' : 'them',
    diarization_label: speaker.slice(0, 1).toUpperCase(),
    name: isMe ? speaker : null,
  }
}
