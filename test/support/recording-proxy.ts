import { createServer } from 'node:http'
import { listenOnLoopback } from './loopback.ts'

/** Starts a proxy on this computer that records each request and answers 418. */
export async function openRecordingProxy() {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
    response.writeHead(418).end()
  })
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 418 No\r\n\r\n')
  })
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  return { url, seen }
}

/** Returns environments that make Node use a proxy for every request, including those to this computer. */
export const proxyEnvironments = (url: string): Readonly<Record<string, NodeJS.ProcessEnv>> => {
  const none = { NO_PROXY: undefined, no_proxy: undefined, HTTP_PROXY: undefined, HTTPS_PROXY: undefined }
  const upper = { ...none, HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: 'intranet.example' }
  const lower = { ...none, http_proxy: url, https_proxy: url, ALL_PROXY: url, all_proxy: url, no_proxy: '' }
  return {
    NODE_USE_ENV_PROXY: { ...upper, NODE_USE_ENV_PROXY: '1' },
    'NODE_USE_ENV_PROXY, in lower case': { ...lower, NODE_USE_ENV_PROXY: '1' },
    '--use-env-proxy': { ...upper, NODE_OPTIONS: '--use-env-proxy' },
  }
}
