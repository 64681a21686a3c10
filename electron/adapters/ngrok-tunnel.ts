import type { LoadNgrok } from '#core/platform/ports.ts'

/**
 * Loads ngrok's library and its native module on first use, because most users never need them. Rejects if they can't be loaded.
 */
export const loadNgrok: LoadNgrok = async () => {
  const { forward } = (await import('@ngrok/ngrok')).default
  return { forward: (config) => forward({ ...config }) }
}
