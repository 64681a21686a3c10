import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { z } from 'zod'
import { Day } from '../../shared/domain/note.ts'
import { noteTabs } from '../features/notes/notes-search.ts'
import { NeedsWorkspace } from '../features/session/needs-workspace.tsx'
import { rootRoute } from './root.tsx'

const NotesPage = lazy(() => import('../features/notes/notes-page.tsx'))

/** A day there is: 31 February has the form of one, and is none. */
const RealDay = Day.refine((day) => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
})

/** What is chosen. Anything odd in the address is as if it were not there. */
const Search = z.object({
  q: z.string().max(512).optional().catch(undefined),
  folder: z.string().max(256).optional().catch(undefined),
  note: z.string().max(256).optional().catch(undefined),
  after: RealDay.optional().catch(undefined),
  before: RealDay.optional().catch(undefined),
  updated: RealDay.optional().catch(undefined),
  tab: z.enum(noteTabs).optional().catch(undefined),
  why: z.string().max(2048).optional().catch(undefined),
  title: z.string().min(1).max(256).optional().catch(undefined),
  owner: z.string().min(1).max(256).optional().catch(undefined),
  sort: z
    .enum(['title', '-title', 'owner', '-owner', 'created', '-created', 'updated', '-updated'])
    .optional()
    .catch(undefined),
  from: z.literal('index').optional().catch(undefined),
})

export const notesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notes',
  validateSearch: Search,
  component: Notes,
})

function Notes() {
  const search = notesRoute.useSearch()
  const navigate = notesRoute.useNavigate()
  return (
    <NeedsWorkspace worksFromIndex>
      <NotesPage
        search={search}
        onSearch={(changes, { replace = false } = {}) =>
          void navigate({ search: (now) => ({ ...now, ...changes }), replace })
        }
      />
    </NeedsWorkspace>
  )
}
