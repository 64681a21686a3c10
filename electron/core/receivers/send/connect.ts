import { connect, isIP } from 'node:net'
import type { Clock } from '#core/platform/ports.ts'
import { type Failure, failureOf, lateFailure } from './failure.ts'

export interface Target {
  readonly url: URL
  readonly host: string
  readonly port: number
  readonly addresses: readonly string[]
}

/** Opens a connection to one of the addresses and closes it. Sends nothing. Never rejects. */
export function tryToConnect(
  target: Target,
  withinMs: number,
  clock: Pick<Clock, 'monotonicMs'>,
): Promise<{ readonly connectMs: number } | Failure> {
  const began = clock.monotonicMs()
  return new Promise((resolve) => {
    const socket = connect({
      host: target.host,
      port: target.port,
      autoSelectFamily: true,
      lookup: (_host, options, done) => {
        const found = target.addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family ?? 4)
      },
    })
    const end = (result: { readonly connectMs: number } | Failure) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(result)
    }
    const timer = setTimeout(() => end(lateFailure('connecting', { ...target, withinMs })), withinMs)
    socket.once('connect', () => end({ connectMs: clock.monotonicMs() - began }))
    socket.on('error', (error) => end(failureOf(error, 'connecting', { ...target, withinMs })))
  })
}
