import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { z } from 'zod'
import { ListenButton } from '../features/listen/listen-button.tsx'
import { ListenStrip } from '../features/listen/listen-strip.tsx'
import { rootRoute } from './root.tsx'

const InspectorPage = lazy(() => import('../features/inspector/inspector-page.tsx'))

/** What is chosen. Anything odd in the address is as if it were not there. */
const Search = z.object({
  q: z.string().max(512).optional().catch(undefined),
  delivery: z.number().int().optional().catch(undefined),
  compare: z
    .union([z.number().int(), z.templateLiteral(['body-', z.number().int()])])
    .optional()
    .catch(undefined),
  answers: z.boolean().optional().catch(undefined),
  refused: z.boolean().optional().catch(undefined),
  tab: z.enum(['payload', 'headers', 'verification', 'attempts']).optional().catch(undefined),
})

export const inspectorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inspector',
  validateSearch: Search,
  component: Inspector,
})

function Inspector() {
  const search = inspectorRoute.useSearch()
  const navigate = inspectorRoute.useNavigate()
  return (
    <InspectorPage
      search={search}
      listen={{ button: <ListenButton />, first: <ListenButton primary />, strip: <ListenStrip /> }}
      onSearch={(changes, { replace = false } = {}) =>
        void navigate({ search: (now) => ({ ...now, ...changes }), replace })
      }
    />
  )
}
