import type { Handlers } from '../../../shared/contract/index.ts'
import type { NoteIndex } from '../index/note-index.ts'
import type { Session } from './session.ts'

/** Reading the workspace (specification, section 4): straight from the service, in its order. The index learns from it. */
export function createCatalog(
  session: Pick<Session, 'use' | 'workspace'>,
  learn: NoteIndex['learn'],
): Pick<Handlers, Extract<keyof Handlers, `catalog.${string}`>> {
  const transcripts = new Map<string, AbortController>()
  return {
    'catalog.spaces': () => session.use((api) => api.spaces()),
    'catalog.folders': () => session.use((api) => api.folders()),
    'catalog.notes': (filter) => session.use((api) => api.notesPage(filter)),
    'catalog.note': async ({ id }) => {
      const workspace = session.workspace()?.id
      const note = await session.use((api) => api.note(id))
      // What came after the workspace was left teaches nobody.
      if (workspace !== undefined && session.workspace()?.id === workspace) learn(workspace, note)
      return note
    },
    async 'catalog.transcript'({ id }) {
      transcripts.get(id)?.abort()
      const reading = new AbortController()
      transcripts.set(id, reading)
      try {
        return await session.use((api) => api.transcript(id, reading.signal))
      } finally {
        if (transcripts.get(id) === reading) transcripts.delete(id)
      }
    },
    'catalog.cancel-transcript': ({ id }) => {
      transcripts.get(id)?.abort()
      return null
    },
  }
}
