export { allSwitches, outage } from './copy.ts'
export { sandboxStatus, setSwitches } from './queries.ts'
