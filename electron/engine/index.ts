import { runEngineThread } from '#core/deliveries/engine/engine-thread.ts'

/** The script of the engine thread, a file of its own for both hosts. */
runEngineThread()
