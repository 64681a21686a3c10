import type { NotesApi } from '#core/service-api/notes-api.ts'
import type { Session } from '#core/workspaces/session.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { NoteIndex } from './index/note-index.ts'

/** Reading the workspace (specification, section 4): straight from the service, in its order. The index learns from it. */
export function createCatalog(
  session: Pick<Session, 'use' | 'workspace'>,
  index: Pick<NoteIndex, 'learn' | 'learnPage'>,
): Pick<
  Handlers,
  | 'notes.spaces'
  | 'notes.folders'
  | 'notes.page'
  | 'notes.get'
  | 'notes.transcript'
  | 'notes.cancel-transcript'
> {
  const transcripts = new Map<string, AbortController>()
  /** An answer, and the workspace that it teaches the index of; `null` when that was left before it came. */
  const here = async <Answer>(ask: (api: NotesApi) => Promise<Answer>) => {
    const before = session.workspace()?.id
    const answer = await session.use(ask)
    return { answer, workspace: before !== undefined && session.workspace()?.id === before ? before : null }
  }
  return {
    'notes.spaces': () => session.use((api) => api.spaces()),
    'notes.folders': () => session.use((api) => api.folders()),
    'notes.page': async (filter) => {
      const page = await here((api) => api.notesPage(filter))
      if (page.workspace !== null) index.learnPage(page.workspace, filter.folderId, page.answer.items)
      return page.answer
    },
    'notes.get': async ({ id }) => {
      const note = await here((api) => api.note(id))
      if (note.workspace !== null) index.learn(note.workspace, note.answer)
      return note.answer
    },
    async 'notes.transcript'({ id, cursor }) {
      transcripts.get(id)?.abort()
      const reading = new AbortController()
      transcripts.set(id, reading)
      try {
        return await session.use((api) => api.transcript(id, reading.signal, cursor))
      } finally {
        if (transcripts.get(id) === reading) transcripts.delete(id)
      }
    },
    'notes.cancel-transcript': ({ id }) => {
      transcripts.get(id)?.abort()
      return null
    },
  }
}
