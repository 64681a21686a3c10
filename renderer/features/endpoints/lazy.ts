import { lazy } from 'react'

/** Loaded after the first paint. */
export const EndpointOutcomes = lazy(async () => ({
  default: (await import('./endpoint-outcomes.tsx')).EndpointOutcomes,
}))
