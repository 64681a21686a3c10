import './styles/tokens.css'
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '#shared/rpc/client.ts'
import { ApiProvider } from './api/client.ts'
import { openTransport } from './api/transport.ts'
import { createQueryClient } from './queries/cache.ts'
import { followEvents } from './queries/live.ts'
import { createAppRouter } from './routes/router.ts'
import { applyRememberedTheme } from './styles/theme.ts'

applyRememberedTheme()

// In this order: the transport takes the launch token out of the address before the router reads it.
const api = createClient(openTransport(window))
const cache = createQueryClient()
const router = createAppRouter()

followEvents(api, { cache, onFrame: (run) => void requestAnimationFrame(run) })

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no #app.')

createRoot(place).render(
  <StrictMode>
    <ApiProvider value={api}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ApiProvider>
  </StrictMode>,
)
