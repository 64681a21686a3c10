import { runListenerThread } from '#core/deliveries/thread/listener-thread.ts'

/** The script of the listener thread, a file of its own for both hosts. */
runListenerThread()
