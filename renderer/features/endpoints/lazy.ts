import { lazy } from 'react'

/** Loaded once the frame is painted. */
export const EndpointOutcomes = lazy(async () => ({
  default: (await import('./endpoint-outcomes.tsx')).EndpointOutcomes,
}))
