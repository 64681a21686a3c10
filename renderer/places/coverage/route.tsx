import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'

const CoveragePage = lazy(() => import('./coverage-page.tsx'))

export const coverageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/coverage',
  component: CoveragePlace,
})

function CoveragePlace() {
  const navigate = coverageRoute.useNavigate()
  return (
    <NeedsWorkspace>
      <CoveragePage
        onCreate={(start) => void navigate({ to: '/endpoints', search: { form: 'new', start } })}
        onOpen={(endpoint) => void navigate({ to: '/endpoints', search: { endpoint } })}
        onEdit={(endpoint, start) =>
          void navigate({ to: '/endpoints', search: { endpoint, form: 'edit', start } })
        }
      />
    </NeedsWorkspace>
  )
}
