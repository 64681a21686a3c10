export const engineScript = new URL('../../../electron/engine/index.ts', import.meta.url)
