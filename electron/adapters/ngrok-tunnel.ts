import type { LoadNgrok } from '#core/platform/ports.ts'

/** Loads ngrok's library and its native part, on first use: most people never do. Rejects where it does not load. */
export const loadNgrok: LoadNgrok = async () => {
  const { forward } = (await import('@ngrok/ngrok')).default
  return { forward: (config) => forward({ ...config }) }
}
