export { ExportStrip } from './export-strip.tsx'
