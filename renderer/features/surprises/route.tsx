import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { surpriseKinds } from '#shared/workspaces/api-difference-kinds.ts'
import { rootRoute } from '../../app/root-route.tsx'
import { oneOf, type Raw, text, whole } from '../../app/search-values.ts'
import { NeedsWorkspace } from '../workspaces/index.ts'
import type { SurprisesSearch } from './surprises-search.ts'

const SurprisesPage = lazy(() => import('./surprises-page.tsx'))

function readSearch({ q, kind, surprise }: Raw): SurprisesSearch {
  return { q: text(q, 200), kind: oneOf(kind, surpriseKinds), surprise: whole(surprise) }
}

export const surprisesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/surprises',
  validateSearch: readSearch,
  component: Surprises,
})

function Surprises() {
  const search = surprisesRoute.useSearch()
  const navigate = surprisesRoute.useNavigate()
  return (
    <NeedsWorkspace>
      <SurprisesPage
        search={search}
        onSearch={(changes, { replace = false } = {}) =>
          void navigate({ search: (now) => ({ ...now, ...changes }), replace })
        }
        onLeave={() => void navigate({ to: '/settings' })}
      />
    </NeedsWorkspace>
  )
}
