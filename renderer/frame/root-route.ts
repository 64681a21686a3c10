import { createRootRoute } from '@tanstack/react-router'

/** Root of all routes. The router gives it its component, so that routes do not import the window. */
export const rootRoute = createRootRoute()
