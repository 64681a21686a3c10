import { deliveryReads } from '#core/deliveries/reads.ts'
import { noteReads } from '#core/notes/reads.ts'
import { runReaderThread } from '#core/platform/reader/reader-thread.ts'
import { receiverReads } from '#core/receivers/reads.ts'

/** The script of the reader thread, a file of its own for both hosts, with the reads of every feature. */
runReaderThread([deliveryReads, noteReads, receiverReads])
