export { addNotes, exportStatus, readExport } from './queries.ts'
