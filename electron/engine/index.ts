import { runEngineThread } from '#core/deliveries/engine/serve-engine.ts'

/** The script of the engine thread, a file of its own for both hosts. */
runEngineThread()
