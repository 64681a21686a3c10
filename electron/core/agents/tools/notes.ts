import { z } from 'zod'
import { noteFile, placesOf } from '#core/exports/index.ts'
import type { TranscriptLine } from '#shared/notes/model.ts'
import { pieceOf } from '../answers.ts'
import { assertSearch } from '../input-problem.ts'
import type { RunTool, ToolContext } from '../run-tool.ts'
import { indexWarnings } from './status.ts'

const pieceBytes = 12_000
const mostParts = 50

/** A page of the search, and the number of its rows that were already shown. */
const SearchCursor = z.tuple([z.number().int().nullable(), z.number().int().min(0)]).catch([null, 0])

export const search: RunTool<'notes_search'> = async ({ text, limit }, { client, signal, cursor }) => {
  assertSearch(text)
  const [from, skipped] = SearchCursor.parse(cursor)
  const [found, index] = await Promise.all([
    client.call('notes.search', { text, limit: limit + skipped, from: from ?? undefined }, { signal }),
    client.call('notes.index-status'),
  ])
  const notes = found.notes.slice(skipped)
  return {
    asOf: found.asOf,
    rows: notes.map(({ id, title, owner, folders, createdAt, updatedAt }) => ({
      id,
      createdAt,
      updatedAt,
      untrusted: {
        title,
        owner: owner && `${owner.name} <${owner.email}>`,
        folders: (folders ?? []).map(({ name }) => name),
      },
    })),
    more: {
      of: 'rows',
      hasMore: found.next !== null,
      after: (kept) => (kept < notes.length ? [from, skipped + kept] : [found.next, 0]),
    },
    warnings: indexWarnings(index),
    open: '#/notes',
  }
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
    from,
    untrusted: { markdown: body.text },
    shown: 1,
    matching: 1,
    truncated: hasMore,
    warnings: [
      ...(hasMore ? [`This is a piece of the note. Pass ${end} as \`from\` for the next one.`] : []),
      ...(lines?.isIncomplete ? ['The transcript is incomplete.'] : []),
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
