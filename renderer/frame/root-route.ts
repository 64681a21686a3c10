import { createRootRoute } from '@tanstack/react-router'

/** The root of all routes. Its component is set by the router, so that routes do not import the window. */
export const rootRoute = createRootRoute()
