import { z } from 'zod'
import { NoteId } from '#shared/ids.ts'
import { isCalendarDay } from './calendar-day.ts'
import { maxFilterLength } from './filter-length.ts'
import { Folder } from './folder.ts'
import { Incomplete } from './page.ts'
import { Person } from './person.ts'

/** A *Note (list item)* (specification, section 2). Times are ISO 8601 in UTC. */
export const NoteListItem = z.object({
  id: NoteId,
  title: z.string(),
  owner: Person.nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
})
export type NoteListItem = z.infer<typeof NoteListItem>

export const NoteEvents = z.object({ id: z.string(), events: z.number().int() })
export type NoteEvents = z.infer<typeof NoteEvents>

/**
 * A turn in a conversation. The specification doesn't define its times, so they may be in ISO 8601 or in seconds from the
 * beginning.
 */
export const TranscriptLine = z.object({
  speaker: z.string().nullable(),
  text: z.string(),
  start: z.union([z.string(), z.number()]).nullable(),
  end: z.union([z.string(), z.number()]).nullable(),
})
export type TranscriptLine = z.infer<typeof TranscriptLine>

export const Transcript = z.object({
  lines: z.array(TranscriptLine).nullable(),
  unreadable: z.number().int(),
  /** Set if the transcript is too large for one response. `cursor` requests the next part. */
  part: z.object({ cursor: z.string().nullable(), incomplete: Incomplete.nullable() }).optional(),
})
export type Transcript = z.infer<typeof Transcript>

/**
 * A whole note. The specification doesn't define its fields, so each is optional. Additional fields are kept in `unknown`, a JSON
 * object with their original text.
 */
export const Note = NoteListItem.extend({
  summaryMarkdown: z.string().nullable(),
  summaryText: z.string().nullable(),
  privateNotesMarkdown: z.string().nullable(),
  privateNotesText: z.string().nullable(),
  attendees: z.array(Person),
  calendarEvent: z
    .object({
      title: z.string().nullable(),
      organiser: z.string().nullable(),
      invitees: z.array(z.string()),
      scheduledStart: z.string().nullable(),
      scheduledEnd: z.string().nullable(),
    })
    .nullable(),
  /** Folders that the key can see. `null` if the service doesn't return them. */
  folders: z.array(Folder).nullable(),
  /** A link to the note in the product, or `null` unless it is an https URL. */
  webUrl: z.string().nullable(),
  unknown: z.string(),
})
export type Note = z.infer<typeof Note>

export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Use YYYY-MM-DD.')
  .refine(isCalendarDay, 'Not a calendar date.')

export const NoteFilter = z.object({
  folderId: z.string().optional(),
  createdAfter: Day.optional(),
  createdBefore: Day.optional(),
  updatedAfter: Day.optional(),
})
export type NoteFilter = z.infer<typeof NoteFilter>

/** Filters that the service lacks: words in the title and in the owner. All words must match, in any order. */
export const NoteWords = z.object({
  title: z.string().max(maxFilterLength).optional(),
  owner: z.string().max(maxFilterLength).optional(),
})
export type NoteWords = z.infer<typeof NoteWords>
