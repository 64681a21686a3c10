import { runEngineThread } from '#core/deliveries/engine/serve-engine.ts'

/** The engine thread's script. Both hosts start it from its own file. */
runEngineThread()
