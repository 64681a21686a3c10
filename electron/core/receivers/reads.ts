import type { Reads } from '#core/platform/reader/reads.ts'
import { createSendList } from './send/send-list.ts'

/** Queries that run on the reader thread because they take longer when there are many sends. */
export const receiverReads = {
  name: 'receivers',
  create: (sql) => ({ sends: createSendList(sql) }),
} satisfies Reads<object>

export type ReceiverReads = ReturnType<typeof receiverReads.create>
