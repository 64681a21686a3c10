import { runReaderThread } from '#core/platform/reader/reader-thread.ts'
import { sampleReads } from './sample-reads.ts'

runReaderThread([sampleReads])
