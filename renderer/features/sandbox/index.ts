export { sandboxStatus } from './queries.ts'
