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

/** Joins a text into one line and escapes Markdown. */
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
