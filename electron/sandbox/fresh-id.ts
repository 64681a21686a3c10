import { randomInt } from 'node:crypto'

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns a random id for a resource that is created while the service runs. A restart with the same seed does not repeat it. */
export function freshId(prefix: string): string {
  return prefix + Array.from({ length: 14 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')
}
