/** Script of the engine thread, from the sources. */
export const engineScript = new URL('../../../electron/engine/index.ts', import.meta.url)
