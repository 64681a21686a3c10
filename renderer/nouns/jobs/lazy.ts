import { lazy } from 'react'

/** Loaded after the frame is painted. */
export const RunningJobs = lazy(async () => ({ default: (await import('./running-jobs.tsx')).RunningJobs }))
