import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { z } from 'zod'
import { SurpriseKind } from '../../shared/domain/surprise.ts'
import { NeedsWorkspace } from '../features/session/needs-workspace.tsx'
import { rootRoute } from './root.tsx'

const SurprisesPage = lazy(() => import('../features/surprises/surprises-page.tsx'))

/** What is chosen. Anything odd in the address is as if it were not there. */
const Search = z.object({
  q: z.string().max(200).optional().catch(undefined),
  kind: SurpriseKind.optional().catch(undefined),
  surprise: z.number().int().optional().catch(undefined),
})

export const surprisesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/surprises',
  validateSearch: Search,
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
