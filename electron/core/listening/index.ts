export { createListening } from './listening.ts'
