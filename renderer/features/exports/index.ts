export { exportedFile, exportStatus, handOver } from './queries.ts'
