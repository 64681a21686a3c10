export { countRows } from './copy.ts'
export { addNotes, addStartedExport } from './queries.ts'
export { SaveExport } from './save-export.tsx'
export { useSaveText } from './use-save-text.ts'
