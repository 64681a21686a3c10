import type { Deliveries } from '#core/deliveries/index.ts'
import type { HandlersIn, HandlersOf } from '#core/platform/feature.ts'
import type { Platform } from '#core/platform/platform.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import type { WorkspaceApi, Workspaces } from '#core/workspaces/index.ts'
import type { notes } from '#shared/notes/contract.ts'
import { createNoteIndex, type NoteIndex } from './index/note-index.ts'
import { firstSortKey } from './index/sort-key.ts'
import { noteReads } from './reads.ts'
import { createNoteTexts, type NoteTexts } from './texts/note-texts.ts'

export type { Listing } from './index/note-index.ts'

/** The open workspace's notes, requested from the service or read from the local index. */
export type Notes = ReturnType<typeof createNotes>

export function createNotes(
  platform: Platform,
  { workspaces, deliveries }: { workspaces: Workspaces; deliveries: Deliveries },
) {
  const { database, reader, hub, clock, log } = platform
  const { sql } = database
  const read = reader.of(noteReads)
  const { lastEvents } = deliveries
  const texts = createNoteTexts({
    database,
    workspaces,
    hub,
    clock,
    log,
    lastEvents,
    forgetOnReader: (workspaceId) => read('forgetTexts', { workspaceId }),
  })
  const index = createNoteIndex({ sql, read, workspaces, hub, clock, log, lastEvents, texts })
  deliveries.onDidStore(index.learnNamed)
  return {
    handlers: {
      ...createCatalog(workspaces.api({ priority: 'interactive' }), index, texts, () =>
        clock.now().toISOString(),
      ),
      ...index.handlers,
      ...texts.handlers,
      'notes.resume-texts': () => {
        index.handlers['notes.resume-index']()
        return texts.handlers['notes.resume-texts']()
      },
    } satisfies HandlersOf<'notes'>,
    list: index.list,
    foldersOf: index.foldersOf,
    foldersAround: index.foldersAround,
    learnPage: index.learnPage,
    onDidChangeNotes: index.onDidChangeNotes,
    completeAsOf: index.completeAsOf,
    syncNow: index.syncNow,
    /** Returns whether changed notes of the open workspace are read, which ends when the index is paused or can't continue. */
    isIndexing: (): boolean => ['reading', 'resting'].includes(index.handlers['notes.index-status']().state),
    sortKeyAt: firstSortKey,
    start() {
      index
        .sweep()
        .catch((error) => log.error('What belongs to a removed workspace could not be deleted.', error))
      texts.sweep()
    },
    contentsOf: (id: string) => ({ notes: index.count(id), texts: texts.count(id) }),
    async forgetWorkspace(id: string) {
      await texts.forget(id)
      await index.forget(id)
    },
    close() {
      index.close()
      texts.close()
    },
  }
}

/** Reads spaces, folders and notes from the service, in its order (specification, section 4), and adds the notes to the index. */
function createCatalog(
  service: WorkspaceApi,
  index: Pick<NoteIndex, 'learn' | 'learnPage'>,
  texts: Pick<NoteTexts, 'handlers' | 'learn' | 'learnRefusal'>,
  now: () => string,
): HandlersIn<typeof notes> {
  /** Calls the service. `workspace` is `null` if another workspace was opened in the meantime. */
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
      const at = now()
      const before = service.workspace()?.id ?? ''
      const hasCopy = texts.handlers['notes.stored']({ id }) !== null
      const note = await here((api) => api.note(id, signal, hasCopy)).catch((error: unknown) => {
        texts.learnRefusal(before, id, error, at)
        throw error
      })
      if (note.workspace === null) return note.answer
      index.learn(note.workspace, note.answer)
      texts.learn(note.workspace, { note: note.answer }, at)
      return note.answer
    },
    'notes.transcript': ({ id, cursor }, { signal }) =>
      service.use((api) => api.transcript(id, signal, cursor)),
  }
}
