export { stateLabel } from './copy.ts'
export { tunnelStatus } from './queries.ts'
