import type { HardenMarkdown } from '#core/platform/ports.ts'
import type { Note, TranscriptLine } from '#shared/notes/model.ts'
import { noteBody, transcriptBody } from '#shared/notes/note-markdown.ts'

export interface NoteParts {
  readonly note: Note
  /** The space's name, or `null` if it is unknown. */
  readonly space: string | null
  /** Paths of the note's folders, such as *Finance/Budget*. */
  readonly folders: readonly string[]
  readonly transcript: readonly TranscriptLine[]
}

/** Formats a note as a Markdown file with YAML properties. The result depends only on the note. */
export const noteFile = (parts: NoteParts, harden: HardenMarkdown): string =>
  frontMatter(parts, null) + harden(noteBody(parts.note, parts.transcript))

/** Formats a note's transcript as a separate Markdown file with the same id. */
export const transcriptFile = (parts: NoteParts, harden: HardenMarkdown): string =>
  frontMatter(parts, 'transcript') + harden(transcriptBody(parts.note, parts.transcript))

function frontMatter({ note, space, folders }: NoteParts, type: string | null): string {
  const properties: readonly (readonly [string, unknown])[] = [
    ['id', note.id],
    ['type', type],
    ['title', note.title],
    ['aliases', note.title === '' ? null : [note.title]],
    ['owner', note.owner && nameOf(note.owner)],
    ['attendees', note.attendees.length === 0 ? null : note.attendees.map(nameOf)],
    ['created', note.createdAt],
    ['updated', note.updatedAt],
    ['space', space],
    ['folders', folders.length === 0 ? null : folders],
    ['url', note.webUrl],
  ]
  const lines = properties.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${yaml(value)}\n`]))
  return `---\n${lines.join('')}---\n`
}

const nameOf = ({ name, email }: { readonly name: string; readonly email: string }) => name || email

/** Formats text or a list of texts as JSON, and escapes the characters that would make it invalid YAML 1.2. */
const yaml = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.toWellFormed() : part)).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
