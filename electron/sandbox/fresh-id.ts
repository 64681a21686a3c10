import { randomInt } from 'node:crypto'

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random id for what is created while the service runs, so that it never repeats, even after a restart with the same seed. */
export function freshId(prefix: string): string {
  return prefix + Array.from({ length: 14 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')
}
