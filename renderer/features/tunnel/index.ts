export { tunnelStatus } from './queries.ts'
