import { TransformStream } from 'node:stream/web'
import type { NoteListItem } from '#shared/notes/model.ts'

export type PageNotes = ReturnType<typeof createPageNotes>

/**
 * Maximum pause between two chunks. Pages send them one after another, so a longer pause means that the page was closed or
 * reloaded.
 */
const longestPauseMs = 30_000

export function createPageNotes(total: number, pauseMs = longestPauseMs) {
  const { readable, writable } = new TransformStream<readonly NoteListItem[]>()
  const writer = writable.getWriter()
  return {
    /** Adds a chunk. Resolves when it is written, or to `false` if the export has already ended. */
    add: (notes: readonly NoteListItem[]): Promise<boolean> =>
      writer.write(notes).then(
        () => true,
        () => false,
      ),
    /**
     * Passes on the notes until all have arrived. If some are missing, resolves to the reason, and otherwise to `null`. Rejects
     * when canceled.
     */
    async read(
      { signal }: { readonly signal: AbortSignal },
      keep: (notes: readonly NoteListItem[]) => Promise<void>,
    ): Promise<string | null> {
      const paused = setTimeout(() => void writer.close().catch(() => {}), pauseMs)
      signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
      let left = total
      try {
        for await (const notes of readable) {
          paused.refresh()
          await keep(notes.slice(0, left))
          left -= notes.length
          if (left <= 0) return null
        }
      } finally {
        clearTimeout(paused)
      }
      return 'The page that was sending the notes was closed or reloaded.'
    },
    end: () => void writer.abort().catch(() => {}),
  }
}
