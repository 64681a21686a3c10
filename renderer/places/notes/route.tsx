import { createRoute } from '@tanstack/react-router'
import { lazy, useCallback } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { day, oneOf, type Raw, text, typed } from '../../frame/search-values.ts'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import { type NotesPageProps, type NotesSearch, noteTabs } from './notes-search.ts'

const NotesPage = lazy(() => import('./notes-page.tsx'))

const sorts = [
  'service',
  'title',
  '-title',
  'owner',
  '-owner',
  'created',
  '-created',
  'updated',
  '-updated',
] as const

function readSearch(raw: Raw): NotesSearch {
  const folder = text(raw.folder, 256)
  return {
    q: typed(raw.q),
    folder,
    direct: folder !== undefined && raw.direct === true ? true : undefined,
    note: text(raw.note, 256),
    after: day(raw.after),
    before: day(raw.before),
    updated: day(raw.updated),
    tab: oneOf(raw.tab, noteTabs),
    why: text(raw.why, 2048),
    title: typed(raw.title) || undefined,
    owner: typed(raw.owner) || undefined,
    sort: oneOf(raw.sort, sorts),
    from: oneOf(raw.from, ['index', 'service']),
    missed: text(raw.missed, 256),
    in: oneOf(raw.in, ['titles', 'everything']),
  }
}

export const notesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notes',
  validateSearch: readSearch,
  component: Notes,
})

function Notes() {
  const search = notesRoute.useSearch()
  const navigate = notesRoute.useNavigate()
  const onSearch = useCallback<NotesPageProps['onSearch']>(
    (changes, { replace = false } = {}) =>
      void navigate({ search: (now) => ({ ...now, ...changes }), replace }),
    [navigate],
  )
  return (
    <NeedsWorkspace worksFromIndex>
      <NotesPage search={search} onSearch={onSearch} />
    </NeedsWorkspace>
  )
}
