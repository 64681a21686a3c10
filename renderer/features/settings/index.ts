export { changeSettings, settings } from './queries.ts'
