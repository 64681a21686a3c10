import type { Reads } from '#core/platform/reader/reads.ts'
import { createSendList } from './send/send-list.ts'

/** Reads of what was sent that take longer the more there is. */
export const receiverReads = {
  name: 'receivers',
  create: (sql) => ({ sends: createSendList(sql) }),
} satisfies Reads<object>

export type ReceiverReads = ReturnType<typeof receiverReads.create>
