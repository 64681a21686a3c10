import { TransformStream } from 'node:stream/web'
import type { NoteListItem } from '#shared/notes/model.ts'

/** Notes that the page sends in chunks. */
export type PageNotes = ReturnType<typeof createPageNotes>

/** A page sends its chunks one after the other, so that a longer pause means that it was closed or reloaded. */
const longestPauseMs = 30_000

export function createPageNotes(of: number, pauseMs = longestPauseMs) {
  const { readable, writable } = new TransformStream<readonly NoteListItem[]>()
  const writer = writable.getWriter()
  return {
    /** Resolves when they are taken: `false` if no more are. */
    add: (notes: readonly NoteListItem[]): Promise<boolean> =>
      writer.write(notes).then(
        () => true,
        () => false,
      ),
    /** Takes them until all came. Resolves to why not all did. Rejects when canceled. */
    async read(
      { signal }: { readonly signal: AbortSignal },
      keep: (notes: readonly NoteListItem[]) => Promise<void>,
    ): Promise<string | null> {
      const paused = setTimeout(() => void writer.close().catch(() => {}), pauseMs)
      signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
      let left = of
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
