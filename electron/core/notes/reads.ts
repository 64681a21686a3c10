import type { Reads } from '#core/platform/reader/reads.ts'
import { createIndexReads } from './index/index-reads.ts'

export const noteReads = { name: 'notes', create: createIndexReads } satisfies Reads<object>
