import { randomInt } from 'node:crypto'

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns a random id for a resource that is created while the service runs. Unlike the sample's ids, it is not repeated after a
 * restart with the same seed.
 */
export function freshId(prefix: string): string {
  return prefix + Array.from({ length: 14 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')
}
