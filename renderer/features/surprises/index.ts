export { surpriseCount } from './queries.ts'
