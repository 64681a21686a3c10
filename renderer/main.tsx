import './app/styles/fonts.css'
import './app/styles/tokens.css'
import './app/styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '#shared/rpc/client.ts'
import { applyEvents } from './app/event-effects.ts'
import { applyRememberedAppearance } from './app/remembered-appearance.ts'
import { createAppRouter } from './app/router.tsx'
import { ApiProvider } from './host/client.ts'
import { createQueryClient } from './host/query-cache.ts'
import { openTransport } from './host/transport.ts'
import { dropCopiedDrafts } from './ui/hooks/use-draft.ts'

applyRememberedAppearance()

// The transport must be opened first, because it removes the launch token from the URL before the router reads it.
const api = createClient(openTransport(window))
const cache = createQueryClient()
const router = createAppRouter()

applyEvents(api, { cache, onFrame: (run) => void requestAnimationFrame(run) })

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app.')

await dropCopiedDrafts()

createRoot(root).render(
  <StrictMode>
    <ApiProvider value={api}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ApiProvider>
  </StrictMode>,
)
