import { TransformStream } from 'node:stream/web'
import type { NoteListItem } from '#shared/notes/model.ts'

export type PageNotes = ReturnType<typeof createPageNotes>

/** Maximum time between two chunks. After a longer pause, the page that sends them was probably closed. */
const longestPauseMs = 30_000

export function createPageNotes(total: number, pauseMs = longestPauseMs) {
  const { readable, writable } = new TransformStream<readonly NoteListItem[]>()
  const writer = writable.getWriter()
  return {
    add: (notes: readonly NoteListItem[]): Promise<boolean> =>
      writer.write(notes).then(
        () => true,
        () => false,
      ),
    /**
     * Passes all chunks to the callback. Resolves to `null`, or to the reason why notes are missing. Rejects when canceled.
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
