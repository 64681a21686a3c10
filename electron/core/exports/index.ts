export { createExports } from './exports.ts'
