export { allSwitches, script } from './copy.ts'
export { sandboxActivity, sandboxStatus, setSwitches } from './queries.ts'
