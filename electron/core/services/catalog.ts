import type { Handlers } from '../../../shared/contract/index.ts'
import type { Session } from './session.ts'

/** Reading the workspace (specification, section 4): straight from the service, in its order. */
export function createCatalog(
  session: Pick<Session, 'use'>,
): Pick<Handlers, 'catalog.spaces' | 'catalog.folders' | 'catalog.notes' | 'catalog.note'> {
  return {
    'catalog.spaces': () => session.use((api) => api.spaces()),
    'catalog.folders': () => session.use((api) => api.folders()),
    'catalog.notes': (filter) => session.use((api) => api.notesPage(filter)),
    'catalog.note': ({ id }) => session.use((api) => api.note(id)),
  }
}
