import type { Note, TranscriptLine } from './model.ts'
import type { Person } from './person.ts'

/** Returns a note as Markdown, without private notes. Includes the transcript if its lines are given. */
export function noteMarkdown(note: Note, transcript?: readonly TranscriptLine[]): string {
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
    transcript && transcript.length > 0 ? `## Transcript\n\n${transcript.map(lineText).join('\n\n')}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function lineText({ speaker, start, text }: TranscriptLine): string {
  const time = start === null ? '' : ` (${typeof start === 'number' ? `${start} s` : plain(start)})`
  return `**${plain(speaker ?? '') || 'Unknown'}**${time}: ${plain(text)}`
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
