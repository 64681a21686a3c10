import type { IncomingMessage } from 'node:http'

/**
 * Reads a body of at most `limit` bytes and calls back exactly once. The result is the raw bytes, `too-large` as soon as the limit is
 * exceeded, or `cut` if the connection ended first. Trailers are never read.
 */
export function readBody(
  req: IncomingMessage,
  limit: number,
  done: (body: Buffer | 'too-large' | 'cut') => void,
) {
  const chunks: Buffer[] = []
  let size = 0
  let isOver = false

  const finish = (body: Buffer | 'too-large' | 'cut') => {
    if (isOver) return
    isOver = true
    done(body)
  }
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) finish('too-large')
    else chunks.push(chunk)
  }
  const onEnd = () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
  const onClose = () => finish('cut')

  req.on('data', onData).on('end', onEnd).on('close', onClose)
}
