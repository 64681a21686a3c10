export { ExportStrip } from './export-strip.tsx'
export { handOver } from './queries.ts'
