import { randomInt } from 'node:crypto'

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** For what comes to be while the service runs: never given twice, also not after a restart with the same seed. */
export function freshId(prefix: string): string {
  return prefix + Array.from({ length: 14 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')
}
