import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { oneOf, type Raw } from '../../frame/search-values.ts'

const SandboxPage = lazy(() => import('./sandbox-page.tsx'))

export const sandboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox',
  validateSearch: ({
    form,
    part,
  }: Raw): { readonly form?: 'script' | undefined; readonly part?: 'receiver' | undefined } => ({
    form: oneOf(form, ['script']),
    part: oneOf(part, ['receiver']),
  }),
  component: Sandbox,
})

function Sandbox() {
  const { form, part } = sandboxRoute.useSearch()
  const navigate = sandboxRoute.useNavigate()
  return (
    <SandboxPage
      linkedPart={part}
      isScriptOpen={form === 'script'}
      onScript={(isOpen) =>
        void navigate({ search: { form: isOpen ? 'script' : undefined }, replace: !isOpen })
      }
    />
  )
}
