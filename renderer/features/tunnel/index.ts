export { stateLabel } from './copy.ts'
export { type TunnelOutage, tunnelOutage } from './outage.ts'
export { tunnelStatus } from './queries.ts'
