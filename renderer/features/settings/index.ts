export { settings } from './queries.ts'
