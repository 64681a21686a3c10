import { createRequire } from 'node:module'

/**
 * Fetches Electron's binary with Electron's own installer, which says nothing and waits for ever. It asks through the global
 * `fetch`; this gives that 5 s to hear from the server, 30 s for every next piece, and a word on how far it is.
 */

const heardWithinMs = 5000
const pieceWithinMs = 30_000
const plainFetch = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const abort = new AbortController()
  let alarm = setTimeout(() => abort.abort(new Error('no answer in time')), heardWithinMs)
  const response = await plainFetch(input, { ...init, signal: abort.signal })
  clearTimeout(alarm)
  const total = Number(response.headers.get('content-length') ?? 0)
  if (!response.ok || response.body === null || total < 1_000_000) return response

  const progress = createProgress(total)
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        clearTimeout(alarm)
        alarm = setTimeout(() => abort.abort(new Error('the download stopped')), pieceWithinMs)
        progress(piece.byteLength)
        controller.enqueue(piece)
      },
      flush: () => clearTimeout(alarm),
    }),
  )
  return new Response(body, { status: response.status, headers: response.headers })
}

createRequire(import.meta.url)('electron/install.js')

/** A line for every tenth, or one line that changes on a terminal. */
function createProgress(total: number): (bytes: number) => void {
  let received = 0
  let told = -1
  return (bytes) => {
    received += bytes
    const percent = Math.floor((received / total) * 100)
    const step = process.stderr.isTTY ? percent : Math.floor(percent / 10) * 10
    if (step === told) return
    told = step
    const line = `Fetching Electron: ${step} % of ${Math.round(total / 1e6)} MB`
    process.stderr.write(process.stderr.isTTY ? `\r${line}${step === 100 ? '\n' : ''}` : `${line}\n`)
  }
}
