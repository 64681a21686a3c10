import type { HandlersOf } from '#core/platform/feature.ts'
import type { NotesApi } from '#core/service-api/notes-api.ts'
import type { WorkspaceApi } from '#core/workspaces/index.ts'
import type { NoteIndex } from './index/note-index.ts'

/** Reading the workspace (specification, section 4): straight from the service, in its order. The index learns from it. */
export function createCatalog(
  service: WorkspaceApi,
  index: Pick<NoteIndex, 'learn' | 'learnPage'>,
): HandlersOf<'catalog'> {
  const transcripts = new Map<string, AbortController>()
  /** An answer, and the workspace that it teaches the index of; `null` when that was left before it came. */
  const here = async <Answer>(ask: (api: NotesApi) => Promise<Answer>) => {
    const before = service.workspace()?.id
    const answer = await service.use(ask)
    return { answer, workspace: before !== undefined && service.workspace()?.id === before ? before : null }
  }
  return {
    'notes.spaces': () => service.use((api) => api.spaces()),
    'notes.folders': () => service.use((api) => api.folders()),
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
        return await service.use((api) => api.transcript(id, reading.signal, cursor))
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
