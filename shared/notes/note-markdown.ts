import type { Note, TranscriptLine } from './model.ts'
import type { Person } from './person.ts'

/** Returns a note as Markdown to copy, without private notes and transcript. */
export function noteMarkdown(note: Note): string {
  const { owner, folders, attendees } = note
  const facts = [
    owner && ['Owner', personText(owner)],
    note.createdAt && ['Created', note.createdAt],
    note.updatedAt && ['Updated', note.updatedAt],
    folders && folders.length > 0 && ['Folders', folders.map(({ name, id }) => line(name || id)).join(', ')],
    attendees.length > 0 && ['Attendees', attendees.map(personText).join(', ')],
    ['Note', note.id],
    note.webUrl && ['Link', `<${note.webUrl}>`],
  ]
  const list = facts.flatMap((fact) => (fact ? `- ${fact[0]}: ${fact[1]}` : [])).join('\n')
  return joined([heading(note.title), list, summary(note)])
}

/** Returns a note's title, summary and, if there are lines, transcript. */
export const noteBody = (note: Note, transcript: readonly TranscriptLine[]): string =>
  joined([
    heading(note.title),
    summary(note),
    ...(transcript.length === 0 ? [] : ['## Transcript', ...transcript.map(spoken)]),
  ])

export const transcriptBody = (note: Note, transcript: readonly TranscriptLine[]): string =>
  joined([heading(note.title), ...transcript.map(spoken)])

const joined = (parts: readonly string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`

const heading = (title: string) => `# ${line(title) || 'Untitled'}`

const summary = ({ summaryMarkdown, summaryText }: Note) =>
  summaryMarkdown?.trim() || (summaryText ?? '').split('\n').map(line).join('\n').trim()

const spoken = ({ speaker, text }: TranscriptLine) => `**${line(speaker ?? '') || 'Speaker'}:** ${line(text)}`

const personText = ({ name, email }: Person): string =>
  email === '' || email === name ? line(name || email) : `${line(name)} <${email}>`

const line = (text: string) => escapeMarkdown(text).trim()

/** Escapes text for a line of Markdown, so that it contains no markup, line breaks or control characters. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/(?!\s)\p{Cc}/gu, '')
    .replace(/\s+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~#]/g, '\\$&')
