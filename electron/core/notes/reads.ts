import type { Reads } from '#core/platform/reader/reads.ts'
import { createIndexReads } from './index/index-reads.ts'

/** The reads of notes, for the reader. */
export const noteReads = { name: 'notes', create: createIndexReads } satisfies Reads<object>
