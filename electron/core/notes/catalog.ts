import type { HandlersIn } from '#core/platform/feature.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import type { WorkspaceApi } from '#core/workspaces/index.ts'
import type { notes } from '#shared/notes/contract.ts'
import type { NoteIndex } from './index/note-index.ts'

/** Reading the workspace (specification, section 4): straight from the service, in its order. The index learns from it. */
export function createCatalog(
  service: WorkspaceApi,
  index: Pick<NoteIndex, 'learn' | 'learnPage'>,
): HandlersIn<typeof notes> {
  /** An answer, and the workspace whose index it updates; `null` when another was opened before it came. */
  const here = async <Answer>(ask: (api: NotesApi) => Promise<Answer>) => {
    const before = service.workspace()?.id
    const answer = await service.use(ask)
    return { answer, workspace: before !== undefined && service.workspace()?.id === before ? before : null }
  }
  return {
    'notes.spaces': (_, { signal }) => service.use((api) => api.spaces({ signal })),
    'notes.folders': (_, { signal }) => service.use((api) => api.folders({ signal })),
    'notes.page': async (filter, { signal }) => {
      const page = await here((api) => api.notesPage(filter, signal))
      if (page.workspace !== null) index.learnPage(page.workspace, filter.folderId, page.answer.items)
      return page.answer
    },
    'notes.get': async ({ id }, { signal }) => {
      const note = await here((api) => api.note(id, signal))
      if (note.workspace !== null) index.learn(note.workspace, note.answer)
      return note.answer
    },
    'notes.transcript': ({ id, cursor }, { signal }) =>
      service.use((api) => api.transcript(id, signal, cursor)),
  }
}
