import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { type Raw, text } from '../../frame/search-values.ts'

const AttentionPage = lazy(() => import('./attention-page.tsx'))

function readSearch({ workspace }: Raw): { readonly workspace?: string | undefined } {
  return { workspace: text(workspace, 256) }
}

export const attentionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/attention',
  validateSearch: readSearch,
  component: AttentionPage,
})
