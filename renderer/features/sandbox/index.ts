export { allSwitches, outage } from './copy.ts'
export { sandboxActivity, sandboxStatus, setSwitches } from './queries.ts'
