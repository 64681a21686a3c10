import { createRequire } from 'node:module'

/**
 * Downloads Electron's binary with Electron's own installer. The installer shows no progress and has no timeouts, but it uses the
 * global `fetch`. This file replaces `fetch` with a version that prints progress and times out (5 s for the response, 30 s for
 * each chunk).
 */

const responseTimeoutMs = 5000
const chunkTimeoutMs = 30_000
const originalFetch = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const abort = new AbortController()
  let timer = setTimeout(() => abort.abort(new Error('The server did not respond.')), responseTimeoutMs)
  const response = await originalFetch(input, { ...init, signal: abort.signal })
  clearTimeout(timer)
  const total = Number(response.headers.get('content-length') ?? 0)
  if (!response.ok || response.body === null || total < 1_000_000) return response

  const progress = createProgress(total)
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(timer)
        timer = setTimeout(() => abort.abort(new Error('The download stalled.')), chunkTimeoutMs)
        progress(chunk.byteLength)
        controller.enqueue(chunk)
      },
      flush: () => clearTimeout(timer),
    }),
  )
  return new Response(body, { status: response.status, headers: response.headers })
}

createRequire(import.meta.url)('electron/install.js')

/** Prints progress by updating a single line if the output is a terminal, and otherwise by printing a line for every 10 %. */
function createProgress(total: number): (bytes: number) => void {
  let received = 0
  let printed = -1
  return (bytes) => {
    received += bytes
    const percent = Math.floor((received / total) * 100)
    const step = process.stderr.isTTY ? percent : Math.floor(percent / 10) * 10
    if (step === printed) return
    printed = step
    const line = `Downloading Electron: ${step}% of ${Math.round(total / 1e6)} MB`
    process.stderr.write(process.stderr.isTTY ? `\r${line}${step === 100 ? '\n' : ''}` : `${line}\n`)
  }
}
