import { deliveryReads } from '#core/deliveries/reads.ts'
import { noteReads } from '#core/notes/reads.ts'
import { runReaderThread } from '#core/platform/reader/reader-thread.ts'
import { receiverReads } from '#core/receivers/reads.ts'

/** The reader thread's script, with the reads of every feature. Both hosts start it from its own file. */
runReaderThread([deliveryReads, noteReads, receiverReads])
