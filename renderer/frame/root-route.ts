import { createRootRoute } from '@tanstack/react-router'

/** The root of all routes. The router sets its component, so that routes don't import the window. */
export const rootRoute = createRootRoute()
