export { addNotes, addStartedExport } from './queries.ts'
export { SaveExport } from './save-export.tsx'
