export { RunningJobs } from './lazy.ts'
