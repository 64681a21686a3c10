import { z } from 'zod'
import { noteFile, placesOf } from '#core/exports/index.ts'
import type { TextMatch } from '#shared/notes/index-contract.ts'
import type { TranscriptLine } from '#shared/notes/model.ts'
import { piecesOf } from '#shared/notes/search-terms.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { counted, pieceOf } from '../answers.ts'
import { assertSearch } from '../input-problem.ts'
import type { RunTool, ToolContext, Warning } from '../run-tool.ts'
import { indexWarning } from './status.ts'

const pieceBytes = 12_000
const mostParts = 50

/** A page of the search, and the number of its rows that were already shown. */
const SearchCursor = z.tuple([z.number().int().nullable(), z.number().int().min(0)]).catch([null, 0])

export const search: RunTool<'notes_search'> = async ({ text, limit }, { client, signal, cursor }) => {
  assertSearch(text)
  const index = await client.call('notes.index-status')
  let [from, skipped] = SearchCursor.parse(cursor)
  const page = () =>
    client.call(
      'notes.search',
      { text, limit: limit + skipped, from: from ?? undefined, in: 'everything' },
      { signal },
    )
  let found = await page()
  // A page may end before it has rows, because the host limits the time to search the text.
  while (found.notes.length <= skipped && found.next !== null) {
    skipped -= found.notes.length
    from = found.next
    found = await page()
  }
  const notes = found.notes.slice(skipped)
  return {
    asOf: found.asOf,
    rows: notes.map(({ title, owner, folders, match, ...note }) => ({
      ...note,
      untrusted: {
        title,
        owner: owner && `${owner.name} <${owner.email}>`,
        folders: (folders ?? []).map(({ name }) => name),
        excerpt: excerptOf(match),
      },
    })),
    more: {
      hasMore: found.next !== null,
      after: (kept) => (kept < notes.length ? [from, skipped + kept] : [found.next, 0]),
    },
    warnings: [indexWarning(index), textWarning(text, found.textsOf)],
    open: '#/notes',
  }
}

/** Returns where the text of a note was found. Private notes are not shown to agents. */
const excerptOf = (match: TextMatch | null | undefined) =>
  match == null || match.part === 'private'
    ? null
    : { part: match.part, speaker: match.speaker, text: match.text }

function textWarning(text: string, textsOf: OutputOf<'notes.search'>['textsOf']): Warning {
  if (textsOf == null) {
    return (
      piecesOf(text).some(({ key }) => key === 'text' || key === 'transcript') &&
      'Nothing matches `text:` and `transcript:`, because the user doesn’t keep note text on this computer.'
    )
  }
  const { read, total } = textsOf
  return read < total && `Only the text of ${read} of ${counted(total, 'note')} was searched so far.`
}

export const show: RunTool<'notes_show'> = async ({ id, transcript, from }, context) => {
  const [note, tree] = await Promise.all([
    context.client.call('notes.get', { id }, { signal: context.signal }),
    context.client.call('notes.known-folders'),
  ])
  const lines = transcript ? await transcriptOf(id, context) : null
  const { space, paths } = placesOf(note.folders ?? [], tree)
  const parts = { note, space: space?.name ?? null, folders: paths.map((names) => names.join('/')) }
  const file = noteFile({ ...parts, transcript: lines?.lines ?? [] }, context.hardenMarkdown)
  const whole = Buffer.from(file)
  const { body, end } = pieceOf(whole, from, pieceBytes)
  const hasMore = end < whole.length
  return {
    id,
    bytes: whole.length,
    untrusted: { markdown: body.text },
    shown: 1,
    matching: 1,
    truncated: hasMore,
    warnings: [
      hasMore && `This is a piece of the note. Pass ${end} as \`from\` for the next one.`,
      lines?.isIncomplete && 'The transcript is incomplete.',
    ],
    open: `#/notes/${encodeURIComponent(id)}`,
  }
}

async function transcriptOf(id: string, { client, signal }: ToolContext) {
  const lines: TranscriptLine[] = []
  let cursor: string | undefined
  for (let parts = 0; parts < mostParts; parts += 1) {
    const part = await client.call('notes.transcript', { id, cursor }, { signal })
    lines.push(...(part.lines ?? []))
    const isIncomplete = part.unreadable > 0 || (part.part?.incomplete ?? null) !== null
    cursor = part.part?.cursor ?? undefined
    if (cursor === undefined) return { lines, isIncomplete }
  }
  return { lines, isIncomplete: true }
}
