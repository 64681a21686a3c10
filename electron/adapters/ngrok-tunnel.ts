import type { LoadNgrok } from '#core/platform/ports.ts'

/** Loads ngrok's library and its native part on first use, since most people never need it. Rejects if it cannot be loaded. */
export const loadNgrok: LoadNgrok = async () => {
  const { forward } = (await import('@ngrok/ngrok')).default
  return { forward: (config) => forward({ ...config }) }
}
