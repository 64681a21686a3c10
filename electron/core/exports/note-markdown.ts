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

/**
 * Formats a note as a Markdown file with YAML properties, and with a link if its transcript is in another file of the same folder.
 * The result depends only on the note and on that file's name.
 */
export const noteFile = (parts: NoteParts, harden: HardenMarkdown, transcriptName?: string): string => {
  const body = noteBody(parts.note, parts.transcript)
  const link = transcriptName === undefined ? null : linkTo('Transcript', transcriptName)
  return frontMatter(parts, null) + (link === null ? harden(body) : hardenWithLink(body, link, harden))
}

/** Formats a note's transcript as a separate Markdown file with the same id, its own title, and a link to the note's file. */
export const transcriptFile = (parts: NoteParts, harden: HardenMarkdown, noteName: string): string => {
  const note = { ...parts.note, title: `${parts.note.title.trim() || 'Untitled'} (transcript)` }
  const body = transcriptBody(note, parts.transcript)
  return (
    frontMatter({ ...parts, note }, 'transcript') + hardenWithLink(body, linkTo('Note', noteName), harden)
  )
}

/** Adds the link below the heading. It isn't hardened, because hardening turns relative links into text. */
function hardenWithLink(body: string, link: string, harden: HardenMarkdown): string {
  const end = body.indexOf('\n')
  return `${harden(body.slice(0, end))}\n\n${link}\n${harden(body.slice(end + 1))}`
}

/**
 * Returns a link to a file in the same folder. Encodes what would end or change the link in Markdown. The other reserved
 * characters stay, because some apps don't decode them.
 */
const linkTo = (text: string, name: string): string =>
  `[${text}](${encodeURI(name).replace(/[()]|&(?=#?\w+;)/g, (part) => `%${part.charCodeAt(0).toString(16)}`)})`

function frontMatter({ note, space, folders }: NoteParts, type: string | null): string {
  const properties: readonly (readonly [string, unknown])[] = [
    ['id', note.id],
    ['type', type],
    ['title', note.title],
    // With the same alias in the transcript's file, a link by the note's title would be ambiguous.
    ['aliases', note.title === '' || type !== null ? null : [note.title]],
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
