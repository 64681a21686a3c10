export { ExportStrip } from './export-strip.tsx'
export { JobStrip } from './job-strip.tsx'
